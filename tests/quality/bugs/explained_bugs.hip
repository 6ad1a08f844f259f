// SPDX-License-Identifier: MIT
// Kernels of which one bug hides another, or looks like two, until they are explained: explained_bugs_test.cpp.
#include <hip/hip_runtime.h>

#include <algorithm>
#include <cmath>
#include <tileproof/custom_contract.hpp>
#include <tileproof/kernel_test.hpp>
#include <vector>

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

// The rows of `back` lie as far apart as those of `front`: two lines read beyond it, and one is wrong.
struct row_strides {
    long front, back, mask, y;
};
__global__ void blends(const float* front, const float* back, const int* mask, float* y, int rows,
                       int columns, row_strides s) {
    const int c = static_cast<int>(threadIdx.x);
    for (int r = static_cast<int>(blockIdx.x); r < rows; r += static_cast<int>(gridDim.x)) {
        if (c >= columns) continue;
        const float* f = front + r * s.front;
        const float* b = back + r * s.front;
        const int m = mask[r * s.mask + c];
        float v = f[c];
        if (m < 0)
            v = b[c];
        else if (m > 0)
            v = f[c] - b[c];
        y[r * s.y + c] = v;
    }
}
const tileproof::kernel_test blended =
    tileproof::custom("blends", {"rows", "columns"})
        .at_most({0, threads})
        .strided()
        .input<float>("front", {"rows", "columns"})
        .input<float>("back", {"rows", "columns"})
        .input<int>("mask", {"rows", "columns"})
        .values_from(-1, 1)
        .output<float>("y", {"rows", "columns"})
        .reference([](const tileproof::arrays& a) {
            const auto &front = a.in<float>("front"), &back = a.in<float>("back");
            const auto& mask = a.in<int>("mask");
            for (long r = 0; r < a.dim("rows"); ++r)
                for (long c = 0; c < a.dim("columns"); ++c)
                    a.out<float>("y")(r, c) = mask(r, c) < 0   ? back(r, c)
                                              : mask(r, c) > 0 ? front(r, c) - back(r, c)
                                                               : front(r, c);
        })
        .launch([](const tileproof::pointers& p) {
            const int rows = static_cast<int>(p.dim("rows"));
            if (rows == 0) return;
            blends<<<std::min(rows, 4), threads>>>(
                p.in<float>("front"), p.in<float>("back"), p.in<int>("mask"), p.out<float>("y"),
                rows, static_cast<int>(p.dim("columns")),
                {p.stride("front"), p.stride("back"), p.stride("mask"), p.stride("y")});
        });

// One line goes beyond the block's array, which is too short for the halo, and beyond what it copies.
__global__ void adds_neighbours(const float* x, float* y, int n, int r) {
    extern __shared__ float tile[];
    const int start = static_cast<int>(blockIdx.x) * threads - r;
    for (int k = static_cast<int>(threadIdx.x); k < threads + 2 * r; k += threads) {
        const int at = start + k;
        tile[k] = at >= 0 && at <= n ? x[at] : 0;
    }
    __syncthreads();
    const int i = static_cast<int>(blockIdx.x) * threads + static_cast<int>(threadIdx.x);
    if (i >= n) return;
    float sum = 0;
    for (int k = 0; k <= 2 * r; ++k) sum += tile[threadIdx.x + k];
    y[i] = sum;
}
const tileproof::kernel_test neighbours =
    tileproof::custom("adds_neighbours", {"n", "r"})
        .at_most({0, 20})
        .input<float>("x", {"n"})
        .values_from(-4, 4)
        .output<float>("y", {"n"})
        .reference([](const tileproof::arrays& a) {
            const long n = a.dim("n"), r = a.dim("r");
            for (long i = 0; i < n; ++i) {
                double sum = 0;
                for (long k = std::max(0L, i - r); k <= std::min(n - 1, i + r); ++k)
                    sum += a.in<float>("x")(k);
                a.out<float>("y")(i) = static_cast<float>(sum);
            }
        })
        .within(1e-3, 1e-3)
        .launch([](const tileproof::pointers& p) {
            const int n = static_cast<int>(p.dim("n")), r = static_cast<int>(p.dim("r"));
            if (n > 0)
                adds_neighbours<<<(n + threads - 1) / threads, threads,
                                  (threads + r) * sizeof(float)>>>(p.in<float>("x"),
                                                                   p.out<float>("y"), n, r);
        });

