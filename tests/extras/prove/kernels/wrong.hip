// SPDX-License-Identifier: MIT
// Wrong twins of right.hip: none may be proved (proved_kernels_test.sh reads the lines that begin with "expect").
#include <hip/hip_runtime.h>

#include <algorithm>
#include <tileproof/custom_contract.hpp>
#include <tileproof/kernel_test.hpp>

using tileproof::arrays;
using tileproof::pointers;

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

// expect unguarded: refuted, proved
__global__ void unguarded(const float* in, float* out) {
    const long i = blockIdx.x * 256L + threadIdx.x;
    out[i] = in[i];
}
static const auto t1 = copies(
    "unguarded", [](auto in, auto out, long n) { unguarded<<<(n + 255) / 256, 256>>>(in, out); });

// expect one_more: refuted, proved
__global__ void one_more(const float* in, float* out, long n) {
    const long i = blockIdx.x * 256L + threadIdx.x;
    if (i <= n) out[i] = in[i];
}
static const auto t2 = copies(
    "one_more", [](auto in, auto out, long n) { one_more<<<(n + 255) / 256, 256>>>(in, out, n); });

// Two threads write one element.
// expect halved: proved, refuted
__global__ void halved(const float* in, float* out, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) out[i / 2] = in[i];
}
static const auto t3 =
    copies("halved", [](auto in, auto out, long n) { halved<<<(n + 63) / 64, 64>>>(in, out, n); });

// Blocks overlap: their threads go on by the threads of one block.
// expect strided_block: proved, refuted
__global__ void strided_block(const float* in, float* out, long n) {
    for (long i = blockIdx.x * 64L + threadIdx.x; i < n; i += 64) out[i] = in[i];
}
static const auto t4 = copies("strided_block", [](auto in, auto out, long n) {
    strided_block<<<std::min<long>((n + 63) / 64, 8), 64>>>(in, out, n);
});

// expect no_barrier: proved, refuted
__global__ void no_barrier(const float* in, float* out, long n) {
    __shared__ float part[64];
    const long i = blockIdx.x * 64L + threadIdx.x;
    part[threadIdx.x] = i < n ? in[i] : 0;
    if (i < n) out[i] = part[63 - threadIdx.x] * 0 + in[i];
}
static const auto t5 = copies(
    "no_barrier", [](auto in, auto out, long n) { no_barrier<<<(n + 63) / 64, 64>>>(in, out, n); });

// expect barrier_for_some: tested only, tested only
__global__ void barrier_for_some(const float* in, float* out, long n) {
    __shared__ float part[64];
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i >= n) return;
    part[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = part[threadIdx.x];
}
static const auto t6 = copies("barrier_for_some", [](auto in, auto out, long n) {
    barrier_for_some<<<(n + 63) / 64, 64>>>(in, out, n);
});

// Too few bytes of shared memory.
// expect too_small: refuted, proved
__global__ void too_small(const float* in, float* out, long n) {
    extern __shared__ float all[];
    const long i = blockIdx.x * 96L + threadIdx.x;
    all[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    if (i < n) out[i] = all[threadIdx.x];
}
static const auto t7 = copies("too_small", [](auto in, auto out, long n) {
    too_small<<<(n + 95) / 96, 96, 95 * sizeof(float)>>>(in, out, n);
});

// expect last_without_one: refuted, tested only
__global__ void last_without_one(const float* in, float* out, unsigned n) {
    const unsigned i = blockIdx.x * 64 + threadIdx.x;
    if (i < n - 1) out[i + 1] = in[i + 1];  // n - 1 is 2^32 - 1 for n = 0
    if (i == 0) out[0] = in[0];
}
static const tileproof::kernel_test t8 =
    tileproof::custom("last_without_one", {"n"})
        .input<float>("in", {"n"})
        .output<float>("out", {"n"})
        .reference([](const arrays& a) { a.out<float>("out") = a.in<float>("in"); })
        .launch([](const pointers& p) {
            last_without_one<<<p.dim("n") / 64 + 1, 64>>>(p.in<float>("in"), p.out<float>("out"),
                                                          p.dim("n"));
        });

// expect swapped: refuted, refuted
__global__ void swapped(const float* in, float* out, int h, int w) {
    const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < w && y < h) out[x * w + y] = in[y * w + x];
}
static const auto t9 = transposes("swapped", [](auto in, auto out, long h, long w) {
    swapped<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(in, out, h, w);
});

// expect half_guarded: refuted, refuted
__global__ void half_guarded(const float* in, float* out, long h, long w) {
    const long x = blockIdx.x * 16L + threadIdx.x, y = blockIdx.y * 16L + threadIdx.y;
    if (x < w) out[x * h + y] = in[y * w + x];
}
static const auto t10 = transposes("half_guarded", [](auto in, auto out, long h, long w) {
    half_guarded<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(in, out, h, w);
});

