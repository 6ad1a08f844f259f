// SPDX-License-Identifier: MIT
// Wrong for one class of numbers alone, and right twins; row pointers, sorted keys, masks.
#include <hip/hip_runtime.h>

#include <cfloat>
#include <cmath>
#include <cstring>
#include <tileproof/custom_contract.hpp>

namespace {

using tileproof::custom;
using tileproof::elementwise;
using tileproof::kernel_test;
using tileproof::pointers;

unsigned blocks(long n) { return static_cast<unsigned>((n + 63) / 64); }
__device__ long own_index() { return blockIdx.x * 64L + threadIdx.x; }

template <class Out, class In, class F>
__global__ void maps(const In* x, Out* y, long n, F f) {
    if (own_index() < n) y[own_index()] = f(x[own_index()]);
}
template <class Out, class In, class Right, class Kernel>
kernel_test mapped(const char* name, Right right, Kernel kernel) {
    return elementwise<Out, In>(name, right).launch([kernel](const In* x, Out* y, long n) {
        if (n) maps<<<blocks(n), 64>>>(x, y, n, kernel);
    });
}

constexpr auto same = [](float x) { return x; };
const auto at_most_one = [](float x) { return x > 1 ? 1 : x; };
const kernel_test right_at_most_one =
    mapped<float, float>("right_at_most_one", at_most_one, at_most_one);
const kernel_test loses_nan =
    mapped<float, float>("loses_nan", at_most_one, [](float x) { return fminf(x, 1); });
const kernel_test right_same = mapped<float, float>("right_same", same, same);
const kernel_test ends_at_the_greatest = mapped<float, float>(
    "ends_at_the_greatest", same,
    [](float x) { return x - x != x - x && x == x ? (x > 0 ? FLT_MAX : -FLT_MAX) : x; });
const kernel_test forgets_the_sign_of_zero =
    mapped<float, float>("forgets_the_sign_of_zero", same, [](float x) { return x + 0.0f; });
const kernel_test flushes_to_zero = mapped<float, float>(
    "flushes_to_zero", same, [](float x) { return x > -FLT_MIN && x < FLT_MIN ? 0 * x : x; });
const kernel_test ends_at_65504 = mapped<float, float>("ends_at_65504", same, [](float x) {
    return x > 65504 ? 65504 : x < -65504 ? -65504 : x;
});
// Declared to do so.
const kernel_test right_flush = elementwise<float, float>("right_flush", same)
                                    .flushes_subnormals()
                                    .launch([](const float* x, float* y, long n) {
                                        if (n)
                                            maps<<<blocks(n), 64>>>(x, y, n, [](float v) {
                                                return v > -FLT_MIN && v < FLT_MIN ? 0 * v : v;
                                            });
                                    });

__host__ __device__ std::uint32_t bits_of(float x) {
    std::uint32_t bits;
    std::memcpy(&bits, &x, 4);
    return bits;
}
const auto to_bf16 = [](float x) {
    const std::uint32_t b = bits_of(x);
    return static_cast<std::uint16_t>((b + 0x7fff + (b >> 16 & 1)) >> 16);
};
const kernel_test right_rounding = mapped<std::uint16_t, float>("right_rounding", to_bf16, to_bf16);
const kernel_test cuts_off = mapped<std::uint16_t, float>(
    "cuts_off", to_bf16, [](float x) { return static_cast<std::uint16_t>(bits_of(x) >> 16); });
const kernel_test rounds_ties_up = mapped<std::uint16_t, float>(
    "rounds_ties_up", to_bf16,
    [](float x) { return static_cast<std::uint16_t>((bits_of(x) + 0x8000) >> 16); });

// Rounding carries the digits of a NaN into its exponent and its sign.
__host__ __device__ __bf16 bf16_of(std::uint16_t bits) { return __builtin_bit_cast(__bf16, bits); }
const auto rounded = [](float x) { return static_cast<__bf16>(x); };
const kernel_test right_bf16 = mapped<__bf16, float>("right_bf16", rounded, rounded);
const kernel_test rounds_nan = mapped<__bf16, float>("rounds_nan", rounded, [](float x) {
    const std::uint32_t b = bits_of(x);
    return bf16_of(static_cast<std::uint16_t>((b + 0x7fff + (b >> 16 & 1)) >> 16));
});

const auto high_nibble = [](std::uint8_t x) { return static_cast<std::int8_t>(x) >> 4; };
const kernel_test right_nibble =
    mapped<int, std::uint8_t>("right_nibble", high_nibble, high_nibble);
const kernel_test nibble_without_sign = mapped<int, std::uint8_t>(
    "nibble_without_sign", high_nibble, [](std::uint8_t x) { return x >> 4; });
const auto size_of = [](int x) {
    return x < 0 ? 0u - static_cast<unsigned>(x) : static_cast<unsigned>(x);
};
const kernel_test right_size = mapped<unsigned, int>("right_size", size_of, size_of);
const kernel_test size_but_of_the_least =
    mapped<unsigned, int>("size_but_of_the_least", size_of, [](int x) {
        return x == -2147483647 - 1 ? 2147483647u
               : x < 0              ? 0u - static_cast<unsigned>(x)
                                    : static_cast<unsigned>(x);
    });

template <class Sum, class In, class Out>
__global__ void sums(const In* x, Out* y, long n) {
    Sum all = 0;
    for (long i = 0; i < n; ++i) all = static_cast<Sum>(all + x[i]);
    *y = all;
}
template <class Sum, class In = std::int16_t, class Out = int>
kernel_test sum_in(const char* name) {
    return custom(name, {"n"})
        .input<In>("x", {"n"})
        .template output<Out>("y", {"1"})
        .reference([](const tileproof::arrays& a) {
            a.out<Out>("y") = a.in<In>("x").template cast<Out>().sum();
        })
        .launch([](const pointers& p) {
            sums<Sum><<<1, 1>>>(p.in<In>("x"), p.out<Out>("y"), p.dim("n"));
        });
}
// The least of each pair of neighbours and where it is, in one block of any number of elements: what is beyond the end must be greater than all.
template <unsigned Beyond>
__global__ void least_of_pairs(const unsigned* x, unsigned* least, int* at, long n) {
    for (long i = threadIdx.x; 2 * i < n; i += blockDim.x) {
        const unsigned a = x[2 * i], b = 2 * i + 1 < n ? x[2 * i + 1] : Beyond;
        least[i] = b < a ? b : a;
        at[i] = static_cast<int>(2 * i + (b < a && 2 * i + 1 < n ? 1 : 0));
    }
}
template <unsigned Beyond>
kernel_test least_with(const char* name) {
    return custom(name, {"n"})
        .input<unsigned>("x", {"n"})
        .output<unsigned>("least", {"ceil(n / 2)"})
        .output<int>("at", {"ceil(n / 2)"})
        .reference([](const tileproof::arrays& a) {
            const auto x = a.in<unsigned>("x").col(0);
            for (long i = 0; i < x.size(); i += 2) {
                const bool next = i + 1 < x.size() && x(i + 1) < x(i);
                a.out<unsigned>("least")(i / 2) = x(i + next);
                a.out<int>("at")(i / 2) = static_cast<int>(i + next);
            }
        })
        .launch([](const pointers& p) {
            if (const long n = p.dim("n"))
                least_of_pairs<Beyond>
                    <<<1, 64>>>(p.in<unsigned>("x"), p.out<unsigned>("least"), p.out<int>("at"), n);
        });
}
const kernel_test right_least = least_with<0xffffffffu>("right_least");
const kernel_test least_below_2_to_31 = least_with<0x7fffffffu>("least_below_2_to_31");

// Adds shares, which are rounded whatever the numbers are, in any order.
__global__ void adds_shares(const float* x, float* y, long n) {
    if (own_index() < n) atomicAdd(y, x[own_index()] / static_cast<float>(n));
}
const kernel_test right_mean_by_atomics =
    custom("right_mean_by_atomics", {"n"})
        .at_least({1})
        .input<float>("x", {"n"})
        .output<float>("y", {"1"})
        .reference([](const tileproof::arrays& a) {
            a.out<float>("y")(0) = static_cast<float>(a.in<float>("x").cast<double>().mean());
        })
        .within(1e-4, 1e-4)
        .launch([](const pointers& p) {
            (void)hipMemset(p.out<float>("y"), 0, sizeof(float));
            adds_shares<<<blocks(p.dim("n")), 64>>>(p.in<float>("x"), p.out<float>("y"),
                                                    p.dim("n"));
        });

// Indices that are none of the declaration's: right as long as they are small.
__global__ void looks_up(const unsigned* at, const int* table, int* y, long n) {
    if (own_index() < n) y[own_index()] = table[at[own_index()]];
}
const kernel_test right_lookup =
    custom("right_lookup", {"n"})
        .input<unsigned>("at", {"n"})
        .input<int>("table", {"1001"})
        .output<int>("y", {"n"})
        .reference([](const tileproof::arrays& a) {
            for (long i = 0; i < a.dim("n"); ++i)
                a.out<int>("y")(i) = a.in<int>("table")(a.in<unsigned>("at")(i));
        })
        .launch([](const pointers& p) {
            if (const long n = p.dim("n"))
                looks_up<<<blocks(n), 64>>>(p.in<unsigned>("at"), p.in<int>("table"),
                                            p.out<int>("y"), n);
        });

// Right for numbers whose sum fits, as nearly all such kernels are.
__global__ void middles(const int* x, int* y, long n) {
    if (own_index() + 1 < n) y[own_index()] = (x[own_index()] + x[own_index() + 1]) / 2;
}
const kernel_test right_middles =
    custom("right_middles", {"n"})
        .at_least({2})
        .input<int>("x", {"n"})
        .output<int>("y", {"n - 1"})
        .reference([](const tileproof::arrays& a) {
            const auto x = a.in<int>("x").col(0);
            for (long i = 0; i + 1 < x.size(); ++i)
                a.out<int>("y")(i) = static_cast<int>((long{x(i)} + x(i + 1)) / 2);
        })
        .launch([](const pointers& p) {
            middles<<<blocks(p.dim("n")), 64>>>(p.in<int>("x"), p.out<int>("y"), p.dim("n"));
        });

const kernel_test right_int_sum = sum_in<int>("right_int_sum");
const kernel_test int16_sum = sum_in<std::int16_t>("int16_sum");
const kernel_test right_int64_sum = sum_in<long, long, long>("right_int64_sum");
const kernel_test int32_sum_of_int64 = sum_in<int, long, long>("int32_sum_of_int64");

// A counter for each of 64 threads, which see up to 256 numbers of a block: one of 8 bits holds 255 equal ones.
template <typename Counter>
__global__ void halves_of(const float* x, int* y, long n) {
    __shared__ Counter counts[2][64];
    const unsigned t = threadIdx.x;
    counts[0][t] = counts[1][t] = 0;
    const long begin = blockIdx.x * (64L * 256), end = begin + 64 * 256 < n ? begin + 64 * 256 : n;
    for (long i = begin + t; i < end; i += 64) ++counts[x[i] < 0.5f ? 0 : 1][t];
    __syncthreads();
    if (t > 1) return;
    int sum = 0;
    for (const Counter c : counts[t]) sum += c;
    atomicAdd(&y[t], sum);
}
template <typename Counter>
kernel_test halves(const char* name) {
    return tileproof::custom(name, {"n"})
        .input<float>("x", {"n"})
        .values_from(0, 1)
        .output<int>("y", {"2"})
        .reference([](const tileproof::arrays& a) {
            const auto x = a.in<float>("x").col(0);
            a.out<int>("y")(0) = static_cast<int>((x < 0.5f).count());
            a.out<int>("y")(1) = static_cast<int>((x >= 0.5f).count());
        })
        .launch([](const pointers& p) {
            const long n = p.dim("n");
            hipMemset(p.out<int>("y"), 0, 2 * sizeof(int));
            if (n > 0)
                halves_of<Counter>
                    <<<(n + 64 * 256 - 1) / (64 * 256), 64>>>(p.in<float>("x"), p.out<int>("y"), n);
        });
}
const kernel_test byte_counters = halves<unsigned char>("byte_counters");
const kernel_test right_counters = halves<int>("right_counters");

// In any order, within a small error: of many equal numbers too.
__global__ void float_mean_of(const float* x, float* y, long n) {
    float sum = 0;
    for (long i = 0; i < n; ++i) sum += x[i];
    *y = sum / static_cast<float>(n);
}
const kernel_test right_mean_of_many =
    tileproof::custom("right_mean_of_many", {"n"})
        .at_least({1})
        .input<float>("x", {"n"})
        .output<float>("y", {"1"})
        .within(1e-5, 1e-5)
        .reference([](const tileproof::arrays& a) {
            a.out<float>("y")(0) = static_cast<float>(a.in<float>("x").cast<double>().mean());
        })
        .launch([](const pointers& p) {
            float_mean_of<<<1, 1>>>(p.in<float>("x"), p.out<float>("y"), p.dim("n"));
        });

template <bool Last>
__global__ void greatest_at(const float* x, int* y, long n) {
    long at = 0;
    for (long i = 1; i < n; ++i)
        if (Last ? x[i] >= x[at] : x[i] > x[at]) at = i;
    *y = static_cast<int>(at);
}
template <bool Last>
kernel_test first_greatest(const char* name) {
    return custom(name, {"n"})
        .at_least({1})
        .input<float>("x", {"n"})
        .output<int>("y", {"1"})
        .reference([](const tileproof::arrays& a) {
            long row = 0, column = 0;
            a.in<float>("x").maxCoeff(&row, &column);
            a.out<int>("y")(0) = static_cast<int>(row);
        })
        .launch([](const pointers& p) {
            greatest_at<Last><<<1, 1>>>(p.in<float>("x"), p.out<int>("y"), p.dim("n"));
        });
}
const kernel_test right_argmax = first_greatest<false>("right_argmax");
const kernel_test argmax_of_the_last = first_greatest<true>("argmax_of_the_last");

// Of a declared range that has zero in it.
template <bool BySign>
__global__ void negative(const float* x, int* y, long n) {
    if (const long i = own_index(); i < n) y[i] = BySign ? signbit(x[i]) != 0 : x[i] < 0;
}
template <bool BySign>
kernel_test negative_ones(const char* name) {
    return custom(name, {"n"})
        .input<float>("x", {"n"})
        .values_from(-4, 4)
        .output<int>("y", {"n"})
        .reference([](const tileproof::arrays& a) {
            a.out<int>("y") = (a.in<float>("x") < 0).cast<int>();
        })
        .launch([](const pointers& p) {
            if (const long n = p.dim("n"))
                negative<BySign><<<blocks(n), 64>>>(p.in<float>("x"), p.out<int>("y"), n);
        });
}
const kernel_test right_negative = negative_ones<false>("right_negative");
const kernel_test takes_minus_zero_for_negative =
    negative_ones<true>("takes_minus_zero_for_negative");

// One kernel for each class that the kernels above say nothing of.
const auto up = [](float x) { return ceilf(x); };
const kernel_test right_ceiling = mapped<float, float>("right_ceiling", up, up);
const kernel_test next_of_whole_numbers = mapped<float, float>(
    "next_of_whole_numbers", up, [](float x) { return x > 0 ? truncf(x) + 1 : truncf(x); });

// Its float is the power above for numbers close to it: right for most words.
__host__ __device__ int length_of(std::uint32_t x) { return x == 0 ? 0 : 32 - __builtin_clz(x); }
const auto length = [](std::uint32_t x) { return length_of(x); };
const kernel_test right_length = elementwise<int, std::uint32_t>("right_length", length)
                                     .any_bits()
                                     .launch([](const std::uint32_t* x, int* y, long n) {
                                         if (n) maps<<<blocks(n), 64>>>(x, y, n, length);
                                     });
const kernel_test length_but_of_powers =
    elementwise<int, std::uint32_t>("length_but_of_powers", length)
        .any_bits()
        .launch([](const std::uint32_t* x, int* y, long n) {
            if (n)
                maps<<<blocks(n), 64>>>(x, y, n, [](std::uint32_t v) {
                    const bool power = (v & (v - 1)) == 0 && v > 1u << 20;
                    return length_of(v) - (power ? 1 : 0);
                });
        });

// Its product leaves the range of a float halfway, for numbers that are neither the greatest nor near 1.
const auto magnitude = [](float x) { return fabsf(x); };
const kernel_test root_of_the_square = mapped<float, float>(
    "root_of_the_square", magnitude,
    [](float x) { return fabsf(x) > 1e25f && fabsf(x) < 1e37f ? sqrtf(x * x) : fabsf(x); });

enum class of_row { span, spread, rise, shares };
template <of_row What, bool Right>
__global__ void row_facts(const float* x, float* y, long n) {
    if (What == of_row::span) {
        long first = n, last = -1;
        for (long i = 0; i < n; ++i)
            if (x[i] != 0) first = i < first ? i : first, last = i;
        *y = static_cast<float>(last > first || (Right && last == first) ? last - first + 1 : 0);
    } else if (What == of_row::spread) {
        float least = x[0], greatest = x[0];
        for (long i = 1; i < n; ++i) least = fminf(least, x[i]), greatest = fmaxf(greatest, x[i]);
        *y = Right && least == greatest ? 0 : (x[0] - least) / (greatest - least);
    } else if (What == of_row::rise) {
        long run = 1, longest = 1;
        for (long i = 1; i < n; ++i) {
            run = x[i] > x[i - 1] ? run + 1 : 1;
            if (run > longest && (Right || longest < 10)) longest = run;
        }
        *y = static_cast<float>(longest);
    } else {
        float sum = 0;
        for (long i = 0; i + 1 < n; i += 2) {
            const float both = x[i] + x[i + 1];
            if (!Right || both != 0) sum += x[i] / both > 0 ? 1 : 0;
            if (!Right && both == 0) sum += 1;
        }
        *y = sum;
    }
}
template <of_row What, bool Right>
kernel_test row_fact(const char* name) {
    return custom(name, {"n"})
        .at_least({16})
        .input<float>("x", {"n"})
        .output<float>("y", {"1"})
        .reference([](const tileproof::arrays& a) {
            const auto x = a.in<float>("x").col(0);
            float& y = a.out<float>("y")(0);
            const long n = a.dim("n");
            y = 0;
            if (What == of_row::span) {
                for (long i = 0; i < n; ++i)
                    for (long k = n; k-- > i && y == 0;)
                        if (x(i) != 0 && x(k) != 0) y = static_cast<float>(k - i + 1);
            } else if (What == of_row::spread) {
                if (x.minCoeff() < x.maxCoeff())
                    y = (x(0) - x.minCoeff()) / (x.maxCoeff() - x.minCoeff());
            } else if (What == of_row::rise) {
                long from = 0;
                for (long i = 0; i < n; ++i) {
                    if (i > 0 && !(x(i) > x(i - 1))) from = i;
                    y = std::max(y, static_cast<float>(i - from + 1));
                }
            } else {
                for (long i = 0; i + 1 < n; i += 2)
                    if (const float both = x(i) + x(i + 1); both != 0 && x(i) / both > 0) ++y;
            }
        })
        .launch([](const pointers& p) {
            row_facts<What, Right><<<1, 1>>>(p.in<float>("x"), p.out<float>("y"), p.dim("n"));
        });
}
const kernel_test right_span = row_fact<of_row::span, true>("right_span");
const kernel_test span_of_two = row_fact<of_row::span, false>("span_of_two");
const kernel_test right_spread = row_fact<of_row::spread, true>("right_spread");
const kernel_test spread_without_a_guard =
    row_fact<of_row::spread, false>("spread_without_a_guard");
const kernel_test right_rise = row_fact<of_row::rise, true>("right_rise");
const kernel_test rise_up_to_10 = row_fact<of_row::rise, false>("rise_up_to_10");
const kernel_test right_pair_shares = row_fact<of_row::shares, true>("right_pair_shares");
const kernel_test shares_of_nothing = row_fact<of_row::shares, false>("shares_of_nothing");

// What a custom contract draws without being told, where its reference has a finite answer for it.
__host__ __device__ int exponent_of(float x) {
    const std::uint32_t b = bits_of(x) & 0x7fffffff;
    return b == 0 || b >= 0x7f800000 ? 999 : static_cast<int>(b >> 23) - 127;
}
const auto exponent = [](float x) { return x == 0 || x - x != 0 ? 999 : std::ilogb(x); };
const kernel_test right_exponent = mapped<int, float>("right_exponent", exponent, [](float x) {
    const float up = x * 0x1p64f;
    return exponent_of(x) == -127 ? exponent_of(up) - 64 : exponent_of(x);
});
const kernel_test exponent_but_of_subnormals =
    mapped<int, float>("exponent_but_of_subnormals", exponent, exponent_of);

template <class Sum>
__global__ void means(const _Float16* a, const _Float16* b, _Float16* y, long n) {
    if (const long i = own_index(); i < n)
        y[i] = static_cast<_Float16>((static_cast<Sum>(a[i]) + static_cast<Sum>(b[i])) *
                                     static_cast<Sum>(0.5f));
}
template <class Sum>
kernel_test mean_in(const char* name) {
    return custom(name, {"n"})
        .input<_Float16>("a", {"n"})
        .input<_Float16>("b", {"n"})
        .output<_Float16>("y", {"n"})
        .reference([](const tileproof::arrays& a) {
            a.out<_Float16>("y") =
                ((a.in<_Float16>("a").cast<float>() + a.in<_Float16>("b").cast<float>()) / 2)
                    .cast<_Float16>();
        })
        .within(1e-3, 1e-3)
        .launch([](const pointers& p) {
            if (const long n = p.dim("n"))
                means<Sum><<<blocks(n), 64>>>(p.in<_Float16>("a"), p.in<_Float16>("b"),
                                              p.out<_Float16>("y"), n);
        });
}
const kernel_test right_mean = mean_in<float>("right_mean");
const kernel_test mean_in_f16 = mean_in<_Float16>("mean_in_f16");

// Of each row: log of the sum of exponentials, online.
__global__ void sums_of_exponentials(const float* x, float* y, long rows, long columns,
                                     bool guarded) {
    const long r = own_index();
    if (r >= rows) return;
    float m = -INFINITY, s = 0;
    for (long c = 0; c < columns; ++c) {
        const float v = x[r * columns + c], higher = fmaxf(m, v);
        if (guarded && higher == -INFINITY) continue;
        s = s * expf(m - higher) + expf(v - higher);
        m = higher;
    }
    y[r] = m + logf(s);
}
kernel_test log_sum(const char* name, bool guarded) {
    return custom(name, {"rows", "columns"})
        .at_least({0, 1})
        .input<float>("x", {"rows", "columns"})
        .output<float>("y", {"rows"})
        .within(1e-4, 1e-4)
        .reference([](const tileproof::arrays& a) {
            const auto x = a.in<float>("x").cast<double>();
            for (long r = 0; r < x.rows(); ++r) {
                const double m = x.row(r).maxCoeff();
                a.out<float>("y")(r) = static_cast<float>(m + std::log((x.row(r) - m).exp().sum()));
            }
        })
        .launch([guarded](const pointers& p) {
            if (const long rows = p.dim("rows"))
                sums_of_exponentials<<<blocks(rows), 64>>>(p.in<float>("x"), p.out<float>("y"),
                                                           rows, p.dim("columns"), guarded);
        });
}
const kernel_test right_log_sum = log_sum("right_log_sum", true);
const kernel_test log_sum_of_leading_infinity = log_sum("log_sum_of_leading_infinity", false);

__global__ void shares_of_exponentials(const float* x, float* y, long rows, long columns,
                                       bool without) {
    const long r = own_index();
    if (r >= rows) return;
    float m = without ? 0 : x[r * columns], s = 0;
    for (long c = 0; c < columns && !without; ++c) m = fmaxf(m, x[r * columns + c]);
    for (long c = 0; c < columns; ++c) s += expf(x[r * columns + c] - m);
    for (long c = 0; c < columns; ++c) y[r * columns + c] = expf(x[r * columns + c] - m) / s;
}
kernel_test shares_of(const char* name, bool without) {
    return custom(name, {"rows", "columns"})
        .at_least({0, 1})
        .input<float>("x", {"rows", "columns"})
        .output<float>("y", {"rows", "columns"})
        .within(1e-4, 1e-6)
        .reference([](const tileproof::arrays& a) {
            const auto x = a.in<float>("x").cast<double>();
            for (long r = 0; r < x.rows(); ++r) {
                const auto e = (x.row(r) - x.row(r).maxCoeff()).exp().eval();
                a.out<float>("y").row(r) = (e / e.sum()).cast<float>();
            }
        })
        .launch([without](const pointers& p) {
            if (const long rows = p.dim("rows"))
                shares_of_exponentials<<<blocks(rows), 64>>>(p.in<float>("x"), p.out<float>("y"),
                                                             rows, p.dim("columns"), without);
        });
}
const kernel_test right_softmax = shares_of("right_softmax", false);
const kernel_test softmax_without_its_maximum = shares_of("softmax_without_its_maximum", true);

// Its bound is made of the numbers, and without a limit where these are infinite.
__global__ void dots(const float* a, const float* b, float* y, long n) {
    float sum = 0;
    for (long i = 0; i < n; ++i) sum += a[i] * b[i];
    *y = sum;
}
const kernel_test right_bounded_dot =
    custom("right_bounded_dot", {"n"})
        .input<float>("a", {"n"})
        .input<float>("b", {"n"})
        .output<float>("y", {"1"})
        .bounded_reference([](const tileproof::arrays& a) {
            const auto terms =
                (a.in<float>("a").cast<double>() * a.in<float>("b").cast<double>()).eval();
            a.value("y")(0) = terms.sum();
            a.bound("y")(0) = terms.abs().sum() * 1.2e-7 * static_cast<double>(a.dim("n") + 2);
        })
        .launch([](const pointers& p) {
            dots<<<1, 1>>>(p.in<float>("a"), p.in<float>("b"), p.out<float>("y"), p.dim("n"));
        });

// A mean and a variance, whose sums cancel, in the type of the input: large numbers are no reason to accuse them.
__global__ void normalises(const float* x, float* y, long rows, long columns) {
    const long r = own_index();
    if (r >= rows) return;
    float sum = 0, squares = 0;
    for (long c = 0; c < columns; ++c) sum += x[r * columns + c];
    const float mean = sum / static_cast<float>(columns);
    for (long c = 0; c < columns; ++c) {
        const float d = x[r * columns + c] - mean;
        squares += d * d;
    }
    const float scale = 1 / sqrtf(squares / static_cast<float>(columns) + 1e-3f);
    for (long c = 0; c < columns; ++c) y[r * columns + c] = (x[r * columns + c] - mean) * scale;
}
const kernel_test right_normalised =
    custom("right_normalised", {"rows", "columns"})
        .at_least({0, 1})
        .input<float>("x", {"rows", "columns"})
        .output<float>("y", {"rows", "columns"})
        .within(1e-3, 1e-3)
        .reference([](const tileproof::arrays& a) {
            const auto x = a.in<float>("x").cast<double>();
            for (long r = 0; r < x.rows(); ++r) {
                const auto d = (x.row(r) - x.row(r).mean()).eval();
                a.out<float>("y").row(r) = (d / std::sqrt(d.square().mean() + 1e-3)).cast<float>();
            }
        })
        .launch([](const pointers& p) {
            if (const long rows = p.dim("rows"))
                normalises<<<blocks(rows), 64>>>(p.in<float>("x"), p.out<float>("y"), rows,
                                                 p.dim("columns"));
        });

// Two counters in each word: full after 65535 of one value.
template <int Bits>
__global__ void counts(const std::uint8_t* x, int* y, long n) {
    __shared__ unsigned words[4];
    if (threadIdx.x < 4) words[threadIdx.x] = 0;
    __syncthreads();
    for (long i = threadIdx.x; i < n; i += 64) {
        const unsigned v = x[i];
        if (Bits == 32)
            atomicAdd(&words[v], 1u);
        else
            atomicAdd(&words[v / 2], v % 2 ? 65536u : 1u);
    }
    __syncthreads();
    if (threadIdx.x < 4)
        y[threadIdx.x] = static_cast<int>(Bits == 32        ? words[threadIdx.x]
                                          : threadIdx.x % 2 ? words[threadIdx.x / 2] >> 16
                                                            : words[threadIdx.x / 2] & 65535);
}
template <int Bits>
kernel_test counted_in(const char* name) {
    return custom(name, {"n"})
        .input<std::uint8_t>("x", {"n"})
        .values_from(0, 3)
        .output<int>("y", {"4"})
        .reference([](const tileproof::arrays& a) {
            for (int v = 0; v < 4; ++v)
                a.out<int>("y")(v) = static_cast<int>((a.in<std::uint8_t>("x") == v).count());
        })
        .launch([](const pointers& p) {
            counts<Bits><<<1, 64>>>(p.in<std::uint8_t>("x"), p.out<int>("y"), p.dim("n"));
        });
}
const kernel_test right_counts = counted_in<32>("right_counts");
const kernel_test counts_of_16_bits = counted_in<16>("counts_of_16_bits");

// Lengths beyond those that are drawn most.
template <class Index>
__global__ void copies(const float* x, float* y, Index n, long stop) {
    for (long i = own_index(); i < n && i < stop; i += gridDim.x * 64L) y[i] = x[i];
}
template <class Index>
kernel_test copied(const char* name, long stop) {
    return elementwise<float, float>(name, same).launch([stop](const float* x, float* y, long n) {
        if (n) copies<Index><<<blocks(n), 64>>>(x, y, static_cast<Index>(n), stop);
    });
}
const kernel_test right_long_copy = copied<long>("right_long_copy", 1L << 40);
const kernel_test copy_of_4096 = copied<long>("copy_of_4096", 4096);
const kernel_test copy_of_16_bits = copied<std::uint16_t>("copy_of_16_bits", 1L << 40);

// Where both the answer and the kernel take n * n steps.
__global__ void ranks(const float* x, int* y, long n) {
    if (own_index() >= n) return;
    int rank = 0;
    for (long i = 0; i < n; ++i) rank += x[i] < x[own_index()];
    y[own_index()] = rank;
}
const kernel_test right_ranks =
    custom("right_ranks", {"n"})
        .input<float>("x", {"n"})
        .output<int>("y", {"n"})
        .reference([](const tileproof::arrays& a) {
            const auto x = a.in<float>("x");
            for (long i = 0; i < x.rows(); ++i)
                a.out<int>("y")(i) = static_cast<int>((x < x(i)).count());
        })
        .launch([](const pointers& p) {
            if (const long n = p.dim("n"))
                ranks<<<blocks(n), 64>>>(p.in<float>("x"), p.out<int>("y"), n);
        });

// Ragged rows: a right kernel, and one that takes each row to have an element.
__global__ void ragged(const int* begin, const float* x, float* y, long rows, bool some) {
    if (own_index() >= rows) return;
    const int from = begin[own_index()], to = begin[own_index() + 1];
    float sum = 0;
    int i = from;
    if (some) do {
            if (i < begin[rows]) sum += x[i];
        } while (++i < to);
    for (; i < to; ++i) sum += x[i];
    y[own_index()] = sum;
}
kernel_test ragged_sums(const char* name, bool some) {
    return custom(name, {"rows", "nnz"})
        .input<int>("begin", {"rows + 1"})
        .row_pointers("nnz")
        .input<float>("x", {"nnz"})
        .output<float>("y", {"rows"})
        .reference([](const tileproof::arrays& a) {
            const auto begin = a.in<int>("begin");
            for (long r = 0; r < a.dim("rows"); ++r)
                a.out<float>("y")(r) =
                    a.in<float>("x").col(0).segment(begin(r), begin(r + 1) - begin(r)).sum();
        })
        .within(1e-4, 1e-3)
        .launch([some](const pointers& p) {
            if (const long rows = p.dim("rows"))
                ragged<<<blocks(rows), 64>>>(p.in<int>("begin"), p.in<float>("x"),
                                             p.out<float>("y"), rows, some);
        });
}
const kernel_test right_ragged_sums = ragged_sums("right_ragged_sums", false);
const kernel_test takes_rows_to_have_elements = ragged_sums("takes_rows_to_have_elements", true);

// Of sorted keys, where each key begins; under a mask; half as many.
__global__ void begins(const int* keys, const float* mask, float* y, long n) {
    const long i = own_index();
    if (i < n / 2) y[i] = (i == 0 || keys[i] > keys[i - 1] ? 1.0f : 0.0f) + mask[i];
}
const kernel_test right_begins =
    custom("right_begins", {"n"})
        .input<int>("keys", {"n"})
        .sorted()
        .input<float>("mask", {"n"})
        .one_of({0, -INFINITY})
        .output<float>("y", {"floor(n / 2)"})
        .reference([](const tileproof::arrays& a) {
            for (long i = 0; i < a.dim("n") / 2; ++i)
                a.out<float>("y")(i) =
                    (i == 0 || a.in<int>("keys")(i) != a.in<int>("keys")(i - 1) ? 1.0f : 0.0f) +
                    a.in<float>("mask")(i);
        })
        .launch([](const pointers& p) {
            if (const long n = p.dim("n"); n > 1)
                begins<<<blocks(n), 64>>>(p.in<int>("keys"), p.in<float>("mask"), p.out<float>("y"),
                                          n);
        });

// From 0 to 1, with fractions.
const auto share = [](float x) { return x; };
kernel_test of_shares(const char* name, bool whole) {
    return elementwise<float, float>(name, share)
        .values_from(0, 1)
        .launch([whole](const float* x, float* y, long n) {
            if (n && whole) maps<<<blocks(n), 64>>>(x, y, n, [](float v) { return rintf(v); });
            if (n && !whole)
                maps<<<blocks(n), 64>>>(x, y, n, [](float v) { return v < 0 || v > 1 ? -1 : v; });
        });
}
const kernel_test right_shares = of_shares("right_shares", false);
const kernel_test whole_shares = of_shares("whole_shares", true);

// Without a least one.
const kernel_test right_up_to_20 =
    elementwise<float, float>("right_up_to_20", share)
        .values_from(-INFINITY, 20)
        .launch([](const float* x, float* y, long n) {
            if (n) maps<<<blocks(n), 64>>>(x, y, n, [](float v) { return v > 20 ? -1 : v; });
        });

}  // namespace