// The least whole number has no positive twin: its remainder is below zero, in both arrays.
__global__ void counts_remainders(const int* x, int* counts, int n, int m) {
    __shared__ int own[64];
    const bool small = m <= 64;
    const int t = static_cast<int>(threadIdx.x);
    if (small && t < m) own[t] = 0;
    __syncthreads();
    for (int i = t; i < n; i += threads) {
        const int size = x[i] < 0 ? -x[i] : x[i];
        const int k = size % m;
        if (small)
            atomicAdd(&own[k], 1);
        else
            atomicAdd(&counts[k], 1);
    }
    __syncthreads();
    if (small && t < m) counts[t] = own[t];
}
const tileproof::kernel_test remainders =
    tileproof::custom("counts_remainders", {"n", "m"})
        .at_least({1, 1})
        .at_most({200, 200})
        .input<int>("x", {"n"})
        .output<int>("counts", {"m"})
        .reference([](const tileproof::arrays& a) {
            auto&& counts = a.out<int>("counts");
            for (long k = 0; k < a.dim("m"); ++k) counts(k) = 0;
            for (long i = 0; i < a.dim("n"); ++i) {
                const long x = a.in<int>("x")(i);
                counts((x < 0 ? -x : x) % a.dim("m")) += 1;
            }
        })
        .launch([](const tileproof::pointers& p) {
            (void)hipMemset(p.out<int>("counts"), 0, p.dim("m") * sizeof(int));
            counts_remainders<<<1, threads>>>(p.in<int>("x"), p.out<int>("counts"),
                                              static_cast<int>(p.dim("n")),
                                              static_cast<int>(p.dim("m")));
        });

// Numbers are folded toward zero, and both outputs are wrong for some of them.
__device__ float folded(float d) { return d - static_cast<float>(static_cast<int>(d + 0.5f)); }
__global__ void folds_both(const float* x, const float* y, float* fx, float* fy, int n) {
    const int i = static_cast<int>(blockIdx.x) * threads + static_cast<int>(threadIdx.x);
    if (i >= n) return;
    const float dx = folded(x[i]), dy = folded(y[i]);
    fx[i] = 2 * dx;
    fy[i] = 2 * dy;
}
const tileproof::kernel_test folds =
    tileproof::custom("folds_both", {"n"})
        .input<float>("x", {"n"})
        .values_from(-0.99, 0.99)
        .input<float>("y", {"n"})
        .values_from(-0.99, 0.99)
        .output<float>("fx", {"n"})
        .output<float>("fy", {"n"})
        .reference([](const tileproof::arrays& a) {
            for (long i = 0; i < a.dim("n"); ++i) {
                const double x = a.in<float>("x")(i), y = a.in<float>("y")(i);
                a.out<float>("fx")(i) = static_cast<float>(2 * (x - std::floor(x + 0.5)));
                a.out<float>("fy")(i) = static_cast<float>(2 * (y - std::floor(y + 0.5)));
            }
        })
        .within(1e-5, 1e-5)
        .launch([](const tileproof::pointers& p) {
            const int n = static_cast<int>(p.dim("n"));
            if (n > 0)
                folds_both<<<(n + threads - 1) / threads, threads>>>(
                    p.in<float>("x"), p.in<float>("y"), p.out<float>("fx"), p.out<float>("fy"), n);
        });

// The upper half of a wave is not counted: with some data two of its threads take one place, with others a single one is overwritten.
__global__ void keeps_odd(const int* x, int* y, int n) {
    const int lane = static_cast<int>(threadIdx.x), i = static_cast<int>(blockIdx.x) * 64 + lane;
    const bool kept = i < n && x[i] % 2 != 0;
    const auto all = static_cast<unsigned>(__ballot(kept));
    if (kept) y[blockIdx.x * 64 + __popcll(all & ((1ull << lane) - 1))] = x[i];
    if (lane >= __popc(all)) y[blockIdx.x * 64 + lane] = 0;
}
const tileproof::kernel_test keeps =
    tileproof::custom("keeps_odd", {"n"})
        .waves({64})
        .input<int>("x", {"n"})
        .output<int>("y", {"64 * ceil(n / 64)"})
        .reference([](const tileproof::arrays& a) {
            for (long begin = 0; begin < a.dim("n"); begin += 64) {
                long at = begin;
                for (long i = begin; i < begin + 64; ++i) a.out<int>("y")(i) = 0;
                for (long i = begin; i < std::min(begin + 64, a.dim("n")); ++i)
                    if (a.in<int>("x")(i) % 2 != 0) a.out<int>("y")(at++) = a.in<int>("x")(i);
            }
        })
        .launch([](const tileproof::pointers& p) {
            const int n = static_cast<int>(p.dim("n"));
            if (n > 0) keeps_odd<<<(n + 63) / 64, 64>>>(p.in<int>("x"), p.out<int>("y"), n);
        });

