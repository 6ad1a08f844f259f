// SPDX-License-Identifier: MIT
// Transposes of float32 matrices on the cpu device, next to plain C++ on the same cores.
//
// Arguments: rows = columns, cores. The column per_thread is the time per GPU thread, per_element per element (the
// register kernel moves 16 per thread).
#include <benchmark/benchmark.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <Eigen/Dense>
#include <vector>

#include "devices/cpu/launch.hpp"
#include "devices/device.hpp"
#include "kernels/catalogue.hpp"

namespace {

using namespace tileproof;
using namespace tileproof::devices;
using namespace tileproof::kernels;

void report(benchmark::State& state, double threads, double elements) {
    const auto each = [](double count) {
        return benchmark::Counter(
            count, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
    };
    if (threads > 0) state.counters["per_thread"] = each(threads);
    state.counters["per_element"] = each(elements);
}

void kernel(benchmark::State& state, const transpose_kernel& k) {
    device& cpu = find_device("cpu");
    const long_index_t n = state.range(0);
    const transpose_problem p = packed_transpose(n, n, 4);
    const auto bytes = static_cast<std::size_t>(4 * n * n);
    const buffer in = cpu.allocate({.bytes = bytes}), out = cpu.allocate({.bytes = bytes});
    cpu.fill(in.data(), 1, bytes);
    cpu.fill(out.data(), 2, bytes);
    cpu_engine::settings().workers = static_cast<unsigned>(state.range(1));
    for (auto _ : state) k.launch(p, in.data(), out.data());
    cpu_engine::settings() = {};
    const double elements = static_cast<double>(n) * static_cast<double>(n);
    report(state, k.name == "transpose_register_4x4" ? elements / 16 : elements, elements);
}

// Runs body(first row, last row) on the requested number of cores.
template <class Body>
void plain(benchmark::State& state, Body body) {
    const long_index_t n = state.range(0);
    std::vector<float> in(static_cast<std::size_t>(n * n), 1.0f), out(in.size(), 2.0f);
    const int cores = static_cast<int>(state.range(1));
    tbb::task_arena arena(cores);
    for (auto _ : state) {
        if (cores == 1)
            body(in.data(), out.data(), n, long_index_t{0}, n);
        else
            arena.execute([&] {
                tbb::parallel_for(tbb::blocked_range<long_index_t>(0, n / 32), [&](const auto& r) {
                    body(in.data(), out.data(), n, r.begin() * 32, r.end() * 32);
                });
            });
        benchmark::DoNotOptimize(out.data());
        benchmark::ClobberMemory();
    }
    report(state, 0, static_cast<double>(n) * static_cast<double>(n));
}

void plain_loop(const float* in, float* out, long_index_t n, long_index_t first,
                long_index_t last) {
    for (long_index_t r = first; r < last; ++r)
        for (long_index_t c = 0; c < n; ++c) out[c * n + r] = in[r * n + c];
}

void blocked_loop(const float* in, float* out, long_index_t n, long_index_t first,
                  long_index_t last) {
    for (long_index_t r0 = first; r0 < last; r0 += 32)
        for (long_index_t c0 = 0; c0 < n; c0 += 32)
            for (long_index_t r = r0; r < r0 + 32; ++r)
                for (long_index_t c = c0; c < c0 + 32; ++c) out[c * n + r] = in[r * n + c];
}

void eigen(benchmark::State& state) {
    const Eigen::Index n = state.range(0);
    using matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const matrix in = matrix::Constant(n, n, 1.0f);
    matrix out = matrix::Constant(n, n, 2.0f);
    for (auto _ : state) {
        out = in.transpose();
        benchmark::DoNotOptimize(out.data());
        benchmark::ClobberMemory();
    }
    report(state, 0, static_cast<double>(n) * static_cast<double>(n));
}

const bool registered = [] {
    const auto sizes = [](benchmark::internal::Benchmark* b, bool two_cores) {
        for (long n : {1024, 4096}) {
            b->Args({n, 1});
            if (two_cores) b->Args({n, 2});
        }
        b->ArgNames({"n", "cores"})->UseRealTime()->Unit(benchmark::kMillisecond);
    };
    for (const transpose_kernel& k : find_device("cpu").kernels().transposes)
        sizes(benchmark::RegisterBenchmark(k.name.c_str(),
                                           [&k](benchmark::State& s) { kernel(s, k); }),
              true);
    sizes(benchmark::RegisterBenchmark("plain_loop",
                                       [](benchmark::State& s) { plain(s, plain_loop); }),
          true);
    sizes(benchmark::RegisterBenchmark("blocks_32x32",
                                       [](benchmark::State& s) { plain(s, blocked_loop); }),
          true);
    sizes(benchmark::RegisterBenchmark("eigen_transpose", eigen), false);
    return true;
}();

}  // namespace
