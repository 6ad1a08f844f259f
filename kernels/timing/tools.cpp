// The tools of one device: compiled once for each, like the kernels.
#include "kernels/timing/tools.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "kernels/catalogue.hpp"
#include "kernels/launch.hpp"
#include "kernels/timing/device_tools.hpp"
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
    work(stream);  // loads the code
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

// One launch, tail included: a second one would make the yardstick longer.
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
    if (blocks > 0x7fffffff)
        throw device_error("At most 2^39 items fit into one launch of the device's tools, not " +
                           std::to_string(items) + ".");
    return static_cast<unsigned>(blocks);
}

void plain_copy(const void* in, void* out, std::size_t bytes, void* stream) {
    if (bytes == 0) return;
    hipLaunchKernelGGL(copy_vectors, dim3(blocks_of(static_cast<long long>((bytes + 15) / 16))),
                       dim3(threads), 0, on_stream(stream), static_cast<const uint4*>(in),
                       static_cast<uint4*>(out), static_cast<long long>(bytes));
    check_launch("plain_copy");
}

// One thread for the 16 bytes that one call of philox() makes.
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

struct verdict_on_device {
    unsigned long long wrong, first;
};
__device__ inline void report(verdict_on_device* verdict, long long element) {
    atomicAdd(&verdict->wrong, 1ULL);
    atomicMin(&verdict->first, static_cast<unsigned long long>(element));
}

// A thread checks `check_rows` rows, `threads` apart, of V = 16 / sizeof(T) columns beside each other: in the
// input those were one vector, when V divides the columns. Otherwise each element costs its own philox().
constexpr int check_rows = 4;
template <class T, bool Vectors>
__global__ void __launch_bounds__(threads)
    check_elements(const T* out, long long rows, long long columns, unsigned row_blocks,
                   unsigned long long seed, verdict_on_device* verdict) {
    constexpr int bytes = static_cast<int>(sizeof(T)), V = Vectors ? 16 / bytes : 1;
    const long long group = blockIdx.x / row_blocks, c = group * V;
    const long long r0 =
        static_cast<long long>(blockIdx.x % row_blocks) * (threads * check_rows) + threadIdx.x;
    T found[check_rows][V];
    TILEPROOF_UNROLL
    for (int i = 0; i < check_rows; ++i)
        for (int v = 0; v < V; ++v)
            found[i][v] = r0 + i * threads < rows ? out[(c + v) * rows + r0 + i * threads] : T{0};
    TILEPROOF_UNROLL
    for (int i = 0; i < check_rows; ++i) {
        const long long r = r0 + i * threads;
        if (r >= rows) break;
        if constexpr (Vectors) {
            const array<std::uint32_t, 4> words =
                philox_vector(static_cast<std::uint64_t>(r * (columns / V) + group), seed);
            for (int v = 0; v < V; ++v)
                if (found[i][v] != static_cast<T>(element_of_vector<bytes>(words, v)))
                    report(verdict, (c + v) * rows + r);
        } else if (found[i][0] != static_cast<T>(philox_element<bytes>(
                                      static_cast<std::uint64_t>(r * columns + c), seed))) {
            report(verdict, c * rows + r);
        }
    }
}

element_verdict check_transposed(const transpose_problem& p, const void* out, std::uint64_t seed) {
    element_verdict answer;
    if (p.rows <= 0 || p.columns <= 0) return answer;
    const long_index_t row_blocks = (p.rows + threads * check_rows - 1) / (threads * check_rows);
    const long_index_t per_vector = 16 / p.element_bytes;
    const bool vectors = p.columns % per_vector == 0;
    const long_index_t blocks = row_blocks * (vectors ? p.columns / per_vector : p.columns);
    if (blocks > 0x7fffffff)
        throw device_error(
            "A check on the device takes at most 2^31 pieces of 1024 rows, not those of " +
            std::to_string(p.rows) + " x " + std::to_string(p.columns) + ".");
    verdict_on_device* verdict;
    must(hipMalloc(reinterpret_cast<void**>(&verdict), sizeof *verdict), "Allocating a verdict");
    verdict_on_device host{0, ~0ULL};
    must(hipMemcpy(verdict, &host, sizeof host, hipMemcpyHostToDevice), "Copying a verdict");
    with_element_type(p.element_bytes, [&](auto element) {
        using T = decltype(element);
        const auto start = [&](auto kernel) {
            hipLaunchKernelGGL(kernel, dim3(static_cast<unsigned>(blocks)), dim3(threads), 0,
                               on_stream(nullptr), static_cast<const T*>(out),
                               static_cast<long long>(p.rows), static_cast<long long>(p.columns),
                               static_cast<unsigned>(row_blocks),
                               static_cast<unsigned long long>(seed), verdict);
        };
        vectors ? start(check_elements<T, true>) : start(check_elements<T, false>);
    });
    check_launch("check_transposed");
    must(hipMemcpy(&host, verdict, sizeof host, hipMemcpyDeviceToHost), "The check on the device");
    must(hipFree(verdict), "Giving a verdict back");
    answer.wrong = host.wrong;
    answer.first = host.first;
    return answer;
}

}  // namespace

device_tools tools() { return {seconds_per_call, plain_copy, generate, check_transposed}; }

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