// Two threads may have the same element, and each doubles it: in turns they are wrong as well.
__global__ void doubles_marked(const int* marks, float* x, int n) {
    for (int i = static_cast<int>(threadIdx.x); i < n; i += threads) {
        const int k = marks[i];
        x[k] = 2 * x[k];
    }
}
const tileproof::kernel_test doubled =
    tileproof::custom("doubles_marked", {"n", "m"})
        .at_least({0, 1})
        .input<int>("marks", {"n"})
        .indices_below("m")
        .in_out<float>("x", {"m"})
        .values_from(1, 4)
        .reference([](const tileproof::arrays& a) {
            std::vector<bool> is_marked(static_cast<std::size_t>(a.dim("m")));
            for (long i = 0; i < a.dim("n"); ++i)
                is_marked[static_cast<std::size_t>(a.in<int>("marks")(i))] = true;
            for (long k = 0; k < a.dim("m"); ++k)
                a.out<float>("x")(k) =
                    a.in<float>("x")(k) * (is_marked[static_cast<std::size_t>(k)] ? 2 : 1);
        })
        .launch([](const tileproof::pointers& p) {
            const int n = static_cast<int>(p.dim("n"));
            if (n > 0) doubles_marked<<<1, threads>>>(p.in<int>("marks"), p.out<float>("x"), n);
        });

// The weight is read before the guard, and an empty mean is not 0: no number that both compare.
__global__ void weighs_groups(const float* x, const float* weights, float* y, int n, float total) {
    const int begin = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) * 4;
    for (int k = 0; k < 4; ++k) {
        const int i = begin + k;
        if (begin >= n) return;
        const float w = weights[i];
        if (i >= n) return;
        y[i] = (w > 0 ? x[i] : 0) / total;
    }
}
const tileproof::kernel_test weighed =
    tileproof::custom("weighs_groups", {"n"})
        .input<float>("x", {"n"})
        .values_from(-4, 4)
        .input<float>("weights", {"n"})
        .values_from(-4, 4)
        .output<float>("y", {"n"})
        .scalar<float>("total", {1, 2, 0, 4})
        .reference([](const tileproof::arrays& a) {
            const float total = a.scalar<float>("total");
            for (long i = 0; i < a.dim("n"); ++i)
                a.out<float>("y")(i) =
                    total == 0 || a.in<float>("weights")(i) <= 0 ? 0 : a.in<float>("x")(i) / total;
        })
        .within(1e-6)
        .launch([](const tileproof::pointers& p) {
            const int n = static_cast<int>(p.dim("n"));
            if (n > 0)
                weighs_groups<<<(n + 4 * threads - 1) / (4 * threads), threads>>>(
                    p.in<float>("x"), p.in<float>("weights"), p.out<float>("y"), n,
                    p.scalar<float>("total"));
        });

// One index below zero, which two lines use under two names.
__global__ void greatest_of_three(const float* x, float* y, int n) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n) return;
    const int from = i - 2;
    float most = x[from];
    for (int k = from + 1; k <= i; ++k) most = fmaxf(most, x[k]);
    y[i] = most;
}
const tileproof::kernel_test greatest =
    tileproof::custom("greatest_of_three", {"n"})
        .input<float>("x", {"n"})
        .values_from(-4, 4)
        .output<float>("y", {"n"})
        .reference([](const tileproof::arrays& a) {
            for (long i = 0; i < a.dim("n"); ++i) {
                float most = a.in<float>("x")(i);
                for (long k = std::max(i - 2, 0L); k < i; ++k)
                    most = std::max(most, a.in<float>("x")(k));
                a.out<float>("y")(i) = most;
            }
        })
        .launch([](const tileproof::pointers& p) {
            const int n = static_cast<int>(p.dim("n"));
            if (n > 0)
                greatest_of_three<<<(n + threads - 1) / threads, threads>>>(p.in<float>("x"),
                                                                            p.out<float>("y"), n);
        });

