// SPDX-License-Identifier: MIT
// Kernels of which one bug hides another entirely, follows from another, or has no line on a device that does not look for one:
// explained_bugs_test.cpp.
#include <hip/hip_runtime.h>

#include <algorithm>
#include <tileproof/custom_contract.hpp>

namespace {

constexpr int threads = 64;
int blocks(long n) { return static_cast<int>((n + threads - 1) / threads); }

// Each element is one too large, which hides that m > 8 takes another factor.
__global__ void scales(const int* x, int* y, int n, int m) {
    const int i = static_cast<int>(blockIdx.x * threads + threadIdx.x);
    if (i >= n) return;
    const unsigned factor = m > 8 ? 3 : 2;
    y[i] = static_cast<int>(static_cast<unsigned>(x[i]) * factor + 1);
}
const tileproof::kernel_test scaled =
    tileproof::custom("scales", {"n", "m"})
        .at_most({0, 64})
        .input<int>("x", {"n"})
        .input<int>("unused", {"m"})
        .output<int>("y", {"n"})
        .reference([](const tileproof::arrays& a) {
            for (long i = 0; i < a.dim("n"); ++i)
                a.out<int>("y")(i) =
                    static_cast<int>(2u * static_cast<unsigned>(a.in<int>("x")(i)));
        })
        .launch([](const tileproof::pointers& p) {
            const long n = p.dim("n");
            if (n)
                scales<<<blocks(n), threads>>>(p.in<int>("x"), p.out<int>("y"), static_cast<int>(n),
                                               static_cast<int>(p.dim("m")));
        });

// The last thread takes its second index from beyond the end.
__global__ void gathers_pairs(const int* at, const int* x, int* y, int n) {
    const int i = static_cast<int>(blockIdx.x * threads + threadIdx.x);
    if (i >= n) return;
    const int a = at[i], b = at[i + 1];
    const int second = x[b];
    y[i] = x[a] ^ (i + 1 < n ? second : 0);
}
const tileproof::kernel_test gathered =
    tileproof::custom("gathers_pairs", {"n", "m"})
        .at_least({1, 1})
        .input<int>("at", {"n"})
        .indices_below("m")
        .input<int>("x", {"m"})
        .output<int>("y", {"n"})
        .reference([](const tileproof::arrays& a) {
            const auto& x = a.in<int>("x");
            const auto& at = a.in<int>("at");
            for (long i = 0; i < a.dim("n"); ++i)
                a.out<int>("y")(i) = x(at(i)) ^ (i + 1 < a.dim("n") ? x(at(i + 1)) : 0);
        })
        .launch([](const tileproof::pointers& p) {
            const long n = p.dim("n");
            gathers_pairs<<<blocks(n), threads>>>(p.in<int>("at"), p.in<int>("x"), p.out<int>("y"),
                                                  static_cast<int>(n));
        });

// The end of the row before, of the first one too; another launch follows.
__global__ void ends_rows(int* y, int rows, int cols) {
    const int r = static_cast<int>(blockIdx.x * threads + threadIdx.x);
    if (r < rows) y[r * cols - 1] = 0;
}
__global__ void shifts_rows(const int* x, int* y, int rows, int cols) {
    const int i = static_cast<int>(blockIdx.x * threads + threadIdx.x);
    if (i < rows * cols) y[i] = i % cols == cols - 1 ? 0 : x[i + 1];
}
const tileproof::kernel_test shifted =
    tileproof::custom("ends_rows", {"rows", "cols"})
        .at_least({1, 1})
        .input<int>("x", {"rows", "cols"})
        .output<int>("y", {"rows", "cols"})
        .reference([](const tileproof::arrays& a) {
            const long cols = a.dim("cols");
            for (long r = 0; r < a.dim("rows"); ++r)
                for (long c = 0; c < cols; ++c)
                    a.out<int>("y")(r, c) = c + 1 == cols ? 0 : a.in<int>("x")(r, c + 1);
        })
        .launch([](const tileproof::pointers& p) {
            const int rows = static_cast<int>(p.dim("rows")),
                      cols = static_cast<int>(p.dim("cols"));
            ends_rows<<<blocks(rows), threads>>>(p.out<int>("y"), rows, cols);
            shifts_rows<<<blocks(rows * cols), threads>>>(p.in<int>("x"), p.out<int>("y"), rows,
                                                          cols);
        });

// Rows of an output with a stride: one element more of each is set.
__global__ void fills_rows(int* y, int rows, int cols, int stride) {
    const int r = static_cast<int>(blockIdx.x * threads + threadIdx.x);
    if (r >= rows) return;
    const int end = r + 1 < rows ? min(cols + 1, stride) : cols;
    for (int c = 0; c < end; ++c) y[r * stride + c] = r;
}
const tileproof::kernel_test filled =
    tileproof::custom("fills_rows", {"rows", "cols"})
        .strided()
        .at_least({1, 1})
        .input<int>("unused", {"rows"})
        .output<int>("y", {"rows", "cols"})
        .reference([](const tileproof::arrays& a) {
            for (long r = 0; r < a.dim("rows"); ++r)
                for (long c = 0; c < a.dim("cols"); ++c)
                    a.out<int>("y")(r, c) = static_cast<int>(r);
        })
        .launch([](const tileproof::pointers& p) {
            const int rows = static_cast<int>(p.dim("rows"));
            fills_rows<<<blocks(rows), threads>>>(p.out<int>("y"), rows,
                                                  static_cast<int>(p.dim("cols")),
                                                  static_cast<int>(p.stride("y")));
        });

// Rows begin at multiples of 16 bytes only if their length is one of 4.
__global__ void copies_in_fours(const float* x, float* y, int cols) {
    const float* const row = x + static_cast<int>(blockIdx.x) * cols;
    float* const out = y + static_cast<int>(blockIdx.x) * cols;
    const int t = static_cast<int>(threadIdx.x);
    for (int c = 4 * t; c + 3 < cols; c += 4 * threads) {
        const float4 four = *reinterpret_cast<const float4*>(row + c);
        out[c] = four.x, out[c + 1] = four.y, out[c + 2] = four.z, out[c + 3] = four.w;
    }
    for (int c = cols / 4 * 4 + t; c < cols; c += threads) out[c] = row[c];
}
const tileproof::kernel_test in_fours =
    tileproof::custom("copies_in_fours", {"rows", "cols"})
        .at_least({1, 1})
        .input<float>("x", {"rows", "cols"})
        .output<float>("y", {"rows", "cols"})
        .reference([](const tileproof::arrays& a) { a.out<float>("y") = a.in<float>("x"); })
        .launch([](const tileproof::pointers& p) {
            copies_in_fours<<<static_cast<unsigned>(p.dim("rows")), threads>>>(
                p.in<float>("x"), p.out<float>("y"), static_cast<int>(p.dim("cols")));
        });

// The array of the block is too short for long rows, where it is filled and where it is read.
__global__ void sums_behind(const int* x, int* y, int cols) {
    __shared__ int row[threads];
    const int t = static_cast<int>(threadIdx.x), base = static_cast<int>(blockIdx.x) * cols;
    for (int c = t; c < cols; c += threads) row[c] = x[base + c];
    __syncthreads();
    for (int c = t; c < cols; c += threads) y[base + c] = row[c] ^ row[0];
}
const tileproof::kernel_test behind =
    tileproof::custom("sums_behind", {"rows", "cols"})
        .at_least({1, 1})
        .input<int>("x", {"rows", "cols"})
        .output<int>("y", {"rows", "cols"})
        .reference([](const tileproof::arrays& a) {
            const auto& x = a.in<int>("x");
            for (long r = 0; r < a.dim("rows"); ++r)
                for (long c = 0; c < a.dim("cols"); ++c) a.out<int>("y")(r, c) = x(r, c) ^ x(r, 0);
        })
        .launch([](const tileproof::pointers& p) {
            sums_behind<<<static_cast<unsigned>(p.dim("rows")), threads>>>(
                p.in<int>("x"), p.out<int>("y"), static_cast<int>(p.dim("cols")));
        });

// What is kept is decided by something else than it should be; of a negative number only `kept` shows it.
bool should_keep(int x) { return x % 5 == 2; }
__global__ void keeps_some(const int* x, int* y, unsigned char* kept, int n) {
    const int i = static_cast<int>(blockIdx.x * threads + threadIdx.x);
    if (i >= n) return;
    const bool keep = __popc(static_cast<unsigned>(x[i])) % 3 == 0;
    y[i] = keep ? max(x[i], 0) : 0;
    kept[i] = keep;
}
const tileproof::kernel_test some_kept =
    tileproof::custom("keeps_some", {"n"})
        .input<int>("x", {"n"})
        .output<int>("y", {"n"})
        .output<unsigned char>("kept", {"n"})
        .reference([](const tileproof::arrays& a) {
            for (long i = 0; i < a.dim("n"); ++i) {
                const int x = a.in<int>("x")(i);
                a.out<int>("y")(i) = should_keep(x) ? std::max(x, 0) : 0;
                a.out<unsigned char>("kept")(i) = should_keep(x);
            }
        })
        .launch([](const tileproof::pointers& p) {
            const long n = p.dim("n");
            if (n)
                keeps_some<<<blocks(n), threads>>>(p.in<int>("x"), p.out<int>("y"),
                                                   p.out<unsigned char>("kept"),
                                                   static_cast<int>(n));
        });

// An empty bag has another maximum, and elements from the 64th on are not set.
__global__ void maxima_of_bags(const int* begins, const int* x, int* y, int dim) {
    const int d = static_cast<int>(threadIdx.x), bag = static_cast<int>(blockIdx.x);
    if (d >= dim) return;
    int most = -1000;
    for (int k = begins[bag]; k < begins[bag + 1]; ++k) most = max(most, x[k * dim + d]);
    y[bag * dim + d] = most;
}
const tileproof::kernel_test bags =
    tileproof::custom("maxima_of_bags", {"bags", "n", "dim"})
        .at_least({1, 0, 1})
        .at_most({64, 64, 256})
        .input<int>("begins", {"bags + 1"})
        .row_pointers("n")
        .input<int>("x", {"n", "dim"})
        .values_from(-100, 100)
        .output<int>("y", {"bags", "dim"})
        .reference([](const tileproof::arrays& a) {
            const auto& begins = a.in<int>("begins");
            for (long b = 0; b < a.dim("bags"); ++b)
                for (long d = 0; d < a.dim("dim"); ++d) {
                    int most = begins(b) < begins(b + 1) ? -1000 : 0;
                    for (long k = begins(b); k < begins(b + 1); ++k)
                        most = std::max(most, a.in<int>("x")(k, d));
                    a.out<int>("y")(b, d) = most;
                }
        })
        .launch([](const tileproof::pointers& p) {
            const long dim = p.dim("dim"), block = dim > threads ? threads : dim;
            maxima_of_bags<<<static_cast<unsigned>(p.dim("bags")), static_cast<unsigned>(block)>>>(
                p.in<int>("begins"), p.in<int>("x"), p.out<int>("y"), static_cast<int>(dim));
        });

// Rows beyond the last one are read in nearly every case; where there are none, more than 100 of a row are not counted.
__global__ void counts_above(const float* x, int* count, int rows, int cols) {
    const int r = static_cast<int>(blockIdx.x * threads + threadIdx.x);
    int c = 0;
    for (int j = 0; j < cols && c < 100; ++j)
        if (x[r * cols + j] > 0) ++c;
    if (r < rows) count[r] = c;
}
const tileproof::kernel_test counted =
    tileproof::custom("counts_above", {"rows", "cols"})
        .input<float>("x", {"rows", "cols"})
        .output<int>("count", {"rows"})
        .reference([](const tileproof::arrays& a) {
            const auto& x = a.in<float>("x");
            auto&& count = a.out<int>("count");
            for (long r = 0; r < a.dim("rows"); ++r)
                for (long j = count(r) = 0; j < a.dim("cols"); ++j) count(r) += x(r, j) > 0;
        })
        .launch([](const tileproof::pointers& p) {
            const long rows = p.dim("rows");
            if (rows)
                counts_above<<<blocks(rows), threads>>>(p.in<float>("x"), p.out<int>("count"),
                                                        static_cast<int>(rows),
                                                        static_cast<int>(p.dim("cols")));
        });

// The size of what is set to 0 is in bytes.
__global__ void counts_edges(const int* from, int* degree, int edges) {
    const int e = static_cast<int>(blockIdx.x * threads + threadIdx.x);
    if (e < edges) atomicAdd(&degree[from[e]], 1);
}
const tileproof::kernel_test degrees =
    tileproof::custom("counts_edges", {"nodes", "edges"})
        .at_least({1, 0})
        .input<int>("from", {"edges"})
        .indices_below("nodes")
        .output<int>("degree", {"nodes"})
        .reference([](const tileproof::arrays& a) {
            a.out<int>("degree").setZero();
            for (long e = 0; e < a.dim("edges"); ++e) ++a.out<int>("degree")(a.in<int>("from")(e));
        })
        .launch([](const tileproof::pointers& p) {
            const long edges = p.dim("edges");
            (void)hipMemset(p.out<int>("degree"), 0, static_cast<std::size_t>(p.dim("nodes")));
            if (edges)
                counts_edges<<<blocks(edges), threads>>>(p.in<int>("from"), p.out<int>("degree"),
                                                         static_cast<int>(edges));
        });

}  // namespace