// expect tile_without_barrier: proved, refuted
__global__ void tile_without_barrier(const float* in, float* out, long h, long w) {
    __shared__ float part[32][33];
    long x = blockIdx.x * 32L + threadIdx.x, y = blockIdx.y * 32L + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        if (x < w && y + k < h) part[threadIdx.y + k][threadIdx.x] = in[(y + k) * w + x];
    x = blockIdx.y * 32L + threadIdx.x, y = blockIdx.x * 32L + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        if (x < h && y + k < w) out[(y + k) * h + x] = part[threadIdx.x][threadIdx.y + k];
}
static const auto t11 = transposes("tile_without_barrier", [](auto in, auto out, long h, long w) {
    tile_without_barrier<<<dim3((w + 31) / 32, (h + 31) / 32), dim3(32, 8)>>>(in, out, h, w);
});

// expect tile_too_narrow: refuted, refuted
__global__ void tile_too_narrow(const float* in, float* out, long h, long w) {
    __shared__ float part[32][31];
    long x = blockIdx.x * 32L + threadIdx.x, y = blockIdx.y * 32L + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        if (x < w && y + k < h) part[threadIdx.y + k][threadIdx.x] = in[(y + k) * w + x];
    __syncthreads();
    x = blockIdx.y * 32L + threadIdx.x, y = blockIdx.x * 32L + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        if (x < h && y + k < w) out[(y + k) * h + x] = part[threadIdx.x][threadIdx.y + k];
}
static const auto t12 = transposes("tile_too_narrow", [](auto in, auto out, long h, long w) {
    tile_too_narrow<<<dim3((w + 31) / 32, (h + 31) / 32), dim3(32, 8)>>>(in, out, h, w);
});

// expect wrong_stride: refuted, refuted
__global__ void wrong_stride(const float* in, float* out, long h, long w) {
    const long i = blockIdx.x * 128L + threadIdx.x;
    if (i < h * w) out[(i % w) * w + i / w] = in[i];
}
static const auto t13 = transposes("wrong_stride", [](auto in, auto out, long h, long w) {
    wrong_stride<<<(h * w + 127) / 128, 128>>>(in, out, h, w);
});

template <int Barriers>
__global__ void product_with(const float* a, const float* b, float* c, long m, long n, long k) {
    __shared__ float as[16][16], bs[16][16];
    const long row = blockIdx.y * 16L + threadIdx.y, column = blockIdx.x * 16L + threadIdx.x;
    float sum = 0;
    for (long from = 0; from < k; from += 16) {
        const long x = from + threadIdx.x, y = from + threadIdx.y;
        as[threadIdx.y][threadIdx.x] = row < m && x < k ? a[row * k + x] : 0;
        bs[threadIdx.y][threadIdx.x] = y < k && column < n ? b[y * n + column] : 0;
        if constexpr (Barriers & 1) __syncthreads();
        for (int i = 0; i < 16; ++i) sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
        if constexpr (Barriers & 2) __syncthreads();
    }
    if (row < m && column < n) c[row * n + column] = sum;
}
template <int Barriers>
tileproof::kernel_test products(const char* name) {
    return tileproof::product<float>(name).launch([](const float* a, const float* b, float* c,
                                                     tileproof::product_shape s) {
        if (s.m && s.n)
            product_with<Barriers>
                <<<dim3((s.n + 15) / 16, (s.m + 15) / 16), dim3(16, 16)>>>(a, b, c, s.m, s.n, s.k);
    });
}
// expect first_barrier_only: proved, refuted
static const auto t14 = products<1>("first_barrier_only");
// expect second_barrier_only: proved, refuted
static const auto t15 = products<2>("second_barrier_only");

template <bool Waits, int From>
__global__ void sums_with(const int* x, int* sums, long n) {
    __shared__ int part[256];
    const long i = blockIdx.x * 256L + threadIdx.x;
    part[threadIdx.x] = i < n ? x[i] : 0;
    __syncthreads();
    for (int s = From; s > 0; s >>= 1) {
        if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
        if constexpr (Waits) __syncthreads();
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}
template <bool Waits, int From>
tileproof::kernel_test sums(const char* name) {
    return tileproof::custom(name, {"n"})
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
            sums_with<Waits, From><<<(n + 255) / 256, 256>>>(p.in<int>("x"), p.out<int>("sums"), n);
        });
}
// expect sums_without_waiting: proved, refuted
static const auto t16 = sums<false, 128>("sums_without_waiting");
// expect sums_from_too_far: refuted, proved
static const auto t17 = sums<true, 200>("sums_from_too_far");

// expect halo_overrun: refuted, proved
__global__ void halo_overrun(const float* in, float* out, long n) {
    __shared__ float part[128 + 1];
    const long i = blockIdx.x * 128L + threadIdx.x;
    part[threadIdx.x + 1] = i < n ? in[i] : 0;
    if (threadIdx.x == 0) part[0] = i > 0 ? in[i - 1] : 0;
    __syncthreads();
    if (i < n) out[i] = in[i] + 0 * (part[threadIdx.x] + part[threadIdx.x + 2]);
}
static const auto t18 = copies("halo_overrun", [](auto in, auto out, long n) {
    halo_overrun<<<(n + 127) / 128, 128>>>(in, out, n);
});