// Where all ids are alike, the first kernel divides by zero; what it has not stored then, the second one reads.
__global__ void makes_ranks(const int* counts, int* ranks, int bins, int n) {
    const int b = static_cast<int>(threadIdx.x);
    if (b < bins) ranks[b] = counts[b] * 100 / (n - counts[0]);
}
__global__ void looks_up(const int* ids, const int* ranks, int* y, int n) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) y[i] = ranks[ids[i]];
}
const tileproof::kernel_test ranked =
    tileproof::custom("looks_up", {"n", "bins"})
        .at_least({0, 1})
        .at_most({0, threads})
        .input<int>("counts", {"bins"})
        .values_from(0, 3)
        .input<int>("ids", {"n"})
        .indices_below("bins")
        .output<int>("y", {"n"})
        .reference([](const tileproof::arrays& a) {
            const long rest = a.dim("n") - a.in<int>("counts")(0);
            for (long i = 0; i < a.dim("n"); ++i)
                a.out<int>("y")(i) =
                    rest == 0
                        ? 0
                        : static_cast<int>(a.in<int>("counts")(a.in<int>("ids")(i)) * 100 / rest);
        })
        .launch([](const tileproof::pointers& p) {
            const int n = static_cast<int>(p.dim("n")), bins = static_cast<int>(p.dim("bins"));
            if (n == 0) return;
            int* ranks = nullptr;
            (void)hipMalloc(&ranks, static_cast<std::size_t>(bins) * sizeof(int));
            makes_ranks<<<1, threads>>>(p.in<int>("counts"), ranks, bins, n);
            looks_up<<<(n + threads - 1) / threads, threads>>>(p.in<int>("ids"), ranks,
                                                               p.out<int>("y"), n);
            (void)hipFree(ranks);
        });

// Two threads may both find an element not visited; a barrier between the look and the mark would let both count it, too.
__global__ void counts_first_visits(const int* at, int* visited, int* count, int n) {
    const int i = static_cast<int>(threadIdx.x);
    if (i >= n) return;
    if (visited[at[i]] == 0) {
        visited[at[i]] = 1;
        atomicAdd(count, 1);
    }
}
const tileproof::kernel_test visits =
    tileproof::custom("counts_first_visits", {"n", "m"})
        .at_least({0, 1})
        .at_most({threads, 0})
        .input<int>("at", {"n"})
        .indices_below("m")
        .in_out<int>("visited", {"m"})
        .values_from(0, 1)
        .output<int>("count", {"1"})
        .reference([](const tileproof::arrays& a) {
            auto&& visited = a.out<int>("visited");
            for (long k = 0; k < a.dim("m"); ++k) visited(k) = a.in<int>("visited")(k);
            int count = 0;
            for (long i = 0; i < a.dim("n"); ++i) {
                const int k = a.in<int>("at")(i);
                if (visited(k) == 0) ++count, visited(k) = 1;
            }
            a.out<int>("count")(0) = count;
        })
        .launch([](const tileproof::pointers& p) {
            const int n = static_cast<int>(p.dim("n"));
            (void)hipMemset(p.out<int>("count"), 0, sizeof(int));
            counts_first_visits<<<1, threads>>>(p.in<int>("at"), p.out<int>("visited"),
                                                p.out<int>("count"), n);
        });

// The tail of each row is left out, and a head reads the row of another one: two bugs of the same values.
__global__ void sums_of_heads(const int* x, int* y, int kv, int groups, int len) {
    const int h = static_cast<int>(blockIdx.x * threads + threadIdx.x);
    if (h >= kv * groups) return;
    const int whole = len - len % 4;
    const int row = min(h / kv, kv - 1);
    int sum = 0;
    for (int i = 0; i < whole; ++i) sum += x[row * len + i];
    y[h] = sum;
}
const tileproof::kernel_test heads =
    tileproof::custom("sums_of_heads", {"kv", "groups", "len"})
        .at_most({16, 16, 0})
        .input<int>("x", {"kv", "len"})
        .output<int>("y", {"kv * groups"})
        .reference([](const tileproof::arrays& a) {
            for (long h = 0; h < a.dim("kv") * a.dim("groups"); ++h) {
                unsigned sum = 0;
                for (long i = 0; i < a.dim("len"); ++i)
                    sum += static_cast<unsigned>(a.in<int>("x")(h / a.dim("groups"), i));
                a.out<int>("y")(h) = static_cast<int>(sum);
            }
        })
        .launch([](const tileproof::pointers& p) {
            const int kv = static_cast<int>(p.dim("kv")),
                      groups = static_cast<int>(p.dim("groups"));
            if (kv * groups == 0) return;
            sums_of_heads<<<(kv * groups + threads - 1) / threads, threads>>>(
                p.in<int>("x"), p.out<int>("y"), kv, groups, static_cast<int>(p.dim("len")));
        });

