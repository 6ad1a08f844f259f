// SPDX-License-Identifier: MIT
// constant<V>: a value as a type; number<4>, bool_constant<true>, and arithmetic on them.
//
//   number<4>{} * number<64>{}     number<256>; every operator works like this
//   number<4>{} + n                an integer: a number converts implicitly
//   long_number<5'000'000'000>{}   a value that does not fit in 32 bits
#pragma once

#include <tileproof/config.hpp>

namespace tileproof {

// A value as a type. Its value has its own type, as in CK Tile, so that `template <index_t I> f(number<I>)` and
// `template <bool B> f(bool_constant<B>)` deduce.
template <auto Value>
struct constant {
    using value_type = decltype(Value);
    using type = constant;
    static constexpr value_type value = Value;
    constexpr TILEPROOF_HOST_DEVICE operator value_type() const { return Value; }
    constexpr TILEPROOF_HOST_DEVICE value_type operator()() const { return Value; }
};

template <index_t Value>
using number = constant<Value>;
template <long_index_t Value>
using long_number = constant<Value>;
template <bool Value>
using bool_constant = constant<Value>;

namespace detail {
template <long_index_t Value, bool Fits>
struct narrowest_number {
    using type = constant<Value>;
};
template <long_index_t Value>
struct narrowest_number<Value, true> {
    using type = constant<static_cast<index_t>(Value)>;
};
}  // namespace detail

// For a computed value: number<Value> if it fits in 32 bits, else long_number<Value>.
template <long_index_t Value>
using number_of =
    typename detail::narrowest_number<Value, Value >= INT32_MIN && Value <= INT32_MAX>::type;

#define TILEPROOF_X(op)                                                                        \
    template <auto A, auto B>                                                                  \
    constexpr TILEPROOF_HOST_DEVICE constant<(A op B)> operator op(constant<A>, constant<B>) { \
        return {};                                                                             \
    }
TILEPROOF_X(+)
TILEPROOF_X(-)
TILEPROOF_X(*)
TILEPROOF_X(/)
TILEPROOF_X(%)
TILEPROOF_X(&)
TILEPROOF_X(|)
TILEPROOF_X(^)
TILEPROOF_X(<<)
TILEPROOF_X(>>)
TILEPROOF_X(==)
TILEPROOF_X(!=)
TILEPROOF_X(<)
TILEPROOF_X(>)
TILEPROOF_X(<=)
TILEPROOF_X(>=)
TILEPROOF_X(&&)
TILEPROOF_X(||)
#undef TILEPROOF_X
#define TILEPROOF_X(op)                                                         \
    template <auto A>                                                           \
    constexpr TILEPROOF_HOST_DEVICE constant<(op A)> operator op(constant<A>) { \
        return {};                                                              \
    }
TILEPROOF_X(+)
TILEPROOF_X(-)
TILEPROOF_X(~)
TILEPROOF_X(!)
#undef TILEPROOF_X

}  // namespace tileproof
