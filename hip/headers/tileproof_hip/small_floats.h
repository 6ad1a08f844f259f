// SPDX-License-Identifier: MIT
// Shared by __half and __hip_bfloat16: arithmetic rounded after every operation, comparisons, pairs.
//
//   half * half is a half; half * float is a float, as if by promotion of an arithmetic type
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "tileproof_hip/atomics.h"
#include "tileproof_hip/wave.h"

TILEPROOF_HIP_BEGIN

// Marks __half, _Float16 and __hip_bfloat16.
template <class T>
inline constexpr bool tp_is_small_float = false;
template <class T>
concept tp_small_float = tp_is_small_float<std::remove_cv_t<T>>;

template <class A, class B>
struct tp_mixed_result {
    using type = void;
};
template <tp_small_float H, class N>
requires tp_arithmetic<N>
struct tp_mixed_result<H, N> {
    using type = std::conditional_t<std::is_floating_point_v<N>, N, H>;
};

#define TILEPROOF_SMALL_OPERATOR(op)                                                             \
    template <tp_small_float H>                                                                  \
    constexpr H operator op(const H& a, const H& b) {                                            \
        return H(static_cast<float>(a) op static_cast<float>(b));                                \
    }                                                                                            \
    template <tp_small_float H, class N>                                                         \
    requires tp_arithmetic<N>                                                                    \
    constexpr auto operator op(const H& a, N b) {                                                \
        using R = typename tp_mixed_result<H, N>::type;                                          \
        if constexpr (tp_small_float<R>)                                                         \
            return a op H(b);                                                                    \
        else                                                                                     \
            return static_cast<R>(static_cast<float>(a) op b);                                   \
    }                                                                                            \
    template <tp_small_float H, class N>                                                         \
    requires tp_arithmetic<N>                                                                    \
    constexpr auto operator op(N a, const H& b) {                                                \
        using R = typename tp_mixed_result<H, N>::type;                                          \
        if constexpr (tp_small_float<R>)                                                         \
            return H(a) op b;                                                                    \
        else                                                                                     \
            return static_cast<R>(a op static_cast<float>(b));                                   \
    }                                                                                            \
    template <tp_small_float H, class N>                                                         \
    requires(tp_arithmetic<N> || std::is_same_v<H, N>) constexpr H& operator op##=(H& a,         \
                                                                                   const N& b) { \
        return a = H(a op b);                                                                    \
    }
TILEPROOF_SMALL_OPERATOR(+)
TILEPROOF_SMALL_OPERATOR(-)
TILEPROOF_SMALL_OPERATOR(*)
TILEPROOF_SMALL_OPERATOR(/)
#undef TILEPROOF_SMALL_OPERATOR
#define TILEPROOF_SMALL_COMPARISON(op)                                                       \
    template <tp_small_float H>                                                              \
    constexpr bool operator op(const H& a, const H& b) {                                     \
        return static_cast<float>(a) op static_cast<float>(b);                               \
    }                                                                                        \
    template <tp_small_float H, class N>                                                     \
    requires tp_arithmetic<N>                                                                \
    constexpr bool operator op(const H& a, N b) {                                            \
        return static_cast<float>(a)                                                         \
            op static_cast<std::conditional_t<std::is_same_v<N, double>, double, float>>(b); \
    }                                                                                        \
    template <tp_small_float H, class N>                                                     \
    requires tp_arithmetic<N>                                                                \
    constexpr bool operator op(N a, const H& b) {                                            \
        return static_cast<std::conditional_t<std::is_same_v<N, double>, double, float>>(a)  \
            op static_cast<float>(b);                                                        \
    }
TILEPROOF_SMALL_COMPARISON(==)
TILEPROOF_SMALL_COMPARISON(!=)
TILEPROOF_SMALL_COMPARISON(<)
TILEPROOF_SMALL_COMPARISON(>)
TILEPROOF_SMALL_COMPARISON(<=)
TILEPROOF_SMALL_COMPARISON(>=)
#undef TILEPROOF_SMALL_COMPARISON
template <tp_small_float H>
constexpr H operator-(const H& a) {
    return H::from_bits(static_cast<std::uint16_t>(a.bits() ^ 0x8000));
}
template <tp_small_float H>
constexpr H operator+(const H& a) {
    return a;
}
template <tp_small_float H>
constexpr H& operator++(H& a) {
    return a = a + H(1.0f);
}
template <tp_small_float H>
constexpr H& operator--(H& a) {
    return a = a - H(1.0f);
}

