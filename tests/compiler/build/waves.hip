// SPDX-License-Identifier: MIT
// Kernels that rely on the size of a wave. Each reduces groups of 64 or 32 numbers: right_... is declared for the waves
// with which it is right, the others for more than that.
#include <hip/hip_runtime.h>

#include <tileproof/custom_contract.hpp>

namespace {

using tileproof::arrays;
using tileproof::custom;
using tileproof::kernel_test;
using tileproof::pointers;

// One wave of 64: lane 0 has the sum. Lanes of a wave of 32 never see the other half.
__global__ void sum_of_64(const int* in, int* out) {
    int v = in[blockIdx.x * 64 + threadIdx.x];
    for (int d = 32; d > 0; d /= 2) v += __shfl_down(v, d);
    if (threadIdx.x == 0) out[blockIdx.x] = v;
}
// How many numbers before one's own are odd: a ballot over 64 lanes.
__global__ void ranks_in_64(const int* in, int* out) {
    const int i = static_cast<int>(blockIdx.x * 64 + threadIdx.x);
    const unsigned long long odd = __ballot(in[i] & 1);
    out[i] = __popcll(odd & ((1ull << threadIdx.x) - 1));
}
// Two groups of 32 in a block of 64: the ballot is cut to 32 bits, which drops half of a wave of 64.
__global__ void odd_in_32(const int* in, int* out) {
    const unsigned odd = static_cast<unsigned>(__ballot(in[blockIdx.x * 64 + threadIdx.x] & 1));
    if (threadIdx.x % 32 == 0) out[blockIdx.x * 2 + threadIdx.x / 32] = __popc(odd);
}
// Asks for the size, also as a constant; waves meet in shared memory.
__global__ void sum_of_any(const int* in, int* out) {
    constexpr int waves = 64 / warpSize;
    __shared__ int part[waves];
    int v = in[blockIdx.x * 64 + threadIdx.x];
    for (int d = warpSize / 2; d > 0; d /= 2) v += __shfl_down(v, d);
    if (threadIdx.x % warpSize == 0) part[threadIdx.x / warpSize] = v;
    __syncthreads();
    if (threadIdx.x != 0) return;
    int sum = 0;
    for (int w = 0; w < waves; ++w) sum += part[w];
    out[blockIdx.x] = sum;
}

custom sums(const char* name) {
    custom c(name, {"groups"});
    c.input<int>("in", {"groups", "64"})
        .output<int>("out", {"groups"})
        .reference([](const arrays& a) { a.out<int>("out") = a.in<int>("in").rowwise().sum(); });
    return c;
}
custom ranks(const char* name) {
    custom c(name, {"groups"});
    c.input<int>("in", {"groups", "64"})
        .output<int>("out", {"groups", "64"})
        .reference([](const arrays& a) {
            const auto in = a.in<int>("in");
            auto out = a.out<int>("out");
            for (long r = 0; r < in.rows(); ++r)
                for (long c = 0, odd = 0; c < 64; odd += in(r, c++) & 1)
                    out(r, c) = static_cast<int>(odd);
        });
    return c;
}
custom counts(const char* name) {
    custom c(name, {"groups"});
    c.input<int>("in", {"groups * 2", "32"})
        .output<int>("out", {"groups * 2"})
        .reference([](const arrays& a) {
            a.out<int>("out") =
                a.in<int>("in").unaryExpr([](int v) { return v & 1; }).rowwise().sum();
        });
    return c;
}

template <void (*Kernel)(const int*, int*)>
void start(const pointers& p) {
    if (p.dim("groups"))
        Kernel<<<static_cast<unsigned>(p.dim("groups")), 64>>>(p.in<int>("in"), p.out<int>("out"));
}

const kernel_test right_sum_of_64 = sums("right_sum_of_64").waves({64}).launch(start<sum_of_64>);
const kernel_test right_ranks = ranks("right_ranks").waves({64}).launch(start<ranks_in_64>);
const kernel_test right_counts = counts("right_counts").launch(start<odd_in_32>);
const kernel_test right_sum = sums("right_sum").waves({32, 64}).launch(start<sum_of_any>);

const kernel_test sum_needs_64 = sums("sum_needs_64").waves({32, 64}).launch(start<sum_of_64>);
const kernel_test ranks_need_64 = ranks("ranks_need_64").launch(start<ranks_in_64>);
const kernel_test counts_need_32 =
    counts("counts_need_32").waves({32, 64}).launch(start<odd_in_32>);

}  // namespace
