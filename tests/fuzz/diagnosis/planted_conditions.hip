// SPDX-License-Identifier: MIT
// Wrong kernels whose conditions are easily told too simply: an exception far off, an alignment, data that decide, two bugs.
// Each copies x to y but for what its rule says: what must be told of it is in planted_conditions_test.cpp.
#include <hip/hip_runtime.h>

#include <tileproof/custom_contract.hpp>
#include <tileproof/kernel_test.hpp>

#include <cmath>
#include <cstdint>

namespace {

using tileproof::custom;
using tileproof::kernel_test;
using tileproof::pointers;

// The last element is wrong where `wrong`.
__global__ void copies(const int* x, int* y, long n, bool wrong) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) y[i] = wrong && i == n - 1 ? x[i] + 1 : x[i];
}
void copy(const int* x, int* y, long n, bool wrong) {
    if (n > 0) copies<<<static_cast<unsigned>((n + 63) / 64), 64>>>(x, y, n, wrong);
}
template <class Wrong>
kernel_test of_n(const char* name, Wrong wrong) {
    return custom(name, {"n"})
        .input<int>("x", {"n"})
        .output<int>("y", {"n"})
        .reference([](const tileproof::arrays& a) { a.out<int>("y") = a.in<int>("x"); })
        .launch([wrong](const pointers& p) {
            const long n = p.dim("n");
            copy(p.in<int>("x"), p.out<int>("y"), n, wrong(n, p.in<int>("x")));
        });
}

const kernel_test but_for_777 =
    of_n("but_for_777", [](long n, const int*) { return n > 5 && n != 777; });
const kernel_test three_or_many =
    of_n("three_or_many", [](long n, const int*) { return n == 3 || n >= 5000; });
const kernel_test up_to_900 = of_n("up_to_900", [](long n, const int*) { return n <= 900; });
const kernel_test two_lengths =
    of_n("two_lengths", [](long n, const int*) { return n == 13 || n == 1700; });
const kernel_test but_for_4096 =
    of_n("but_for_4096", [](long n, const int*) { return n > 2 && n % 4096 != 0; });
const kernel_test not_of_three =
    of_n("not_of_three", [](long n, const int*) { return n % 3 != 0; });
const kernel_test one_of_seven =
    of_n("one_of_seven", [](long n, const int*) { return n % 7 == 1; });
const kernel_test powers_from_32 =
    of_n("powers_from_32", [](long n, const int*) { return n >= 32 && (n & (n - 1)) == 0; });
const kernel_test between = of_n("between", [](long n, const int*) { return n > 6 && n <= 3000; });

// A block of 640 threads a row, that meet: each case is dear.
__global__ void copies_rows(const int* x, int* y, long columns) {
    __shared__ int first;
    if (threadIdx.x == 0) first = columns > 512 && columns <= 640 ? 1 : 0;
    __syncthreads();
    for (long c = threadIdx.x; c < columns; c += blockDim.x)
        y[blockIdx.x * columns + c] = x[blockIdx.x * columns + c] + (c == 0 ? first : 0);
}
const kernel_test dear_rows =
    custom("dear_rows", {"rows", "columns"})
        .input<int>("x", {"rows", "columns"})
        .output<int>("y", {"rows", "columns"})
        .reference([](const tileproof::arrays& a) { a.out<int>("y") = a.in<int>("x"); })
        .launch([](const pointers& p) {
            if (const long rows = p.dim("rows"))
                copies_rows<<<static_cast<unsigned>(rows), 640>>>(p.in<int>("x"), p.out<int>("y"),
                                                                  p.dim("columns"));
        });

bool is_aligned(const void* p, std::uintptr_t bytes) {
    return reinterpret_cast<std::uintptr_t>(p) % bytes == 0;
}
const kernel_test vectors_off =
    of_n("vectors_off", [](long n, const int* x) { return n % 4 == 0 && !is_aligned(x, 16); });
const kernel_test aligned_only =
    of_n("aligned_only", [](long, const int* x) { return is_aligned(x, 32); });
const kernel_test half_aligned =
    of_n("half_aligned", [](long, const int* x) { return is_aligned(x, 8) && !is_aligned(x, 16); });