// Two of them in one word.
template <tp_small_float H>
struct alignas(4) tp_pair_of {
    H x, y;
    tp_pair_of() = default;
    constexpr tp_pair_of(H a, H b) : x(a), y(b) {}
    template <class A>
    requires(tp_arithmetic<A> || std::is_same_v<A, H>) constexpr explicit tp_pair_of(A v)
        : x(v), y(v) {}
    template <class A, class B>
    requires(std::is_convertible_v<A, H>&& std::is_convertible_v<B, H>) constexpr tp_pair_of(A a,
                                                                                             B b)
        : x(static_cast<H>(a)), y(static_cast<H>(b)) {}
    friend constexpr bool operator==(const tp_pair_of& a, const tp_pair_of& b) {
        return a.x == b.x && a.y == b.y;
    }
};
#define TILEPROOF_PAIR_OPERATOR(op)                                                       \
    template <tp_small_float H>                                                           \
    constexpr tp_pair_of<H> operator op(const tp_pair_of<H>& a, const tp_pair_of<H>& b) { \
        return {a.x op b.x, a.y op b.y};                                                  \
    }                                                                                     \
    template <tp_small_float H>                                                           \
    constexpr tp_pair_of<H>& operator op##=(tp_pair_of<H>& a, const tp_pair_of<H>& b) {   \
        return a = a op b;                                                                \
    }
TILEPROOF_PAIR_OPERATOR(+)
TILEPROOF_PAIR_OPERATOR(-)
TILEPROOF_PAIR_OPERATOR(*)
TILEPROOF_PAIR_OPERATOR(/)
#undef TILEPROOF_PAIR_OPERATOR
template <tp_small_float H>
constexpr tp_pair_of<H> operator-(const tp_pair_of<H>& a) {
    return {-a.x, -a.y};
}

// The named functions: __hadd(a, b), __hadd2 for pairs, and so on.
#define TILEPROOF_SMALL_BINARY(name, expression)                            \
    template <tp_small_float H>                                             \
    H name(const H& a, const std::type_identity_t<H>& b) {                  \
        return expression;                                                  \
    }                                                                       \
    template <tp_small_float H>                                             \
    tp_pair_of<H> name##2(const tp_pair_of<H>& p, const tp_pair_of<H>& q) { \
        return {name(p.x, q.x), name(p.y, q.y)};                            \
    }
template <tp_small_float H>
H tp_clamped_to_one(H v) {
    const float f = v;
    return f > 0 ? (f < 1 ? v : H(1.0f)) : H(0.0f);
}
TILEPROOF_SMALL_BINARY(__hadd, a + b)
TILEPROOF_SMALL_BINARY(__hsub, a - b)
TILEPROOF_SMALL_BINARY(__hmul, a* b)
TILEPROOF_SMALL_BINARY(__hdiv, a / b)
TILEPROOF_SMALL_BINARY(__hadd_rn, a + b)
TILEPROOF_SMALL_BINARY(__hsub_rn, a - b)
TILEPROOF_SMALL_BINARY(__hmul_rn, a* b)
TILEPROOF_SMALL_BINARY(__hadd_sat, tp_clamped_to_one(H(a + b)))
TILEPROOF_SMALL_BINARY(__hsub_sat, tp_clamped_to_one(H(a - b)))
TILEPROOF_SMALL_BINARY(__hmul_sat, tp_clamped_to_one(H(a* b)))
TILEPROOF_SMALL_BINARY(__hmax, H(__builtin_fmaxf(a, b)))
TILEPROOF_SMALL_BINARY(__hmin, H(__builtin_fminf(a, b)))
TILEPROOF_SMALL_BINARY(__hmax_nan,
                       a != a || b != b ? H(__builtin_nanf("")) : H(__builtin_fmaxf(a, b)))
TILEPROOF_SMALL_BINARY(__hmin_nan,
                       a != a || b != b ? H(__builtin_nanf("")) : H(__builtin_fminf(a, b)))
#undef TILEPROOF_SMALL_BINARY
template <tp_small_float H>
tp_pair_of<H> __h2div(const tp_pair_of<H>& a, const tp_pair_of<H>& b) {
    return a / b;
}
template <tp_small_float H>
H __hneg(const H& a) {
    return -a;
}
template <tp_small_float H>
tp_pair_of<H> __hneg2(const tp_pair_of<H>& a) {
    return -a;
}
template <tp_small_float H>
H __habs(const H& a) {
    return std::bit_cast<H>(static_cast<std::uint16_t>(std::bit_cast<std::uint16_t>(a) & 0x7fff));
}
template <tp_small_float H>
tp_pair_of<H> __habs2(const tp_pair_of<H>& a) {
    return {__habs(a.x), __habs(a.y)};
}
// Rounded once: a double holds the product of two of them exactly, and its sum with a third so exactly that the
// double's own rounding cannot affect the final one.
template <tp_small_float H>
H __hfma(const H& a, const std::type_identity_t<H>& b, const std::type_identity_t<H>& c) {
    return H(__builtin_fma(static_cast<double>(static_cast<float>(a)),
                           static_cast<double>(static_cast<float>(b)),
                           static_cast<double>(static_cast<float>(c))));
}
template <tp_small_float H>
H __hfma_sat(const H& a, const std::type_identity_t<H>& b, const std::type_identity_t<H>& c) {
    return tp_clamped_to_one(__hfma(a, b, c));
}
template <tp_small_float H>
tp_pair_of<H> __hfma2(const tp_pair_of<H>& a, const tp_pair_of<H>& b, const tp_pair_of<H>& c) {
    return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}

