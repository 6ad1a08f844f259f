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
template <class H>
struct tp_raw_pair_of {
    unsigned short x, y;
};
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
    // From and to __half2_raw or __hip_bfloat162_raw: two words of bits.
    using raw = tp_raw_pair_of<H>;
    constexpr tp_pair_of(const raw& r) : x(H::from_bits(r.x)), y(H::from_bits(r.y)) {}
    constexpr operator raw() const { return {x.bits(), y.bits()}; }
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
#define TILEPROOF_PAIR_SAT(name)                                                \
    template <tp_small_float H>                                                 \
    tp_pair_of<H> name##2_sat(const tp_pair_of<H>& a, const tp_pair_of<H>& b) { \
        return {name##_sat(a.x, b.x), name##_sat(a.y, b.y)};                    \
    }
TILEPROOF_PAIR_SAT(__hadd)
TILEPROOF_PAIR_SAT(__hsub)
TILEPROOF_PAIR_SAT(__hmul)
#undef TILEPROOF_PAIR_SAT
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
template <tp_small_float H>
tp_pair_of<H> __hfma2_sat(const tp_pair_of<H>& a, const tp_pair_of<H>& b, const tp_pair_of<H>& c) {
    return {__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)};
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
    tp_pair_of<H> __h##name##u2(const tp_pair_of<H>& a, const tp_pair_of<H>& b) {            \
        return {H(__h##name##u(a.x, b.x)), H(__h##name##u(a.y, b.y))};                       \
    }                                                                                        \
    template <tp_small_float H>                                                              \
    bool __hb##name##2(const tp_pair_of<H>& a, const tp_pair_of<H>& b) {                     \
        return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                   \
    }                                                                                        \
    template <tp_small_float H>                                                              \
    bool __hb##name##u2(const tp_pair_of<H>& a, const tp_pair_of<H>& b) {                    \
        return __h##name##u(a.x, b.x) && __h##name##u(a.y, b.y);                             \
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
template <tp_small_float H>
tp_pair_of<H> __hisinf2(const tp_pair_of<H>& a) {
    return {H(__hisinf(a.x) ? 1.0f : 0.0f), H(__hisinf(a.y) ? 1.0f : 0.0f)};
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

// The same for one type: what converts to it may be an operand, too, as for HIP's functions, which are no templates.
#define TILEPROOF_OF_ONE(H, R, name, V) \
    inline R name(V a) { return name<H>(a); }
#define TILEPROOF_OF_TWO(H, R, name, V) \
    inline R name(V a, V b) { return name<H>(a, b); }
#define TILEPROOF_OF_THREE(H, R, name, V) \
    inline R name(V a, V b, V c) { return name<H>(a, b, c); }
#define TILEPROOF_COMPARISONS_FOR(H, P, name)   \
    TILEPROOF_OF_TWO(H, bool, __h##name, H)     \
    TILEPROOF_OF_TWO(H, bool, __h##name##u, H)  \
    TILEPROOF_OF_TWO(H, P, __h##name##2, P)     \
    TILEPROOF_OF_TWO(H, P, __h##name##u2, P)    \
    TILEPROOF_OF_TWO(H, bool, __hb##name##2, P) \
    TILEPROOF_OF_TWO(H, bool, __hb##name##u2, P)
#define TILEPROOF_BINARY_FOR(H, P, name) \
    TILEPROOF_OF_TWO(H, H, name, H)      \
    TILEPROOF_OF_TWO(H, P, name##2, P)
#define TILEPROOF_UNARY_FOR(H, P, name) \
    TILEPROOF_OF_ONE(H, H, h##name, H)  \
    TILEPROOF_OF_ONE(H, P, h2##name, P)
#define TILEPROOF_SMALL_OVERLOADS(H, P)         \
    TILEPROOF_BINARY_FOR(H, P, __hadd)          \
    TILEPROOF_BINARY_FOR(H, P, __hsub)          \
    TILEPROOF_BINARY_FOR(H, P, __hmul)          \
    TILEPROOF_BINARY_FOR(H, P, __hdiv)          \
    TILEPROOF_BINARY_FOR(H, P, __hadd_rn)       \
    TILEPROOF_BINARY_FOR(H, P, __hsub_rn)       \
    TILEPROOF_BINARY_FOR(H, P, __hmul_rn)       \
    TILEPROOF_BINARY_FOR(H, P, __hmax)          \
    TILEPROOF_BINARY_FOR(H, P, __hmin)          \
    TILEPROOF_BINARY_FOR(H, P, __hmax_nan)      \
    TILEPROOF_BINARY_FOR(H, P, __hmin_nan)      \
    TILEPROOF_OF_TWO(H, H, __hadd_sat, H)       \
    TILEPROOF_OF_TWO(H, P, __hadd2_sat, P)      \
    TILEPROOF_OF_TWO(H, H, __hsub_sat, H)       \
    TILEPROOF_OF_TWO(H, P, __hsub2_sat, P)      \
    TILEPROOF_OF_TWO(H, H, __hmul_sat, H)       \
    TILEPROOF_OF_TWO(H, P, __hmul2_sat, P)      \
    TILEPROOF_OF_TWO(H, P, __h2div, P)          \
    TILEPROOF_OF_THREE(H, H, __hfma, H)         \
    TILEPROOF_OF_THREE(H, H, __hfma_sat, H)     \
    TILEPROOF_OF_THREE(H, P, __hfma2, P)        \
    TILEPROOF_OF_THREE(H, P, __hfma2_sat, P)    \
    TILEPROOF_COMPARISONS_FOR(H, P, eq)         \
    TILEPROOF_COMPARISONS_FOR(H, P, ne)         \
    TILEPROOF_COMPARISONS_FOR(H, P, lt)         \
    TILEPROOF_COMPARISONS_FOR(H, P, gt)         \
    TILEPROOF_COMPARISONS_FOR(H, P, le)         \
    TILEPROOF_COMPARISONS_FOR(H, P, ge)         \
    TILEPROOF_OF_ONE(H, H, __hneg, H)           \
    TILEPROOF_OF_ONE(H, P, __hneg2, P)          \
    TILEPROOF_OF_ONE(H, H, __habs, H)           \
    TILEPROOF_OF_ONE(H, P, __habs2, P)          \
    TILEPROOF_OF_ONE(H, bool, __hisnan, H)      \
    TILEPROOF_OF_ONE(H, int, __hisinf, H)       \
    TILEPROOF_OF_ONE(H, P, __hisnan2, P)        \
    TILEPROOF_OF_ONE(H, P, __hisinf2, P)        \
    TILEPROOF_OF_ONE(H, float, __low2float, P)  \
    TILEPROOF_OF_ONE(H, float, __high2float, P) \
    TILEPROOF_UNARY_FOR(H, P, exp)              \
    TILEPROOF_UNARY_FOR(H, P, exp2)             \
    TILEPROOF_UNARY_FOR(H, P, exp10)            \
    TILEPROOF_UNARY_FOR(H, P, log)              \
    TILEPROOF_UNARY_FOR(H, P, log2)             \
    TILEPROOF_UNARY_FOR(H, P, log10)            \
    TILEPROOF_UNARY_FOR(H, P, sqrt)             \
    TILEPROOF_UNARY_FOR(H, P, rsqrt)            \
    TILEPROOF_UNARY_FOR(H, P, rcp)              \
    TILEPROOF_UNARY_FOR(H, P, sin)              \
    TILEPROOF_UNARY_FOR(H, P, cos)              \
    TILEPROOF_UNARY_FOR(H, P, tanh)             \
    TILEPROOF_UNARY_FOR(H, P, ceil)             \
    TILEPROOF_UNARY_FOR(H, P, floor)            \
    TILEPROOF_UNARY_FOR(H, P, rint)             \
    TILEPROOF_UNARY_FOR(H, P, trunc)

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