// Data decide.
template <class F>
__global__ void maps(const int* x, int* y, long n, F f) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) y[i] = f(x[i], i);
}
template <class F>
kernel_test of_values(const char* name, F f, int most = 20) {
    return custom(name, {"n"})
        .input<int>("x", {"n"})
        .values_from(-most, most)
        .output<int>("y", {"n"})
        .reference([](const tileproof::arrays& a) { a.out<int>("y") = a.in<int>("x"); })
        .launch([f](const pointers& p) {
            if (const long n = p.dim("n"))
                maps<<<static_cast<unsigned>((n + 63) / 64), 64>>>(p.in<int>("x"), p.out<int>("y"),
                                                                   n, f);
        });
}
const kernel_test negative_third =
    of_values("negative_third", [](int v, long i) { return i == 2 && v < 0 ? -v : v; });
const kernel_test seventeen_from_third_on =
    of_values("seventeen_from_third_on", [](int v, long i) { return i >= 2 && v == 17 ? 0 : v; });
// One number of a thousand, in the first element as in any other.
const kernel_test rare_value = of_values(
    "rare_value", [](int v, long) { return v % 1000 == 77 ? 0 : v; }, 1000);
const kernel_test seven_anywhere =
    of_values("seven_anywhere", [](int v, long) { return v == 7 ? 8 : v; });
// From the fifth element above ten on. Few data have five such elements among the first ones.
__global__ void counts_on(const int* x, int* y, long n) {
    long many = 0;
    for (long i = 0; i < n; ++i) {
        many += x[i] > 10;
        y[i] = many >= 5 ? 0 : x[i];
    }
}
const kernel_test five_above_ten =
    custom("five_above_ten", {"n"})
        .input<int>("x", {"n"})
        .values_from(-20, 20)
        .output<int>("y", {"n"})
        .reference([](const tileproof::arrays& a) { a.out<int>("y") = a.in<int>("x"); })
        .launch([](const pointers& p) {
            if (const long n = p.dim("n")) counts_on<<<1, 1>>>(p.in<int>("x"), p.out<int>("y"), n);
        });
const kernel_test not_zero = of_values("not_zero", [](int v, long) { return 2 * v; });
const kernel_test third_if_odd =
    of_values("third_if_odd", [](int v, long i) { return i == 2 && v % 2 ? v + 1 : v; });

// A conjugate that is none: at n = 1 it shows where the imaginary part is not zero.
__global__ void conjugates(const float* x, float* y, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i >= n) return;
    y[2 * i] = x[2 * i];
    y[2 * i + 1] = x[2 * i + 1];
}
const kernel_test no_conjugate =
    custom("no_conjugate", {"n"})
        .input<float>("x", {"n", "2"})
        .output<float>("y", {"n", "2"})
        .reference([](const tileproof::arrays& a) {
            a.out<float>("y").col(0) = a.in<float>("x").col(0);
            a.out<float>("y").col(1) = -a.in<float>("x").col(1);
        })
        .within(0)
        .launch([](const pointers& p) {
            if (const long n = p.dim("n"))
                conjugates<<<static_cast<unsigned>((n + 63) / 64), 64>>>(p.in<float>("x"),
                                                                         p.out<float>("y"), n);
        });

// Rows, of which the last element is wrong, or not written.
__global__ void copies_rows(const int* x, int* y, long h, long w, long x_row, long y_row,
                            bool wrong, bool unwritten) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i >= h * w) return;
    const long r = i / w, c = i % w;
    if (unwritten && c == w - 1) return;
    y[r * y_row + c] = x[r * x_row + c] + (wrong && c == 0 ? 1 : 0);
}
template <class Wrong, class Unwritten>
kernel_test of_rows(const char* name, Wrong wrong, Unwritten unwritten) {
    return custom(name, {"h", "w"})
        .input<int>("x", {"h", "w"})
        .output<int>("y", {"h", "w"})
        .strided()
        .reference([](const tileproof::arrays& a) { a.out<int>("y") = a.in<int>("x"); })
        .launch([wrong, unwritten](const pointers& p) {
            const long h = p.dim("h"), w = p.dim("w"), row = p.stride("x");
            if (h * w == 0) return;
            copies_rows<<<static_cast<unsigned>((h * w + 63) / 64), 64>>>(
                p.in<int>("x"), p.out<int>("y"), h, w, row, p.stride("y"), wrong(h, w, row),
                unwritten(h, w, row));
        });
}
const auto never = [](long, long, long) { return false; };
const kernel_test two_bugs = of_rows(
    "two_bugs", [](long h, long, long) { return h > 2; },
    [](long, long w, long) { return w % 2 != 0; });
const kernel_test three_apart = of_rows(
    "three_apart", [](long, long w, long row) { return row == w + 3; }, never);
