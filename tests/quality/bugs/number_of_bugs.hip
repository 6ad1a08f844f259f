// SPDX-License-Identifier: MIT
// Kernels whose results look as if nobody had written them, and one with a bug for each output: number_of_bugs_test.cpp.
#include <hip/hip_runtime.h>

#include <cstdint>
#include <tileproof/custom_contract.hpp>
#include <tileproof/kernel_test.hpp>

namespace {

unsigned blocks(long n) { return static_cast<unsigned>((n + 63) / 64); }
__device__ long own_index() { return blockIdx.x * 64L + threadIdx.x; }

// Stores what lies there.
__global__ void keeps_what_is_there(const int* x, int* z, long n) {
    const long i = own_index();
    if (i < n) z[i] = z[i] + 0 * x[i];
}
const tileproof::kernel_test keeps =
    tileproof::elementwise<int, int>("keeps_what_is_there", [](int x) {
        return x;
    }).launch([](const int* x, int* z, long n) {
        if (n) keeps_what_is_there<<<blocks(n), 64>>>(x, z, n);
    });

__global__ void leaves_the_last_out(const int* x, int* z, long n) {
    const long i = own_index();
    if (i < n - 1) z[i] = x[i];
}
const tileproof::kernel_test leaves =
    tileproof::elementwise<int, int>("leaves_the_last_out", [](int x) {
        return x;
    }).launch([](const int* x, int* z, long n) {
        if (n) leaves_the_last_out<<<blocks(n), 64>>>(x, z, n);
    });

// One in 256 bytes that come of the race is the poison.
__global__ void reversed_in_a_race(const std::uint8_t* x, std::uint8_t* z, long n) {
    __shared__ std::uint8_t part[64];
    const unsigned t = threadIdx.x;
    const long i = own_index(), first = blockIdx.x * 64L;
    const long length = n - first < 64 ? n - first : 64;
    if (i < n) part[t] = x[i];
    if (i < n) z[i] = part[length - 1 - t];
}
const tileproof::kernel_test raced =
    tileproof::custom("reversed_in_a_race", {"n"})
        .input<std::uint8_t>("x", {"n"})
        .values_from(0, 255)
        .output<std::uint8_t>("z", {"n"})
        .reference([](const tileproof::arrays& a) {
            const long n = a.dim("n");
            for (long i = 0; i < n; ++i) {
                const long first = i / 64 * 64, length = n - first < 64 ? n - first : 64;
                a.out<std::uint8_t>("z")(i) = a.in<std::uint8_t>("x")(first + length - 1 - i % 64);
            }
        })
        .launch([](const tileproof::pointers& p) {
            if (const long n = p.dim("n"))
                reversed_in_a_race<<<blocks(n), 64>>>(p.in<std::uint8_t>("x"),
                                                      p.out<std::uint8_t>("z"), n);
        });

__global__ void two_outputs(const float* x, float* y, float* z, long n) {
    const long i = own_index();
    if (i >= n) return;
    y[i] = i < 64 ? x[i] : -x[i];
    if (n % 2 == 0) z[i] = x[i];
}
const tileproof::kernel_test outputs =
    tileproof::custom("two_outputs", {"n"})
        .input<float>("x", {"n"})
        .values_from(1, 100)
        .output<float>("y", {"n"})
        .output<float>("z", {"n"})
        .reference([](const tileproof::arrays& a) {
            a.out<float>("y") = a.in<float>("x");
            a.out<float>("z") = a.in<float>("x");
        })
        .launch([](const tileproof::pointers& p) {
            if (const long n = p.dim("n"))
                two_outputs<<<blocks(n), 64>>>(p.in<float>("x"), p.out<float>("y"),
                                               p.out<float>("z"), n);
        });

// Only every other sum is set to nothing, and two kernels read them.
__global__ void add_rows(const float* x, double* sums, long rows, long columns) {
    const long c = own_index();
    if (c >= columns) return;
    double sum = 0;
    for (long r = 0; r < rows; ++r) sum += x[r * columns + c];
    atomicAdd(&sums[c], sum);
}
__global__ void narrow(const double* sums, float* y, long columns) {
    const long c = own_index();
    if (c < columns) y[c] = static_cast<float>(sums[c]);
}
const tileproof::kernel_test half_set =
    tileproof::custom("half_set", {"rows", "columns"})
        .input<float>("x", {"rows", "columns"})
        .output<float>("y", {"columns"})
        .reference([](const tileproof::arrays& a) {
            const auto x = a.in<float>("x").cast<double>();
            a.out<float>("y") = x.colwise().sum().transpose().cast<float>();
        })
        .within(1e-4, 1e-4)
        .launch([](const tileproof::pointers& p) {
            const long rows = p.dim("rows"), columns = p.dim("columns");
            if (columns == 0) return;
            double* sums = nullptr;
            (void)hipMalloc(&sums, sizeof(double) * static_cast<std::size_t>(columns));  // the sums
            (void)hipMemset(sums, 0, sizeof(float) * static_cast<std::size_t>(columns));
            if (rows > 0) add_rows<<<blocks(columns), 64>>>(p.in<float>("x"), sums, rows, columns);
            narrow<<<blocks(columns), 64>>>(sums, p.out<float>("y"), columns);
            (void)hipFree(sums);
        });

// Two buffers of one helper, neither of them set.
float* new_buffer(long n) {
    float* made = nullptr;
    (void)hipMalloc(&made, sizeof(float) * static_cast<std::size_t>(n));
    return made;
}
__global__ void add_both(const float* x, const float* a, const float* b, float* y, long n) {
    const long i = own_index();
    if (i >= n) return;
    const float first = x[i] + a[i];
    y[i] = first + b[i];
}
const tileproof::kernel_test none_set =
    tileproof::custom("none_set", {"n"})
        .input<float>("x", {"n"})
        .output<float>("y", {"n"})
        .reference([](const tileproof::arrays& a) { a.out<float>("y") = a.in<float>("x"); })
        .launch([](const tileproof::pointers& p) {
            const long n = p.dim("n");
            if (n == 0) return;
            float *const a = new_buffer(n), *const b = new_buffer(n);
            add_both<<<blocks(n), 64>>>(p.in<float>("x"), a, b, p.out<float>("y"), n);
            (void)hipFree(a);
            (void)hipFree(b);
        });

}  // namespace
