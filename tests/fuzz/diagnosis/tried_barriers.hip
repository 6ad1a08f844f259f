// SPDX-License-Identifier: MIT
// Races of which some lack a barrier, and where: `// NAME first` and `// NAME last` mark their lines. y[i] must be x[63 - i],
// and 0 where there is none.
#include <hip/hip_runtime.h>

#include <tileproof/custom_contract.hpp>
#include <tileproof/kernel_test.hpp>

namespace {

using tileproof::custom;
using tileproof::kernel_test;
using tileproof::pointers;

constexpr int threads = 64;

template <class Kernel>
kernel_test reverses(const char* name, Kernel kernel, int sums = 1) {
    return custom(name, {"n"})
        .input<int>("x", {"n"})
        .output<int>("y", {"n"})
        .at_least({1})
        .at_most({threads})
        .values_from(-1000, 1000)
        .reference([sums](const tileproof::arrays& a) {
            const auto& x = a.in<int>("x");
            auto&& y = a.out<int>("y");
            for (int i = 0; i < y.size(); ++i)
                y(i) = threads - 1 - i < x.size() ? sums * x(threads - 1 - i) : 0;
        })
        .launch([kernel](const pointers& p) {
            kernel<<<1, threads>>>(p.in<int>("x"), p.out<int>("y"), static_cast<int>(p.dim("n")));
        });
}

__global__ void between_lines(const int* x, int* y, int n) {
    __shared__ int part[threads];
    const int t = static_cast<int>(threadIdx.x);
    part[t] = t < n ? x[t] : 0;               // between first
    if (t < n) y[t] = part[threads - 1 - t];  // between last
}
const kernel_test between = reverses("between", between_lines);

// The barrier must stand before the loop that some threads leave early.
__global__ void guarded_lines(const int* x, int* y, int n) {
    __shared__ int part[threads];
    const int t = static_cast<int>(threadIdx.x);
    part[t] = t < n ? x[t] : 0;                                         // guarded first
    for (int i = t; i < n; i += threads) y[i] = part[threads - 1 - i];  // guarded last
    __syncthreads();
}
const kernel_test guarded = reverses("guarded", guarded_lines);

__global__ void lines_of_two_rounds(const int* x, int* y, int n) {
    __shared__ int part[threads];
    const int t = static_cast<int>(threadIdx.x);
    int sum = 0;
    for (int k = 0; k < 3; ++k) {
        part[t] = t < n ? k * x[t] : 0;  // next_round first
        __syncthreads();
        sum += part[threads - 1 - t];  // next_round last
    }
    if (t < n) y[t] = sum;
}
const kernel_test next_round = reverses("next_round", lines_of_two_rounds, 3);

__global__ void no_barrier_at_all(const int* x, int* y, int n) {
    __shared__ int part[threads];
    const int t = static_cast<int>(threadIdx.x);
    int sum = 0;
    for (int k = 0; k < 3; ++k) {
        part[t] = t < n ? k * x[t] : 0;  // both first
        sum += part[threads - 1 - t];    // both last
    }
    if (t < n) y[t] = sum;
}
const kernel_test both = reverses("both", no_barrier_at_all, 3);

// The barrier must stand in front of the branch that some threads do not take.
__global__ void line_in_a_branch(const int* x, int* y, int n) {
    __shared__ int part[threads];
    const int t = static_cast<int>(threadIdx.x);
    part[t] = t < n ? x[t] : 0;  // in_a_branch first
    if (t < n) {
        y[t] = part[threads - 1 - t];  // in_a_branch last
    }
}
const kernel_test in_a_branch = reverses("in_a_branch", line_in_a_branch);

// Two threads write one element: ordered, the result is as wrong.
__global__ void one_index_for_two(const int* x, int* y, int n) {
    __shared__ int part[threads];
    const int t = static_cast<int>(threadIdx.x);
    part[t] = 0;
    __syncthreads();
    if (t < n) part[t] = x[t];                         // wrong_index first
    if (t >= 32) part[95 - t] = t < n ? x[t] + 1 : 1;  // wrong_index last
    __syncthreads();
    if (t < n) y[t] = part[threads - 1 - t];
}
const kernel_test wrong_index = reverses("wrong_index", one_index_for_two);

// A barrier is missing, and odd lengths are wrong.
__global__ void two_bugs_of_a_kernel(const int* x, int* y, int n) {
    __shared__ int part[threads];
    const int t = static_cast<int>(threadIdx.x);
    part[t] = t < n ? x[t] : 0;               // two_bugs first
    const int other = part[threads - 1 - t];  // two_bugs last
    if (t < n) y[t] = other + (n % 2 && t == 0 ? 1 : 0);
}
const kernel_test two_bugs = reverses("two_bugs", two_bugs_of_a_kernel);

}  // namespace
