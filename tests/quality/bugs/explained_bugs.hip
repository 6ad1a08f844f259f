// SPDX-License-Identifier: MIT
// Kernels of which one bug hides another, or looks like two, until they are explained: explained_bugs_test.cpp.
#include <hip/hip_runtime.h>

#include <algorithm>
#include <tileproof/custom_contract.hpp>
#include <tileproof/kernel_test.hpp>

// The last block adds the sums of all, and does not set the counter to 0 again.
__device__ unsigned finished = 0;
__device__ int block_sums[16];
__global__ void sum_once(const int* x, int* y, int n) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int i = static_cast<int>(blockIdx.x); i < n; i += static_cast<int>(gridDim.x))
            sum += x[i];
        block_sums[blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(&finished, 1u) == gridDim.x - 1;
        __threadfence();
        if (!last) return;
        int all = 0;
        for (unsigned b = 0; b < gridDim.x; ++b) all += block_sums[b];
        y[0] = all;
    }
}

namespace {

constexpr int threads = 64;

// A barrier is missing, and bins from the 64th on are not stored.
__global__ void counts_too_early(const int* ids, int* counts, int n, int bins) {
    extern __shared__ int own[];
    const int t = static_cast<int>(threadIdx.x);
    for (int b = t; b < bins; b += threads) own[b] = 0;
    for (int i = t; i < n; i += threads) atomicAdd(&own[ids[i]], 1);
    __syncthreads();
    if (t < bins) counts[t] = own[t];
}
const tileproof::kernel_test counts =
    tileproof::custom("counts_too_early", {"n", "bins"})
        .at_least({1, 1})
        .at_most({0, 512})
        .input<int>("ids", {"n"})
        .indices_below("bins")
        .output<int>("counts", {"bins"})
        .reference([](const tileproof::arrays& a) {
            auto&& counts = a.out<int>("counts");
            const auto& ids = a.in<int>("ids");
            for (long b = 0; b < a.dim("bins"); ++b) counts(b) = 0;
            for (long i = 0; i < a.dim("n"); ++i) counts(ids(i)) += 1;
        })
        .launch([](const tileproof::pointers& p) {
            const int bins = static_cast<int>(p.dim("bins"));
            counts_too_early<<<1, threads, bins * sizeof(int)>>>(
                p.in<int>("ids"), p.out<int>("counts"), static_cast<int>(p.dim("n")), bins);
        });

// With a factor of 0 the result is right wherever a barrier stands.
__global__ void overwrites_the_sums(const float* x, float* y, int rows, int columns, float factor) {
    __shared__ float part[threads];
    const int t = static_cast<int>(threadIdx.x);
    for (int r = 0; r < rows; ++r) {
        float sum = 0;
        for (int c = t; c < columns; c += threads) sum += x[r * columns + c];
        part[t] = sum;
        __syncthreads();
        if (t > 0) continue;
        for (int k = 1; k < threads; ++k) sum += part[k];
        y[r] = factor * sum;
    }
}
const tileproof::kernel_test sums =
    tileproof::custom("overwrites_the_sums", {"rows", "columns"})
        .input<float>("x", {"rows", "columns"})
        .output<float>("y", {"rows"})
        .scalar<float>("factor", {0.0f, 1.0f, -2.0f})
        .reference([](const tileproof::arrays& a) {
            const auto& x = a.in<float>("x");
            for (long r = 0; r < a.dim("rows"); ++r) {
                double sum = 0;
                for (long c = 0; c < a.dim("columns"); ++c) sum += x(r, c);
                a.out<float>("y")(r) = static_cast<float>(a.scalar<float>("factor") * sum);
            }
        })
        .within(1e-4, 1e-4)
        .launch([](const tileproof::pointers& p) {
            overwrites_the_sums<<<1, threads>>>(
                p.in<float>("x"), p.out<float>("y"), static_cast<int>(p.dim("rows")),
                static_cast<int>(p.dim("columns")), p.scalar<float>("factor"));
        });

const tileproof::kernel_test once =
    tileproof::custom("sum_once", {"n"})
        .input<int>("x", {"n"})
        .output<int>("y", {"1"})
        .reference([](const tileproof::arrays& a) {
            int sum = 0;
            for (long i = 0; i < a.dim("n"); ++i) sum += a.in<int>("x")(i);
            a.out<int>("y")(0) = sum;
        })
        .launch([](const tileproof::pointers& p) {
            const long blocks = std::clamp((p.dim("n") + 63) / 64, 1L, 16L);
            sum_once<<<blocks, 32>>>(p.in<int>("x"), p.out<int>("y"), static_cast<int>(p.dim("n")));
        });

// At most 4 blocks without a loop, and 0 / 0 for empty segments.
__global__ void mean_of_segments(const float* x, const int* begins, float* means, int segments,
                                 int columns) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= segments * columns) return;
    const int s = i / columns, first = begins[s], end = begins[s + 1];
    float sum = 0;
    for (int k = first; k < end; ++k) sum += x[k * columns + i % columns];
    means[i] = sum / static_cast<float>(end - first);
}
const tileproof::kernel_test means =
    tileproof::custom("mean_of_segments", {"segments", "n", "columns"})
        .input<float>("x", {"n", "columns"})
        .input<int>("begins", {"segments + 1"})
        .row_pointers("n")
        .output<float>("means", {"segments", "columns"})
        .reference([](const tileproof::arrays& a) {
            const auto& x = a.in<float>("x");
            const auto& begins = a.in<int>("begins");
            for (long s = 0; s < a.dim("segments"); ++s)
                for (long c = 0; c < a.dim("columns"); ++c) {
                    double sum = 0;
                    for (int k = begins(s); k < begins(s + 1); ++k) sum += x(k, c);
                    const int rows = begins(s + 1) - begins(s);
                    a.out<float>("means")(s, c) = rows ? static_cast<float>(sum / rows) : 0.0f;
                }
        })
        .within(1e-4, 1e-3)
        .launch([](const tileproof::pointers& p) {
            const long all = p.dim("segments") * p.dim("columns");
            if (all)
                mean_of_segments<<<std::min((all + threads - 1) / threads, 4L), threads>>>(
                    p.in<float>("x"), p.in<int>("begins"), p.out<float>("means"),
                    static_cast<int>(p.dim("segments")), static_cast<int>(p.dim("columns")));
        });

