// SPDX-License-Identifier: MIT
// Right kernels, and what `check --prove` says of them (proved_kernels_test.sh reads the lines that begin with "expect").
#include <hip/hip_runtime.h>

#include <algorithm>
#include <tileproof/custom_contract.hpp>
#include <tileproof/kernel_test.hpp>

using tileproof::arrays;
using tileproof::pointers;

// One input and one output of n elements, the output a copy of the input.
template <class Launch>
tileproof::kernel_test copies(const char* name, Launch launch) {
    return tileproof::custom(name, {"n"})
        .input<float>("in", {"n"})
        .output<float>("out", {"n"})
        .reference([](const arrays& a) { a.out<float>("out") = a.in<float>("in"); })
        .launch([launch](const pointers& p) {
            if (const long n = p.dim("n")) launch(p.in<float>("in"), p.out<float>("out"), n);
        });
}
// The transpose of h x w.
template <class Launch>
tileproof::kernel_test transposes(const char* name, Launch launch) {
    return tileproof::custom(name, {"h", "w"})
        .input<float>("in", {"h", "w"})
        .output<float>("out", {"w", "h"})
        .reference([](const arrays& a) { a.out<float>("out") = a.in<float>("in").transpose(); })
        .launch([launch](const pointers& p) {
            const long h = p.dim("h"), w = p.dim("w");
            if (h && w) launch(p.in<float>("in"), p.out<float>("out"), h, w);
        });
}

// expect guarded: proved, proved
__global__ void guarded(const float* in, float* out, long n) {
    const long i = blockIdx.x * 256L + threadIdx.x;
    if (i < n) out[i] = in[i];
}
static const auto t1 = copies(
    "guarded", [](auto in, auto out, long n) { guarded<<<(n + 255) / 256, 256>>>(in, out, n); });

// expect guarded_int: proved, proved
__global__ void guarded_int(const float* in, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = in[i];
}
static const auto t2 = copies("guarded_int", [](auto in, auto out, long n) {
    guarded_int<<<(n + 127) / 128, 128>>>(in, out, n);
});

// expect strided_grid: proved, proved
__global__ void strided_grid(const float* in, float* out, long n) {
    for (long i = blockIdx.x * 64L + threadIdx.x; i < n; i += gridDim.x * 64L) out[i] = in[i];
}
static const auto t3 = copies("strided_grid", [](auto in, auto out, long n) {
    strided_grid<<<std::min<long>((n + 63) / 64, 8), 64>>>(in, out, n);
});

// expect reversed: proved, proved
__global__ void reversed(const float* in, float* out, long n) {
    __shared__ float part[64];
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) part[63 - threadIdx.x] = in[i];
    __syncthreads();
    if (i < n) out[i] = part[63 - threadIdx.x];
}
static const auto t4 = copies(
    "reversed", [](auto in, auto out, long n) { reversed<<<(n + 63) / 64, 64>>>(in, out, n); });

// expect dynamic: proved, proved
__global__ void dynamic(const float* in, float* out, unsigned n) {
    extern __shared__ float all[];
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    all[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    if (i < n) out[i] = all[threadIdx.x];
}
static const auto t5 = copies("dynamic", [](auto in, auto out, long n) {
    dynamic<<<(n + 95) / 96, 96, 96 * sizeof(float)>>>(in, out, n);
});

// expect advancing: proved, proved
__global__ void advancing(const float* in, float* out, long n) {
    const long i = blockIdx.x * 32L + threadIdx.x;
    const float* from = in + i;
    float* to = out + i;
    for (long k = i; k < n; k += 32L * gridDim.x, from += 32L * gridDim.x, to += 32L * gridDim.x)
        *to = *from;
}
static const auto t6 =
    copies("advancing", [](auto in, auto out, long n) { advancing<<<3, 32>>>(in, out, n); });

// expect simple_transpose: proved, proved
__global__ void simple_transpose(const float* in, float* out, int h, int w) {
    const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < w && y < h) out[x * h + y] = in[y * w + x];
}
static const auto t7 = transposes("simple_transpose", [](auto in, auto out, long h, long w) {
    simple_transpose<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(in, out, h, w);
});