// Ordered comparisons are false if an operand is NaN, unordered ones (with u) true.
#define TILEPROOF_SMALL_COMPARE(name, op)                                                    \
    template <tp_small_float H>                                                              \
    bool __h##name(const H& a, const std::type_identity_t<H>& b) {                           \
        return a == a && b == b && static_cast<float>(a) op static_cast<float>(b);           \
    }                                                                                        \
    template <tp_small_float H>                                                              \
    bool __h##name##u(const H& a, const std::type_identity_t<H>& b) {                        \
        return a != a || b != b || static_cast<float>(a) op static_cast<float>(b);           \
    }                                                                                        \
    template <tp_small_float H>                                                              \
    tp_pair_of<H> __h##name##2(const tp_pair_of<H>& a, const tp_pair_of<H>& b) {             \
        return {H(__h##name(a.x, b.x) ? 1.0f : 0.0f), H(__h##name(a.y, b.y) ? 1.0f : 0.0f)}; \
    }                                                                                        \
    template <tp_small_float H>                                                              \
    bool __hb##name##2(const tp_pair_of<H>& a, const tp_pair_of<H>& b) {                     \
        return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                   \
    }
TILEPROOF_SMALL_COMPARE(eq, ==)
TILEPROOF_SMALL_COMPARE(ne, !=)
TILEPROOF_SMALL_COMPARE(lt, <)
TILEPROOF_SMALL_COMPARE(gt, >)
TILEPROOF_SMALL_COMPARE(le, <=)
TILEPROOF_SMALL_COMPARE(ge, >=)
#undef TILEPROOF_SMALL_COMPARE
template <tp_small_float H>
bool __hisnan(const H& a) {
    return a != a;
}
template <tp_small_float H>
int __hisinf(const H& a) {
    return std::isinf(static_cast<float>(a)) ? (a < 0 ? -1 : 1) : 0;
}
template <tp_small_float H>
tp_pair_of<H> __hisnan2(const tp_pair_of<H>& a) {
    return {H(a.x != a.x ? 1.0f : 0.0f), H(a.y != a.y ? 1.0f : 0.0f)};
}

// Functions, computed in float and rounded once.
#define TILEPROOF_SMALL_FUNCTION(name, expression)   \
    template <tp_small_float H>                      \
    H h##name(const H& h) {                          \
        const float v = h;                           \
        return H(expression);                        \
    }                                                \
    template <tp_small_float H>                      \
    tp_pair_of<H> h2##name(const tp_pair_of<H>& p) { \
        return {h##name(p.x), h##name(p.y)};         \
    }
TILEPROOF_SMALL_FUNCTION(exp, expf(v))
TILEPROOF_SMALL_FUNCTION(exp2, exp2f(v))
TILEPROOF_SMALL_FUNCTION(exp10, powf(10.0f, v))
TILEPROOF_SMALL_FUNCTION(log, logf(v))
TILEPROOF_SMALL_FUNCTION(log2, log2f(v))
TILEPROOF_SMALL_FUNCTION(log10, log10f(v))
TILEPROOF_SMALL_FUNCTION(sqrt, sqrtf(v))
TILEPROOF_SMALL_FUNCTION(rsqrt, 1.0f / sqrtf(v))
TILEPROOF_SMALL_FUNCTION(rcp, 1.0f / v)
TILEPROOF_SMALL_FUNCTION(sin, sinf(v))
TILEPROOF_SMALL_FUNCTION(cos, cosf(v))
TILEPROOF_SMALL_FUNCTION(tanh, tanhf(v))
TILEPROOF_SMALL_FUNCTION(ceil, ceilf(v))
TILEPROOF_SMALL_FUNCTION(floor, floorf(v))
TILEPROOF_SMALL_FUNCTION(rint, rintf(v))
TILEPROOF_SMALL_FUNCTION(trunc, truncf(v))
#undef TILEPROOF_SMALL_FUNCTION

// Pairs.
template <tp_small_float H>
H __low(const tp_pair_of<H>& v) {
    return v.x;
}
template <tp_small_float H>
float __low2float(const tp_pair_of<H>& v) {
    return v.x;
}
template <tp_small_float H>
float __high2float(const tp_pair_of<H>& v) {
    return v.y;
}

// Atomics compare bits, so that a NaN is replaced, too.
template <tp_small_float H>
H atomicAdd(H* at, const std::type_identity_t<H>& value) {
    auto* const bits = reinterpret_cast<unsigned short*>(at);
    return H::from_bits(atomic_update(
        bits, [value](unsigned short old) { return (H::from_bits(old) + value).bits(); }));
}
template <tp_small_float H>
tp_pair_of<H> atomicAdd(tp_pair_of<H>* at, const std::type_identity_t<tp_pair_of<H>>& value) {
    auto* const bits = reinterpret_cast<unsigned*>(at);
    return std::bit_cast<tp_pair_of<H>>(atomic_update(bits, [value](unsigned old) {
        return std::bit_cast<unsigned>(std::bit_cast<tp_pair_of<H>>(old) + value);
    }));
}
template <class P, class V>
auto unsafeAtomicAdd_pair(P* at, V value) {
    return atomicAdd(at, value);
}

TILEPROOF_HIP_END