// expect neighbour: refuted, proved
__global__ void neighbour(const float* in, float* out, long n) {
    const long i = blockIdx.x * 128L + threadIdx.x;
    if (i < n) out[i] = in[i] + 0 * in[i + 1];
}
static const auto t19 = copies("neighbour", [](auto in, auto out, long n) {
    neighbour<<<(n + 127) / 128, 128>>>(in, out, n);
});

// expect in_place: proved, refuted
__global__ void in_place(float* x, long n) {
    const long i = blockIdx.x * 128L + threadIdx.x;
    if (i > 0 && i < n) x[i] += x[i - 1];
}
static const tileproof::kernel_test t20 =
    tileproof::custom("in_place", {"n"})
        .in_out<float>("x", {"n"})
        .reference([](const arrays& a) { a.out<float>("x") = a.in<float>("x"); })
        .launch([](const pointers& p) {
            if (const long n = p.dim("n")) in_place<<<(n + 127) / 128, 128>>>(p.out<float>("x"), n);
        });

// Beyond 2^31 elements the product leaves an int: the limits say so.
// expect counted_without_atomic: proved, refuted
__global__ void counted_without_atomic(const int* x, int* count, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n && x[i] > 0) *count += 1;
}
static const tileproof::kernel_test t21 =
    tileproof::custom("counted_without_atomic", {"n"})
        .input<int>("x", {"n"})
        .in_out<int>("count", {"1"})
        .values_from(0, 1000)
        .reference([](const arrays& a) {
            a.out<int>("count")(0) =
                a.in<int>("count")(0) + static_cast<int>((a.in<int>("x") > 0).count());
        })
        .launch([](const pointers& p) {
            if (const long n = p.dim("n"))
                counted_without_atomic<<<(n + 63) / 64, 64>>>(p.in<int>("x"), p.out<int>("count"),
                                                              n);
        });

// It begins again one element too late.
// expect wrapped_late: refuted, proved
__global__ void wrapped_late(const float* in, float* out, long n) {
    __shared__ float part[64];
    const long i = blockIdx.x * 64L + threadIdx.x;
    part[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    float sum = 0;
    for (int k = 0, at = (threadIdx.x + 1) % 64; k < 64; ++k) {
        sum = part[at];
        if (++at == 65) at = 0;
    }
    if (i < n) out[i] = sum;
}
static const auto t22 = copies("wrapped_late", [](auto in, auto out, long n) {
    wrapped_late<<<(n + 63) / 64, 64>>>(in, out, n);
});

// expect doubled_with_one_barrier: proved, refuted
__global__ void doubled_with_one_barrier(const int* x, int* out, long n) {
    __shared__ int part[128];
    const long i = blockIdx.x * 128L + threadIdx.x;
    part[threadIdx.x] = i < n ? x[i] : 0;
    __syncthreads();
    for (int d = 1; d < 128; d *= 2) {
        const int before = threadIdx.x >= d ? part[threadIdx.x - d] : 0;
        __syncthreads();
        part[threadIdx.x] += before;
    }
    if (i < n) out[i] = part[threadIdx.x];
}
static const tileproof::kernel_test t23 =
    tileproof::custom("doubled_with_one_barrier", {"n"})
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
                doubled_with_one_barrier<<<(n + 127) / 128, 128>>>(p.in<int>("x"),
                                                                   p.out<int>("out"), n);
        });

// expect eleven_rows: refuted, proved
__global__ void eleven_rows(const float* in, float* out) {
    for (int k = 0, row = 0; k <= 10; ++k, row += blockDim.x)
        out[row + threadIdx.x] = in[row + threadIdx.x];
}
static const tileproof::kernel_test t24 =
    tileproof::custom("eleven_rows", {"n"})
        .at_least({1})
        .at_most({1024})
        .input<float>("in", {"10", "n"})
        .output<float>("out", {"10", "n"})
        .reference([](const arrays& a) { a.out<float>("out") = a.in<float>("in"); })
        .launch([](const pointers& p) {
            eleven_rows<<<1, p.dim("n")>>>(p.in<float>("in"), p.out<float>("out"));
        });

// expect one_place_without_arguments: proved, refuted
__global__ void one_place_without_arguments() {
    __shared__ int part;
    part = threadIdx.x;
}
static const tileproof::kernel_test t25 =
    tileproof::custom("one_place_without_arguments", {"n"})
        .at_least({1})
        .in_out<int>("x", {"n"})
        .reference([](const arrays& a) { a.out<int>("x") = a.in<int>("x"); })
        .launch([](const pointers& p) { one_place_without_arguments<<<p.dim("n"), 64>>>(); });

// The second result lies in the element of the next thread.
// expect results_side_by_side: refuted, refuted
__global__ void results_side_by_side(const float* in, float* out, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) sincosf(in[i], out + i, out + i + 1);
}
static const auto t26 = copies("results_side_by_side", [](auto in, auto out, long n) {
    results_side_by_side<<<(n + 63) / 64, 64>>>(in, out, n);
});
