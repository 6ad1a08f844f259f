// SPDX-License-Identifier: MIT
// CK Tile's small functions and function objects, in namespace ck_tile.
//
//   integer_divide_ceil(10, 4) == 3     integer_least_multiple(10, 4) == 12     integer_log2_floor(40) == 5
//   gcd(12, 18) == 6                    max(number<3>{}, 5) == 5                next_power_of_two(5) == 8
//   multiplies{}(3, 4) == 12            maximize<float>{}(1, 2) == 2
#pragma once

#include <tileproof/constant.hpp>
#include <type_traits>
#include <utility>

namespace ck_tile {

using tileproof::constant;
using tileproof::index_t;
using tileproof::number;

// Function objects for two given types, or for any.
#define TILEPROOF_X(name, result, expression)                                       \
    template <class Left = void, class Right = Left>                                \
    struct name {                                                                   \
        constexpr TILEPROOF_HOST_DEVICE result operator()(const Left& lhs,          \
                                                          const Right& rhs) const { \
            return expression;                                                      \
        }                                                                           \
    };                                                                              \
    template <>                                                                     \
    struct name<void, void> {                                                       \
        template <class Left, class Right>                                          \
        constexpr TILEPROOF_HOST_DEVICE result operator()(const Left& lhs,          \
                                                          const Right& rhs) const { \
            return expression;                                                      \
        }                                                                           \
    };
TILEPROOF_X(plus, auto, lhs + rhs)
TILEPROOF_X(minus, auto, lhs - rhs)
TILEPROOF_X(multiplies, auto, lhs* rhs)
TILEPROOF_X(equal, bool, lhs == rhs)
TILEPROOF_X(less, bool, lhs < rhs)
TILEPROOF_X(less_equal, bool, lhs <= rhs)
#undef TILEPROOF_X

template <class T>
struct maximize {
    constexpr TILEPROOF_HOST_DEVICE T operator()(T a, T b) const { return a >= b ? a : b; }
};
template <class T>
struct minimize {
    constexpr TILEPROOF_HOST_DEVICE T operator()(T a, T b) const { return a <= b ? a : b; }
};
struct identity {
    template <class T>
    constexpr TILEPROOF_HOST_DEVICE T&& operator()(T&& x) const noexcept {
        return static_cast<T&&>(x);
    }
};
template <class Factor>
struct scales {
    Factor factor;
    constexpr TILEPROOF_HOST_DEVICE explicit scales(Factor f) : factor(f) {}
    template <class T>
    constexpr TILEPROOF_HOST_DEVICE auto operator()(const T& x) const {
        return factor * x;
    }
};

// Integers and numbers in any mix; the result is a number if all arguments are.
constexpr TILEPROOF_HOST_DEVICE auto integer_divide_floor(auto a, auto b) { return a / b; }
constexpr TILEPROOF_HOST_DEVICE auto integer_divide_ceil(auto a, auto b) {
    return (a + b - number<1>{}) / b;
}
constexpr TILEPROOF_HOST_DEVICE auto integer_least_multiple(auto a, auto b) {
    return b * integer_divide_ceil(a, b);
}
template <class T>
struct integer_divide_ceiler {
    constexpr TILEPROOF_HOST_DEVICE T operator()(T a, T b) const { return (a + b - 1) / b; }
};

namespace detail {
template <class T>
struct integer_of {
    using type = T;
};
template <auto V>
struct integer_of<constant<V>> {
    using type = decltype(V);
};
template <class T>
using integer_of_t = typename integer_of<T>::type;
}  // namespace detail

template <class T>
constexpr TILEPROOF_HOST_DEVICE auto max(T x) {
    return static_cast<detail::integer_of_t<T>>(x);
}
template <class T, class... Rest>
requires(sizeof...(Rest) > 0) constexpr TILEPROOF_HOST_DEVICE auto max(T x, Rest... rest) {
    using type = std::common_type_t<detail::integer_of_t<T>, detail::integer_of_t<Rest>...>;
    const type first = static_cast<type>(x), other = static_cast<type>(max(rest...));
    return first > other ? first : other;
}
template <class T>
constexpr TILEPROOF_HOST_DEVICE auto min(T x) {
    return static_cast<detail::integer_of_t<T>>(x);
}
template <class T, class... Rest>
requires(sizeof...(Rest) > 0) constexpr TILEPROOF_HOST_DEVICE auto min(T x, Rest... rest) {
    using type = std::common_type_t<detail::integer_of_t<T>, detail::integer_of_t<Rest>...>;
    const type first = static_cast<type>(x), other = static_cast<type>(min(rest...));
    return first < other ? first : other;
}
template <class T>
constexpr TILEPROOF_HOST_DEVICE T clamp(const T& x, const T& least, const T& most) {
    return x < least ? least : x > most ? most : x;
}

// The greatest common divisor of the magnitudes; gcd(0, 0) is 0.
constexpr TILEPROOF_HOST_DEVICE index_t gcd(index_t a, index_t b) {
    if (a < 0) a = -a;
    if (b < 0) b = -b;
    while (b != 0) {
        const index_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}
template <index_t A, index_t B>
constexpr TILEPROOF_HOST_DEVICE number<gcd(A, B)> gcd(number<A>, number<B>) {
    return {};
}
template <class A, class B, class... Rest>
requires(sizeof...(Rest) > 0) constexpr TILEPROOF_HOST_DEVICE auto gcd(A a, B b, Rest... rest) {
    return gcd(a, gcd(b, rest...));
}
constexpr TILEPROOF_HOST_DEVICE auto lcm(auto a, auto b) { return a * b / gcd(a, b); }
template <class A, class B, class... Rest>
requires(sizeof...(Rest) > 0) constexpr TILEPROOF_HOST_DEVICE auto lcm(A a, B b, Rest... rest) {
    return lcm(a, lcm(b, rest...));
}

// The least power of two that is at least x. requires 1 <= x <= 2^30
constexpr TILEPROOF_HOST_DEVICE std::int32_t next_power_of_two(std::int32_t x) {
    std::int32_t power = 1;
    while (power < x) power *= 2;
    return power;
}
template <index_t X>
constexpr TILEPROOF_HOST_DEVICE number<next_power_of_two(X)> next_power_of_two(number<X> = {}) {
    return {};
}
// requires x > 0
constexpr TILEPROOF_HOST_DEVICE std::int32_t integer_log2_floor(std::int32_t x) {
    std::int32_t log = 0;
    while (x >>= 1) ++log;
    return log;
}
constexpr TILEPROOF_HOST_DEVICE bool is_power_of_two_integer(std::int32_t x) {
    return x > 0 && (x & (x - 1)) == 0;
}

#define TILEPROOF_X(name)                                                               \
    TILEPROOF_HOST_DEVICE inline float name(float x) { return __builtin_##name##f(x); } \
    TILEPROOF_HOST_DEVICE inline double name(double x) { return __builtin_##name(x); }
TILEPROOF_X(sqrt)
TILEPROOF_X(exp)
TILEPROOF_X(log)
TILEPROOF_X(exp2)
#undef TILEPROOF_X
constexpr TILEPROOF_HOST_DEVICE float abs(float x) { return __builtin_fabsf(x); }
constexpr TILEPROOF_HOST_DEVICE double abs(double x) { return __builtin_fabs(x); }
constexpr TILEPROOF_HOST_DEVICE index_t abs(index_t x) { return x < 0 ? -x : x; }

// |x - y| + sum
constexpr TILEPROOF_HOST_DEVICE std::uint16_t sad_u16(std::uint16_t x, std::uint16_t y,
                                                      std::uint16_t sum) {
    return static_cast<std::uint16_t>((x > y ? x - y : y - x) + sum);
}
constexpr TILEPROOF_HOST_DEVICE std::uint32_t sad_u32(std::uint32_t x, std::uint32_t y,
                                                      std::uint32_t sum) {
    return (x > y ? x - y : y - x) + sum;
}

// log2 of e, used to compute exp with exp2.
template <class T = double>
inline constexpr T log2e_v = static_cast<T>(1.44269504088896340736);

}  // namespace ck_tile