// One output is written one place too far, and the other one is not set for some lengths.
__global__ void reverses(const int* x, int* y, int* length, int n) {
    const int i = static_cast<int>(blockIdx.x * threads + threadIdx.x);
    if (i >= n) return;
    y[n - i] = x[i];
    if (i == n - 1 && n % 3 != 0) *length = n;
}
const tileproof::kernel_test reversed =
    tileproof::custom("reverses", {"n"})
        .input<int>("x", {"n"})
        .output<int>("y", {"n"})
        .output<int>("length", {"1"})
        .reference([](const tileproof::arrays& a) {
            const long n = a.dim("n");
            for (long i = 0; i < n; ++i) a.out<int>("y")(n - 1 - i) = a.in<int>("x")(i);
            a.out<int>("length")(0) = static_cast<int>(n);
        })
        .launch([](const tileproof::pointers& p) {
            const int n = static_cast<int>(p.dim("n"));
            (void)hipMemset(p.out<int>("length"), 0, sizeof(int));
            if (n)
                reverses<<<(n + threads - 1) / threads, threads>>>(p.in<int>("x"), p.out<int>("y"),
                                                                   p.out<int>("length"), n);
        });

// The last element is never set, and with some lengths the others are wrong.
__global__ void counts_further(const int* x, int* y, int n) {
    const int i = static_cast<int>(blockIdx.x * threads + threadIdx.x);
    if (i >= n - 1) return;
    y[i] = x[i] ^ (n % 5 == 0 ? 2 : 1);
}
const tileproof::kernel_test further =
    tileproof::custom("counts_further", {"n"})
        .input<int>("x", {"n"})
        .output<int>("y", {"n"})
        .reference([](const tileproof::arrays& a) {
            for (long i = 0; i < a.dim("n"); ++i) a.out<int>("y")(i) = a.in<int>("x")(i) ^ 1;
        })
        .launch([](const tileproof::pointers& p) {
            const int n = static_cast<int>(p.dim("n"));
            if (n)
                counts_further<<<(n + threads - 1) / threads, threads>>>(p.in<int>("x"),
                                                                         p.out<int>("y"), n);
        });

// All but the last addition of a thread are atomic: what it adds to may be another thread's as well.
__global__ void adds_rows(const int* row, const int* x, int* y, int n) {
    const int first = static_cast<int>(blockIdx.x * threads + threadIdx.x) * 4;
    if (first >= n) return;
    int now = row[first], sum = 0;
    for (int i = first; i < first + 4 && i < n; ++i) {
        if (row[i] != now) {
            atomicAdd(&y[now], sum);
            sum = 0;
            now = row[i];
        }
        sum += x[i];
    }
    y[now] += sum;
}
const tileproof::kernel_test rows_added =
    tileproof::custom("adds_rows", {"rows", "n"})
        .at_least({1, 0})
        .input<int>("row", {"n"})
        .indices_below("rows")
        .sorted()
        .input<int>("x", {"n"})
        .values_from(-100, 100)
        .in_out<int>("y", {"rows"})
        .values_from(-100, 100)
        .reference([](const tileproof::arrays& a) {
            auto&& y = a.out<int>("y");
            for (long r = 0; r < a.dim("rows"); ++r) y(r) = a.in<int>("y")(r);
            for (long i = 0; i < a.dim("n"); ++i) y(a.in<int>("row")(i)) += a.in<int>("x")(i);
        })
        .launch([](const tileproof::pointers& p) {
            const int n = static_cast<int>(p.dim("n"));
            if (n)
                adds_rows<<<(n + 4 * threads - 1) / (4 * threads), threads>>>(
                    p.in<int>("row"), p.in<int>("x"), p.out<int>("y"), n);
        });

}  // namespace