// expect tiled_transpose: proved, proved
__global__ void tiled_transpose(const float* in, float* out, long h, long w) {
    __shared__ float part[32][32];  // without padding: slow, and right
    long x = blockIdx.x * 32L + threadIdx.x, y = blockIdx.y * 32L + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        if (x < w && y + k < h) part[threadIdx.y + k][threadIdx.x] = in[(y + k) * w + x];
    __syncthreads();
    x = blockIdx.y * 32L + threadIdx.x, y = blockIdx.x * 32L + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        if (x < h && y + k < w) out[(y + k) * h + x] = part[threadIdx.x][threadIdx.y + k];
}
static const auto t8 = transposes("tiled_transpose", [](auto in, auto out, long h, long w) {
    tiled_transpose<<<dim3((w + 31) / 32, (h + 31) / 32), dim3(32, 8)>>>(in, out, h, w);
});

// expect flat_transpose: proved, proved
__global__ void flat_transpose(const float* in, float* out, long h, long w) {
    const long i = blockIdx.x * 128L + threadIdx.x;
    if (i < h * w) out[(i % w) * h + i / w] = in[i];
}
static const auto t9 = transposes("flat_transpose", [](auto in, auto out, long h, long w) {
    flat_transpose<<<(h * w + 127) / 128, 128>>>(in, out, h, w);
});

// expect tiled_product: proved, proved
__global__ void tiled_product(const float* a, const float* b, float* c, long m, long n, long k) {
    __shared__ float as[16][16], bs[16][16];
    const long row = blockIdx.y * 16L + threadIdx.y, column = blockIdx.x * 16L + threadIdx.x;
    float sum = 0;
    for (long from = 0; from < k; from += 16) {
        const long x = from + threadIdx.x, y = from + threadIdx.y;
        as[threadIdx.y][threadIdx.x] = row < m && x < k ? a[row * k + x] : 0;
        bs[threadIdx.y][threadIdx.x] = y < k && column < n ? b[y * n + column] : 0;
        __syncthreads();
        for (int i = 0; i < 16; ++i) sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
        __syncthreads();
    }
    if (row < m && column < n) c[row * n + column] = sum;
}
static const tileproof::kernel_test t10 =
    tileproof::product<float>("tiled_product")
        .launch([](const float* a, const float* b, float* c, tileproof::product_shape s) {
            if (s.m && s.n)
                tiled_product<<<dim3((s.n + 15) / 16, (s.m + 15) / 16), dim3(16, 16)>>>(
                    a, b, c, s.m, s.n, s.k);
        });

// expect block_sums: proved, proved
__global__ void block_sums(const int* x, int* sums, long n) {
    __shared__ int part[256];
    const long i = blockIdx.x * 256L + threadIdx.x;
    part[threadIdx.x] = i < n ? x[i] : 0;
    __syncthreads();
    for (int s = 128; s > 0; s >>= 1) {
        if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}
static const tileproof::kernel_test t11 =
    tileproof::custom("block_sums", {"n"})
        .at_least({1})
        .input<int>("x", {"n"})
        .values_from(-100, 100)
        .output<int>("sums", {"ceil(n / 256)"})
        .reference([](const arrays& a) {
            const auto x = a.in<int>("x");
            for (long b = 0; b < a.out<int>("sums").size(); ++b)
                a.out<int>("sums")(b) =
                    x.col(0).segment(b * 256, std::min<long>(256, x.size() - b * 256)).sum();
        })
        .launch([](const pointers& p) {
            const long n = p.dim("n");
            block_sums<<<(n + 255) / 256, 256>>>(p.in<int>("x"), p.out<int>("sums"), n);
        });

// expect smoothed: proved, proved
__global__ void smoothed(const float* in, float* out, long n) {
    __shared__ float part[128 + 2];
    const long i = blockIdx.x * 128L + threadIdx.x;
    part[threadIdx.x + 1] = i < n ? in[i] : 0;
    if (threadIdx.x == 0) part[0] = i > 0 && i - 1 < n ? in[i - 1] : 0;
    if (threadIdx.x == 127) part[129] = i + 1 < n ? in[i + 1] : 0;
    __syncthreads();
    if (i < n) out[i] = part[threadIdx.x] + part[threadIdx.x + 1] + part[threadIdx.x + 2];
}
static const tileproof::kernel_test t12 =
    tileproof::custom("smoothed", {"n"})
        .input<float>("in", {"n"})
        .values_from(-1, 1)
        .output<float>("out", {"n"})
        .reference([](const arrays& a) {
            const auto in = a.in<float>("in");
            for (long i = 0; i < in.size(); ++i)
                a.out<float>("out")(i) =
                    (i > 0 ? in(i - 1) : 0) + in(i) + (i + 1 < in.size() ? in(i + 1) : 0);
        })
        .within(1e-5, 1e-5)
        .launch([](const pointers& p) {
            if (const long n = p.dim("n"))
                smoothed<<<(n + 127) / 128, 128>>>(p.in<float>("in"), p.out<float>("out"), n);
        });

// expect counted: proved, proved
__global__ void counted(const int* x, int* count, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n && x[i] > 0) atomicAdd(count, 1);
}
static const tileproof::kernel_test t13 =
    tileproof::custom("counted", {"n"})
        .input<int>("x", {"n"})
        .in_out<int>("count", {"1"})
        .values_from(0, 1000)
        .reference([](const arrays& a) {
            a.out<int>("count")(0) =
                a.in<int>("count")(0) + static_cast<int>((a.in<int>("x") > 0).count());
        })
        .launch([](const pointers& p) {
            if (const long n = p.dim("n"))
                counted<<<(n + 63) / 64, 64>>>(p.in<int>("x"), p.out<int>("count"), n);
        });