// A group of zeros has no scale, and the last group of a row that does not fill it is left out.
constexpr int of_group = 32;
__global__ void scaled_groups(const float* x, float* y, int columns) {
    __shared__ float greatest;
    const int c = static_cast<int>(blockIdx.x) * of_group + static_cast<int>(threadIdx.x);
    const long row = static_cast<long>(blockIdx.y) * columns;
    if (threadIdx.x == 0) {
        greatest = 0;
        for (int k = c; k < columns && k < c + of_group; ++k)
            greatest = fmaxf(greatest, fabsf(x[row + k]));
    }
    __syncthreads();
    if (c < columns) y[row + c] = x[row + c] / greatest;
}
const tileproof::kernel_test scaled =
    tileproof::custom("scaled_groups", {"rows", "columns"})
        .at_least({0, 1})
        .at_most({65535, 0})
        .input<float>("x", {"rows", "columns"})
        .values_from(-4, 4)
        .output<float>("y", {"rows", "columns"})
        .reference([](const tileproof::arrays& a) {
            const auto& x = a.in<float>("x");
            for (long r = 0; r < x.rows(); ++r)
                for (long g = 0; g < x.cols(); g += of_group) {
                    float greatest = 0;
                    for (long c = g; c < std::min(x.cols(), g + of_group); ++c)
                        greatest = std::max(greatest, std::abs(x(r, c)));
                    for (long c = g; c < std::min(x.cols(), g + of_group); ++c)
                        a.out<float>("y")(r, c) = greatest > 0 ? x(r, c) / greatest : 0.0f;
                }
        })
        .within(1e-6, 1e-6)
        .launch([](const tileproof::pointers& p) {
            const int rows = static_cast<int>(p.dim("rows")),
                      columns = static_cast<int>(p.dim("columns"));
            const int groups = columns / of_group;
            if (rows == 0 || groups == 0) return;
            scaled_groups<<<dim3(groups, rows), of_group>>>(p.in<float>("x"), p.out<float>("y"),
                                                            columns);
        });

}  // namespace
