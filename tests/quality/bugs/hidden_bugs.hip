// SPDX-License-Identifier: MIT
// Kernels of which one bug hides another entirely, follows from another, or has no line on a device that does not look for one:
// explained_bugs_test.cpp.
#include <hip/hip_runtime.h>

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

}  // namespace