const kernel_test many_elements = of_rows(
    "many_elements", [](long h, long w, long) { return h * w > 3000; }, never);
const kernel_test wide_but_for_100 = of_rows(
    "wide_but_for_100", [](long h, long w, long) { return w > h && h != 100; }, never);
const kernel_test tall_but_for_tiles = of_rows(
    "tall_but_for_tiles", [](long h, long w, long) { return h > w && w % 48 != 0; }, never);
const kernel_test beyond_whole_blocks = of_rows(
    "beyond_whole_blocks", [](long h, long, long) { return h > 64 && h % 64 != 0; }, never);
const kernel_test as_many_blocks = of_rows(
    "as_many_blocks", [](long h, long w, long) { return (h + 15) / 16 >= (w + 15) / 16; }, never);
const kernel_test tall_by_five = of_rows(
    "tall_by_five", [](long h, long w, long) { return h > w + 5; }, never);

// A race in every problem, and a wrong value where d is odd.
__global__ void races(const int* x, int* y, long d) {
    __shared__ int part[64];
    part[threadIdx.x] = threadIdx.x < d ? x[threadIdx.x] : 0;
    const int other = part[63 - threadIdx.x];
    if (threadIdx.x < d) y[threadIdx.x] = x[threadIdx.x] + (d % 2 && threadIdx.x == 0 ? 1 : 0);
    if (other > 1000 && threadIdx.x < d) y[threadIdx.x] = x[threadIdx.x];
}
const kernel_test race_and_odd =
    custom("race_and_odd", {"d"})
        .input<int>("x", {"d"})
        .output<int>("y", {"d"})
        .at_least({1})
        .at_most({64})
        .reference([](const tileproof::arrays& a) { a.out<int>("y") = a.in<int>("x"); })
        .launch([](const pointers& p) {
            races<<<1, 64>>>(p.in<int>("x"), p.out<int>("y"), p.dim("d"));
        });

// What lies half way between two whole numbers is rounded away from zero.
__global__ void rounds(const float* x, int* y, long n, float scale) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) y[i] = static_cast<int>(roundf(x[i] / scale));
}
const kernel_test ties_away =
    custom("ties_away", {"n"})
        .input<float>("x", {"n"})
        .values_from(-200, 200)
        .output<int>("y", {"n"})
        .scalar<float>("scale", {1.0f, 0.5f, 2.0f})
        .reference([](const tileproof::arrays& a) {
            for (long i = 0; i < a.dim("n"); ++i)
                a.out<int>("y")(i) = static_cast<int>(
                    std::nearbyint(a.in<float>("x")(i) / a.scalar<float>("scale")));
        })
        .launch([](const pointers& p) {
            const long n = p.dim("n");
            if (n > 0)
                rounds<<<static_cast<unsigned>((n + 63) / 64), 64>>>(
                    p.in<float>("x"), p.out<int>("y"), n, p.scalar<float>("scale"));
        });

// To a bf16: right but for numbers half way between two of them, every second of which it rounds to the odd one.
__global__ void rounds_to_bf16(const float* x, unsigned* y, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) y[i] = (__float_as_uint(x[i]) + 0x8000u) >> 16;
}
const kernel_test ties_up =
    custom("ties_up", {"n"})
        .input<float>("x", {"n"})
        .finite()
        .output<unsigned>("y", {"n"})
        .reference([](const tileproof::arrays& a) {
            for (long i = 0; i < a.dim("n"); ++i) {
                const unsigned bits = std::bit_cast<unsigned>(a.in<float>("x")(i));
                a.out<unsigned>("y")(i) = (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16;
            }
        })
        .launch([](const pointers& p) {
            const long n = p.dim("n");
            if (n > 0)
                rounds_to_bf16<<<static_cast<unsigned>((n + 63) / 64), 64>>>(
                    p.in<float>("x"), p.out<unsigned>("y"), n);
        });

// A race of a test without any operand.
__global__ void nothing(long n) {
    __shared__ int part[64];
    part[threadIdx.x] = static_cast<int>(n);
    if (part[63 - threadIdx.x] == -1) __builtin_trap();
}
const kernel_test no_operand = custom("no_operand", {"n"})
                                   .reference([](const tileproof::arrays&) {})
                                   .launch([](const pointers& p) {
                                       if (p.dim("n") > 4) nothing<<<1, 64>>>(p.dim("n"));
                                   });

}  // namespace