// expect vectors: proved, proved
__global__ void vectors(const float4* in, float4* out, int n) {
    const int i = blockIdx.x * 64 + threadIdx.x;
    if (i < n) out[i] = in[i];
}
static const tileproof::kernel_test t14 =
    tileproof::custom("vectors", {"n"})
        .multiples_of({4})
        .aligned(16)
        .input<float>("in", {"n"})
        .output<float>("out", {"n"})
        .reference([](const arrays& a) { a.out<float>("out") = a.in<float>("in"); })
        .launch([](const pointers& p) {
            if (const long n = p.dim("n"))
                vectors<<<(n / 4 + 63) / 64, 64>>>(
                    reinterpret_cast<const float4*>(p.in<float>("in")),
                    reinterpret_cast<float4*>(p.out<float>("out")), n / 4);
        });

// expect batched: proved, proved
__global__ void batched(const float* in, float* out, long h, long w) {
    const long x = blockIdx.x * 32L + threadIdx.x, y = blockIdx.y * 8L + threadIdx.y,
               b = blockIdx.z;
    if (x < w && y < h) out[(b * h + y) * w + x] = in[b * (h * w) + y * w + x];
}
static const tileproof::kernel_test t15 =
    tileproof::custom("batched", {"b", "h", "w"})
        .input<float>("in", {"b", "h", "w"})
        .output<float>("out", {"b", "h", "w"})
        .reference([](const arrays& a) { a.out<float>("out") = a.in<float>("in"); })
        .launch([](const pointers& p) {
            const long b = p.dim("b"), h = p.dim("h"), w = p.dim("w");
            if (b && h && w)
                batched<<<dim3((w + 31) / 32, (h + 7) / 8, b), dim3(32, 8)>>>(
                    p.in<float>("in"), p.out<float>("out"), h, w);
        });

// expect row_sums: proved, proved
__global__ void row_sums(const float* x, float* sums, long rows, long columns) {
    const long r = blockIdx.x * 64L + threadIdx.x;
    if (r >= rows) return;
    float sum = 0;
    for (long c = 0; c < columns; ++c) sum += x[r * columns + c];
    sums[r] = sum;
}
static const tileproof::kernel_test t16 =
    tileproof::custom("row_sums", {"rows", "columns"})
        .input<float>("x", {"rows", "columns"})
        .values_from(-1, 1)
        .output<float>("sums", {"rows"})
        .reference([](const arrays& a) { a.out<float>("sums") = a.in<float>("x").rowwise().sum(); })
        .within(1e-4, 1e-3)
        .launch([](const pointers& p) {
            if (const long rows = p.dim("rows"))
                row_sums<<<(rows + 63) / 64, 64>>>(p.in<float>("x"), p.out<float>("sums"), rows,
                                                   p.dim("columns"));
        });

