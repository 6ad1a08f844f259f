// SPDX-License-Identifier: MIT
// The cpu-checked device, every check on: float32 transposes, nanoseconds a GPU thread. Next to the same
// kernels on cpu see transpose_bench; figures of other checkers are in the README.
#include <benchmark/benchmark.h>

#include "kernels/catalogue.hpp"
#include "kernels/device/device.hpp"

namespace {

using namespace tileproof::kernels;

// Threads of a launch: those of the LDS-tiled kernel are one for each element, as in the naive ones.
void checked_transpose(benchmark::State& state, const char* name) {
    device& d = find_device("cpu-checked");
    const auto n = state.range(0);
    const transpose_problem p = packed_transpose(n, n, 4);
    const auto bytes = static_cast<std::size_t>(n * n * 4);
    const buffer in = d.allocate({.bytes = bytes}), out = d.allocate({.bytes = bytes});
    d.fill(in.data(), 1, bytes);
    for (const transpose_kernel& k : d.kernels().transposes) {
        if (k.name != name) continue;
        for (auto _ : state) {
            k.launch(p, in.data(), out.data());
            d.synchronize();
        }
    }
    state.counters["ns_per_element"] = benchmark::Counter(
        static_cast<double>(n * n) * 1e-9,
        benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

BENCHMARK_CAPTURE(checked_transpose, read_contiguous, "transpose_read_contiguous")
    ->Arg(1024)
    ->Arg(4096)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(checked_transpose, write_contiguous, "transpose_write_contiguous")
    ->Arg(1024)
    ->Arg(4096)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(checked_transpose, tiled, "transpose_tiled")
    ->Arg(1024)
    ->Arg(4096)
    ->Unit(benchmark::kMillisecond);

}  // namespace
