// SPDX-License-Identifier: MIT
// The tools of one device: compiled once for each, like the kernels.
#include "kernels/tools/tools.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "kernels/catalogue.hpp"
#include "kernels/launch.hpp"
#include "kernels/tools/device_tools.hpp"
#include "kernels/transpose/transpose.hpp"
#include "kernels/transpose/vector_access.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {
namespace {

constexpr int threads = 256;

void must(hipError_t error, const char* what) {
    if (error != hipSuccess)
        throw device_error(std::string(what) + " failed: " + hipGetErrorString(error) + ".");
}

double median(std::vector<double> values) {
    std::nth_element(values.begin(),
                     values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
    return values[values.size() / 2];
}

#if defined(__HIP_PLATFORM_TILEPROOF__)  // a launch has ended when it returns

double seconds_per_call(const std::function<void(void*)>& work, int calls, int rounds) {
    std::vector<double> seconds;
    work(nullptr);
    for (int r = 0; r < rounds; ++r) {
        const auto begin = std::chrono::steady_clock::now();
        for (int c = 0; c < calls; ++c) work(nullptr);
        seconds.push_back(
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() /
            calls);
    }
    return median(std::move(seconds));
}

#else

double seconds_per_call(const std::function<void(void*)>& work, int calls, int rounds) {
    hipStream_t stream;
    hipGraph_t graph;
    hipGraphExec_t replay;
    hipEvent_t begin, end;
    must(hipStreamCreate(&stream), "Making a stream");
    must(hipEventCreate(&begin), "Making an event");
    must(hipEventCreate(&end), "Making an event");
    must(hipStreamSynchronize(hipStreamPerThread), "What came before: copies of inputs, say");
    work(stream);  // also loads the code
    must(hipStreamSynchronize(stream), "The first call");
    must(hipStreamBeginCapture(stream, hipStreamCaptureModeThreadLocal), "Capturing");
    for (int c = 0; c < calls; ++c) work(stream);
    must(hipStreamEndCapture(stream, &graph), "Capturing");
    must(hipGraphInstantiate(&replay, graph, nullptr, nullptr, 0), "Making a graph");
    must(hipGraphLaunch(replay, stream), "Replaying a graph");
    must(hipStreamSynchronize(stream), "Replaying a graph");
    std::vector<double> seconds;
    for (int r = 0; r < rounds; ++r) {
        float milliseconds = 0;
        must(hipEventRecord(begin, stream), "Recording an event");
        must(hipGraphLaunch(replay, stream), "Replaying a graph");
        must(hipEventRecord(end, stream), "Recording an event");
        must(hipEventSynchronize(end), "Replaying a graph");
        must(hipEventElapsedTime(&milliseconds, begin, end), "Reading an event");
        seconds.push_back(milliseconds * 1e-3 / calls);
    }
    must(hipGraphExecDestroy(replay), "Giving a graph back");
    must(hipGraphDestroy(graph), "Giving a graph back");
    must(hipEventDestroy(begin), "Giving an event back");
    must(hipEventDestroy(end), "Giving an event back");
    must(hipStreamDestroy(stream), "Giving a stream back");
    return median(std::move(seconds));
}

#endif

// A single launch, tail included: a second one would slow down the yardstick.
__global__ void __launch_bounds__(threads)
    copy_vectors(const uint4* in, uint4* out, long long bytes) {
    const long long i = static_cast<long long>(blockIdx.x) * threads + threadIdx.x;
    if (i < bytes / 16) {
        out[i] = in[i];
    } else if (i == bytes / 16) {
        for (int b = 0; b < bytes % 16; ++b)
            reinterpret_cast<unsigned char*>(out + i)[b] =
                reinterpret_cast<const unsigned char*>(in + i)[b];
    }
}

unsigned blocks_of(long long items) {
    const long long blocks = (items + threads - 1) / threads;
    if (constexpr long_index_t most = most_blocks_x(threads); blocks > most)
        throw device_error("At most " + std::to_string(most * threads) +
                           " items fit into one launch of the device's tools, not " +
                           std::to_string(items) + ": a grid has less than 2^32 threads in x.");
    return static_cast<unsigned>(blocks);
}

void plain_copy(const void* in, void* out, std::size_t bytes, void* stream) {
    if (bytes == 0) return;
    hipLaunchKernelGGL(copy_vectors, dim3(blocks_of(static_cast<long long>((bytes + 15) / 16))),
                       dim3(threads), 0, on_stream(stream), static_cast<const uint4*>(in),
                       static_cast<uint4*>(out), static_cast<long long>(bytes));
    check_launch("plain_copy");
}

// One thread for the 16 bytes made by one call of philox().
template <class T>
__global__ void __launch_bounds__(threads)
    generate_elements(T* to, unsigned long long count, unsigned long long seed) {
    constexpr int V = 16 / static_cast<int>(sizeof(T));
    const unsigned long long q =
        static_cast<unsigned long long>(blockIdx.x) * threads + threadIdx.x;
    const array<std::uint32_t, 4> words = philox_vector(q, seed);
    for (int i = 0; i < V; ++i)
        if (q * V + i < count)
            to[q * V + i] = static_cast<T>(element_of_vector<sizeof(T)>(words, i));
}

void generate(void* to, std::uint64_t count, int element_bytes, std::uint64_t seed, void* stream) {
    if (count == 0) return;
    with_element_type(element_bytes, [&](auto element) {
        using T = decltype(element);
        constexpr std::uint64_t per_vector = 16 / sizeof(T);
        hipLaunchKernelGGL(
            generate_elements<T>,
            dim3(blocks_of(static_cast<long long>((count + per_vector - 1) / per_vector))),
            dim3(threads), 0, on_stream(stream), static_cast<T*>(to),
            static_cast<unsigned long long>(count), static_cast<unsigned long long>(seed));
        check_launch("generate");
    });
}

struct mismatches_on_device {
    unsigned long long wrong, first;
};
__device__ inline void report(mismatches_on_device* found, long long element) {
    atomicAdd(&found->wrong, 1ULL);
    atomicMin(&found->first, static_cast<unsigned long long>(element));
}

// The expected contents of a column of the output in `Rows` adjacent rows, packed into one word, from the Philox
// vectors of these rows.  f16: select_bytes<0x5410> of two rows' words are the elements of an even column.
template <int Bytes, int Rows>
__device__ inline void expected_columns(const array<std::uint32_t, 4> (&words)[Rows],
                                        element<Bytes * Rows> (&columns)[16 / Bytes]) {
    TILEPROOF_UNROLL
    for (int w = 0; w < 4; ++w) {
        if constexpr (Rows == 2) {
            columns[2 * w] = select_bytes<0x5410>(words[0][w], words[1][w]);
            columns[2 * w + 1] = select_bytes<0x7632>(words[0][w], words[1][w]);
        } else if constexpr (Rows == 4) {
            const unsigned low = select_bytes<0x5140>(words[0][w], words[1][w]),
                           high = select_bytes<0x7362>(words[0][w], words[1][w]),
                           low2 = select_bytes<0x5140>(words[2][w], words[3][w]),
                           high2 = select_bytes<0x7362>(words[2][w], words[3][w]);
            columns[4 * w] = select_bytes<0x5410>(low, low2);
            columns[4 * w + 1] = select_bytes<0x7632>(low, low2);
            columns[4 * w + 2] = select_bytes<0x5410>(high, high2);
            columns[4 * w + 3] = select_bytes<0x7632>(high, high2);
        }
    }
    if constexpr (Rows == 1)
        for (int v = 0; v < 16 / Bytes; ++v)
            columns[v] = static_cast<element<Bytes>>(element_of_vector<Bytes>(words[0], v));
}

// A thread checks, check_times(V) times, blocks of `Rows` adjacent rows and V adjacent columns. With Vectors, V is 16
// / Bytes: each row of the block was one vector of the input, so a single philox() gives all its elements, and small
// elements are compared a word at a time. Otherwise each element costs its own philox().
constexpr TILEPROOF_HOST_DEVICE int check_times(int columns) { return columns >= 8 ? 2 : 4; }
template <int Bytes, int Rows, bool Vectors>
__global__ void __launch_bounds__(threads)
    check_elements(const element<Bytes>* out, long long rows, long long columns,
                   unsigned row_blocks, long long first_group, unsigned long long seed,
                   mismatches_on_device* found) {
    constexpr int V = Vectors ? 16 / Bytes : 1, times = check_times(V);
    using word = element<Bytes * Rows>;
    const long long group = first_group + blockIdx.x / row_blocks, c = group * V;
    const long long r0 =
        (static_cast<long long>(blockIdx.x % row_blocks) * (threads * times) + threadIdx.x) * Rows;
    word read[times][V];
    TILEPROOF_UNROLL
    for (int i = 0; i < times; ++i) TILEPROOF_UNROLL
    for (int v = 0; v < V; ++v) {
        const long long r = r0 + i * threads * Rows;
        read[i][v] = r < rows ? *reinterpret_cast<const word*>(out + (c + v) * rows + r) : word{0};
    }
    TILEPROOF_UNROLL
    for (int i = 0; i < times; ++i) {
        const long long r = r0 + i * threads * Rows;
        if (r >= rows) break;
        word expected[V];
        if constexpr (Vectors) {
            array<std::uint32_t, 4> words[Rows];
            TILEPROOF_UNROLL
            for (int k = 0; k < Rows; ++k)
                words[k] = philox_vector(
                    static_cast<std::uint64_t>((r + k) * (columns / V) + group), seed);
            expected_columns<Bytes, Rows>(words, expected);
        } else {
            expected[0] = static_cast<word>(
                philox_element<Bytes>(static_cast<std::uint64_t>(r * columns + c), seed));
        }
        word wrong = 0;
        TILEPROOF_UNROLL
        for (int v = 0; v < V; ++v) wrong |= read[i][v] ^ expected[v];
        if (wrong == 0) continue;
        for (int v = 0; v < V; ++v)
            for (int k = 0; k < Rows; ++k)
                if (static_cast<element<Bytes>>((read[i][v] ^ expected[v]) >> (k * Bytes * 8)) != 0)
                    report(found, (c + v) * rows + r + k);
    }
}

element_mismatches check_transposed(const transpose_problem& p, const void* out,
                                    std::uint64_t seed) {
    element_mismatches answer;
    if (p.rows <= 0 || p.columns <= 0) return answer;
    const long_index_t per_vector = 16 / p.element_bytes;
    const bool vectors = p.columns % per_vector == 0;
    // How many rows one word holds if all words are whole and aligned.
    const long_index_t per_word = p.element_bytes < 4 && p.rows % (4 / p.element_bytes) == 0 &&
                                          reinterpret_cast<std::uintptr_t>(out) % 4 == 0
                                      ? 4 / p.element_bytes
                                      : 1;
    const long_index_t rows_of_block =
        threads * (vectors ? check_times(static_cast<int>(per_vector)) * per_word : check_times(1));
    const long_index_t row_blocks = (p.rows + rows_of_block - 1) / rows_of_block;
    const long_index_t groups = vectors ? p.columns / per_vector : p.columns;
    // Groups of columns per launch; further groups need further launches.
    const long_index_t most_groups = most_blocks_x(threads) / row_blocks;
    if (most_groups == 0)
        throw device_error("A check on the device takes at most " +
                           std::to_string(most_blocks_x(threads) * rows_of_block) + " rows, not " +
                           std::to_string(p.rows) + ": a grid has less than 2^32 threads in x.");
    mismatches_on_device* found;
    must(hipMalloc(reinterpret_cast<void**>(&found), sizeof *found), "Allocating a verdict");
    mismatches_on_device host{0, ~0ULL};
    must(hipMemcpy(found, &host, sizeof host, hipMemcpyHostToDevice), "Copying a verdict");
    with_element_type(p.element_bytes, [&](auto type) {
        constexpr int bytes = sizeof(decltype(type)), rows = bytes < 4 ? 4 / bytes : 1;
        const auto start = [&](auto kernel) {
            for (long_index_t g = 0; g < groups; g += most_groups)
                hipLaunchKernelGGL(
                    kernel,
                    dim3(static_cast<unsigned>(row_blocks * std::min(groups - g, most_groups))),
                    dim3(threads), 0, on_stream(nullptr), static_cast<const element<bytes>*>(out),
                    static_cast<long long>(p.rows), static_cast<long long>(p.columns),
                    static_cast<unsigned>(row_blocks), static_cast<long long>(g),
                    static_cast<unsigned long long>(seed), found);
        };
        if (!vectors)
            start(check_elements<bytes, 1, false>);
        else if (per_word == 1)
            start(check_elements<bytes, 1, true>);
        else
            start(check_elements<bytes, rows, true>);
    });
    check_launch("check_transposed");
    must(hipMemcpy(&host, found, sizeof host, hipMemcpyDeviceToHost), "The check on the device");
    must(hipFree(found), "Giving a verdict back");
    answer.wrong = host.wrong;
    answer.first = host.first;
    return answer;
}

}  // namespace

device_tools tools() { return {seconds_per_call, plain_copy, generate, check_transposed}; }

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