// What it looks up is not known.
// expect gathered: tested only, proved
__global__ void gathered(const int* from, const float* in, float* out, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) out[i] = in[from[i]];
}
static const tileproof::kernel_test t17 =
    tileproof::custom("gathered", {"n", "m"})
        .at_least({1, 1})
        .input<int>("from", {"n"})
        .indices_below("m")
        .input<float>("in", {"m"})
        .output<float>("out", {"n"})
        .reference([](const arrays& a) {
            for (long i = 0; i < a.dim("n"); ++i)
                a.out<float>("out")(i) = a.in<float>("in")(a.in<int>("from")(i));
        })
        .launch([](const pointers& p) {
            const long n = p.dim("n");
            gathered<<<(n + 63) / 64, 64>>>(p.in<int>("from"), p.in<float>("in"),
                                            p.out<float>("out"), n);
        });

// What a loop carries from iteration to iteration.
// expect wrapped: proved, proved
__global__ void wrapped(const float* in, float* out, long n) {
    __shared__ float part[64];
    const long i = blockIdx.x * 64L + threadIdx.x;
    part[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    float sum = 0;
    for (int k = 0, at = (threadIdx.x + 1) % 64; k < 64; ++k) {
        sum = part[at];
        if (++at == 64) at = 0;
    }
    if (i < n) out[i] = sum;
}
static const auto t18 = copies(
    "wrapped", [](auto in, auto out, long n) { wrapped<<<(n + 63) / 64, 64>>>(in, out, n); });

// expect doubled: proved, proved
__global__ void doubled(const int* x, int* out, long n) {
    __shared__ int part[128];
    const long i = blockIdx.x * 128L + threadIdx.x;
    part[threadIdx.x] = i < n ? x[i] : 0;
    __syncthreads();
    for (int d = 1; d < 128; d *= 2) {
        const int before = threadIdx.x >= d ? part[threadIdx.x - d] : 0;
        __syncthreads();
        part[threadIdx.x] += before;
        __syncthreads();
    }
    if (i < n) out[i] = part[threadIdx.x];
}
static const tileproof::kernel_test t19 =
    tileproof::custom("doubled", {"n"})
        .input<int>("x", {"n"})
        .values_from(-100, 100)
        .output<int>("out", {"n"})
        .reference([](const arrays& a) {
            for (long i = 0, sum = 0; i < a.dim("n"); ++i) {
                sum = (i % 128 ? sum : 0) + a.in<int>("x")(i);
                a.out<int>("out")(i) = static_cast<int>(sum);
            }
        })
        .launch([](const pointers& p) {
            if (const long n = p.dim("n"))
                doubled<<<(n + 127) / 128, 128>>>(p.in<int>("x"), p.out<int>("out"), n);
        });

// expect ten_rows: proved, proved
__global__ void ten_rows(const float* in, float* out) {
    for (int k = 0, row = 0; k < 10; ++k, row += blockDim.x)
        out[row + threadIdx.x] = in[row + threadIdx.x];
}
static const tileproof::kernel_test t20 =
    tileproof::custom("ten_rows", {"n"})
        .at_least({1})
        .at_most({1024})
        .input<float>("in", {"10", "n"})
        .output<float>("out", {"10", "n"})
        .reference([](const arrays& a) { a.out<float>("out") = a.in<float>("in"); })
        .launch([](const pointers& p) {
            ten_rows<<<1, p.dim("n")>>>(p.in<float>("in"), p.out<float>("out"));
        });

// expect without_arguments: proved, proved
__global__ void without_arguments() {
    __shared__ int part[64];
    part[threadIdx.x] = 1;
}
static const tileproof::kernel_test t21 =
    tileproof::custom("without_arguments", {"n"})
        .at_least({1})
        .in_out<int>("x", {"n"})
        .reference([](const arrays& a) { a.out<int>("x") = a.in<int>("x"); })
        .launch([](const pointers& p) { without_arguments<<<p.dim("n"), 64>>>(); });

// A function of the mathematical library that writes two results.
// expect both_results: proved, proved
__global__ void both_results(const float* in, float* out, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    float sine, cosine;
    if (i >= n) return;
    sincosf(in[i], &sine, &cosine);
    out[i] = in[i] + 0 * sine * cosine;
}
static const auto t22 =
    tileproof::custom("both_results", {"n"})
        .input<float>("in", {"n"})
        .values_from(0, 1)
        .output<float>("out", {"n"})
        .reference([](const arrays& a) { a.out<float>("out") = a.in<float>("in"); })
        .launch([](const pointers& p) {
            if (const long n = p.dim("n"))
                both_results<<<(n + 63) / 64, 64>>>(p.in<float>("in"), p.out<float>("out"), n);
        });
