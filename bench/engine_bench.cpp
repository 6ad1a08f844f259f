// SPDX-License-Identifier: MIT
// The cost of the engine itself: starting a thread, a barrier, a shuffle, a small launch.
//
// Arguments: threads per block. The column `each` is the time per thread (and per barrier or shuffle).
#include <benchmark/benchmark.h>
#include <hip/hip_runtime.h>

#include "devices/device.hpp"

namespace {

constexpr int rounds = 100;

__global__ void empty_kernel(int* out) { out[threadIdx.x] = static_cast<int>(threadIdx.x); }

__global__ void one_barrier_kernel(int* out) {
    out[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] += 1;
}

__global__ void barriers_kernel(int* out) {
    for (int i = 0; i < rounds; ++i) __syncthreads();
    out[threadIdx.x] = 1;
}

__global__ void shuffles_kernel(int* out) {
    int value = static_cast<int>(threadIdx.x);
    for (int i = 0; i < rounds; ++i) value = __shfl_xor(value, 1) + 1;
    out[threadIdx.x] = value;
}

void measure(benchmark::State& state, auto kernel, int per_thread) {
    static int out[1024];
    const auto threads = static_cast<unsigned>(state.range(0));
    const unsigned blocks = 1u << 18 >> (per_thread > 1 ? 7 : 0);
    tileproof::cpu_engine::settings().workers = 1;
    for (auto _ : state) hipLaunchKernelGGL(kernel, blocks / threads, threads, 0, nullptr, out);
    tileproof::cpu_engine::settings() = {};
    state.counters["each"] = benchmark::Counter(
        static_cast<double>(blocks / threads * threads) * per_thread,
        benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
void thread_without_barrier(benchmark::State& s) { measure(s, empty_kernel, 1); }
void thread_with_one_barrier(benchmark::State& s) { measure(s, one_barrier_kernel, 1); }
void barrier(benchmark::State& s) { measure(s, barriers_kernel, rounds); }
void shuffle(benchmark::State& s) { measure(s, shuffles_kernel, rounds); }
BENCHMARK(thread_without_barrier)->Arg(64)->Arg(256)->Arg(1024);
BENCHMARK(thread_with_one_barrier)->Arg(64)->Arg(256)->Arg(1024);
BENCHMARK(barrier)->Arg(64)->Arg(256)->Arg(1024);
BENCHMARK(shuffle)->Arg(64)->Arg(256)->Arg(1024);

// One case of a campaign: two fenced buffers, a launch of one block, canaries compared.
void small_case(benchmark::State& state) {
    namespace k = tileproof::devices;
    k::device& cpu = k::find_device("cpu");
    for (auto _ : state) {
        const k::buffer in =
            cpu.allocate({.bytes = 1000, .where = k::placement::fence_after, .alignment = 4});
        const k::buffer out =
            cpu.allocate({.bytes = 1000, .where = k::placement::fence_after, .alignment = 4});
        hipLaunchKernelGGL(one_barrier_kernel, 1, 250, 0, nullptr, static_cast<int*>(out.data()));
        benchmark::DoNotOptimize(in.damage().has_value() || out.damage().has_value());
    }
}
BENCHMARK(small_case);

}  // namespace
