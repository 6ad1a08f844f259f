// SPDX-License-Identifier: MIT
// A program that shows a broken L12: layouts or tiles evaluated by a kernel, beside the host.
#include "fuzz/reproducer/lib_program.hpp"
#include "properties/bad_case.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tileproof::properties {
namespace {

constexpr std::string_view program_begin = R"(#include <hip/hip_runtime.h>

#include <tileproof/layout.hpp>
#include <tileproof/tile/tile_image.hpp>
#include <tileproof/tile/tile_view.hpp>
#include <tileproof/tile/tile_text.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

using namespace std::literals;
using namespace tileproof;

static const std::vector<std::string_view> texts = {
)";

// evaluate() is the kernel, image_of() what it evaluates, right_answers() what the host says.
constexpr std::string_view of_layouts = R"(
__global__ void evaluate(const void* image, long_index_t count, long_index_t* results) {
    const long_index_t k = static_cast<long_index_t>(blockIdx.x) * 128 + threadIdx.x;
    if (k >= count) return;
    const layout_view view(image);
    long_index_t index[maximum_rank], rest = k, offset = 0;
    for (int d = view.rank() - 1; d >= 0; --d) {
        index[d] = rest % view.length(d);
        rest /= view.length(d);
    }
    results[k] = view.offset(index, offset) ? offset : -1;
    // Moved there from the first index; a long chain has more hidden indices than a thread should hold.
    long_index_t from[maximum_rank] = {}, hidden[64], step[64];
    if (view.header().hidden_count > 64) {
        results[count + k] = results[k];
        return;
    }
    view.hidden_index(from, hidden);
    results[count + k] = view.move(index, hidden, step) ? hidden[0] : -1;
}

static std::vector<std::uint64_t> image_of(std::string_view text) {
    const layout l = layout::parse(text);
    const auto bytes = l.image();
    std::vector<std::uint64_t> words(bytes.size() / 8);
    std::memcpy(words.data(), bytes.data(), bytes.size());
    return words;
}
// The first of them, twice: evaluated there, and moved there.
static std::vector<long_index_t> right_answers(std::string_view text) {
    const layout l = layout::parse(text);
    std::vector<long_index_t> right;
    const long_index_t count = std::min<long_index_t>(l.size(), 1 << 18);
    for (int twice = 0; twice < 2; ++twice)
        for (long_index_t k = 0; k < count; ++k)
            right.push_back(l.offset(l.index_at(k)).value_or(-1));
    return right;
}
)";

constexpr std::string_view of_tiles = R"(
__global__ void evaluate(const void* image, long_index_t count, long_index_t* results) {
    const long_index_t k = static_cast<long_index_t>(blockIdx.x) * 128 + threadIdx.x;
    if (k >= count) return;
    const tile_view tile(image);
    const long_index_t thread = k / tile.registers(), element = tile.element_of(thread, k % tile.registers());
    results[k] = element;
    results[count + k] = tile.holder_of(element, tile.replica_of(thread));
}

static std::vector<std::uint64_t> image_of(std::string_view text) {
    return make_tile_image(parse_tile(text));
}
// The element that each register of each thread holds; and that it is the one who holds it.
static std::vector<long_index_t> right_answers(std::string_view text) {
    const tile_map map(parse_tile(text));
    std::vector<long_index_t> right;
    for (long_index_t t = 0; t < map.threads; ++t)
        for (long_index_t r = 0; r < map.registers; ++r) {
            long_index_t p[tile_encoding::max_p] = {}, y[tile_encoding::max_y] = {};
            long_index_t x[tile_encoding::max_x] = {}, element = 0;
            tile_map::unpack(map.p_lengths, t, p);
            tile_map::unpack(map.y_lengths, r, y);
            map.x_of(p, y, x);
            for (int i = 0; i < map.x_lengths.size(); ++i) element = element * map.x_lengths[i] + x[i];
            right.push_back(element);
        }
    for (long_index_t k = 0; k < map.threads * map.registers; ++k) right.push_back(k);
    return right;
}
)";

constexpr std::string_view program_end = R"(
static void require(hipError_t error, const char* what) {
    if (error == hipSuccess) return;
    std::printf("The program could not run: %s failed: %s\n", what, hipGetErrorString(error));
    std::exit(2);
}

static int failures_of(std::string_view text) {
    const std::vector<std::uint64_t> image = image_of(text);
    const std::vector<long_index_t> right = right_answers(text);
    const auto count = static_cast<long_index_t>(right.size() / 2);
    if (count == 0) return 0;
    std::vector<long_index_t> results(right.size(), -77);
    void *image_there = nullptr, *results_there = nullptr;
    const std::size_t bytes = results.size() * sizeof(long_index_t);
    require(hipMalloc(&image_there, image.size() * 8), "hipMalloc");
    require(hipMalloc(&results_there, bytes), "hipMalloc");
    require(hipMemcpy(image_there, image.data(), image.size() * 8, hipMemcpyHostToDevice), "hipMemcpy");
    require(hipMemcpy(results_there, results.data(), bytes, hipMemcpyHostToDevice), "hipMemcpy");
    hipLaunchKernelGGL(evaluate, dim3(static_cast<unsigned>((count + 127) / 128)), dim3(128), 0, nullptr,
                       static_cast<const void*>(image_there), count,
                       static_cast<long_index_t*>(results_there));
    if (const hipError_t error = hipDeviceSynchronize(); error != hipSuccess) {
        std::printf("The kernel failed: %s\n", hipGetErrorString(error));
        return 1;
    }
    require(hipMemcpy(results.data(), results_there, bytes, hipMemcpyDeviceToHost), "hipMemcpy");
    (void)hipFree(image_there);
    (void)hipFree(results_there);
    int wrong = 0;
    for (std::size_t k = 0; k < right.size(); ++k)
        if (results[k] != right[k] && ++wrong <= 5)
            std::printf("%s: answer %zu is %lld, and %lld on the host.\n", std::string(text).c_str(), k,
                        static_cast<long long>(results[k]), static_cast<long long>(right[k]));
    return wrong;
}

int main() try {
    int wrong = 0;
    for (const std::string_view text : texts) wrong += failures_of(text);
    std::printf(wrong ? "The bug is there: %d failures.\n" : "The bug is gone.\n", wrong);
    return wrong ? 1 : 0;
} catch (const std::exception& e) {
    std::printf("The bug is there: %s\n", e.what());
    return 1;
}
)";

}  // namespace

std::vector<reproducer> device_reproducers(const finding& f) {
    const bool layouts = f.the_case.contains("layouts");
    std::string text = as_comment(f.failure);
    text += fmt::format(R"(//
// Found on device {}. On an AMD GPU and on an NVIDIA GPU, where TILEPROOF is the project's folder:
//
//   hipcc -std=c++20 -I TILEPROOF/lib THIS_FILE -o bug && ./bug
//   nvcc -x cu -std=c++20 -I TILEPROOF/lib -I TILEPROOF/devices/cuda/include THIS_FILE -o bug && ./bug
//
// Exit code 1 (or a crash) while the bug is there, 0 when it is gone, 2 without a GPU.
)",
                        f.device);
    text += program_begin;
    for (const auto& one : f.the_case.at(layouts ? "layouts" : "tiles"))
        text += "    " + literal(one.get<std::string>()) + "sv,\n";
    text += "};\n";
    text += layouts ? of_layouts : of_tiles;
    return {{"hip", text + std::string(program_end)}};
}

}  // namespace tileproof::properties
