// SPDX-License-Identifier: MIT
// What all transforms share: their interface, lengths and ranks that may be known at compile time, and index
// arithmetic that is defined for every value.
//
// A transform maps an upper index (user side) to a lower index (memory side). It offers
//   lower_rank, upper_rank      static constexpr int; dynamic_rank where only run time knows
//   always_valid                static constexpr bool: every upper index has an element
//   upper_length(i)             length of upper dimension i
//   static_upper_length(i)      the same as a static function, `dynamic` where only run time knows
//   lower(u, l)                 l[0..lower_rank) from u[0..upper_rank)
//   valid(u)                    whether u, in range, has an element; not needed where every one has
//   kind, fields(f), with<..>   its kind; f called with its members; itself with members of other types
// Index arguments are anything with [i]: an array, a pointer, a view of columns. The type of an
// element is the index type of the arithmetic; lengths are converted to it.
//
// Below a pad an index can lie outside its length. Every lower() is defined there too (sums and products wrap, tables
// are not read out of bounds, nothing is divided by zero), so code may compute first and check validity later.
#pragma once

#include <tileproof/number.hpp>
#include <type_traits>
#include <utility>

namespace tileproof::transforms {

inline constexpr int dynamic_rank = -1;

// The value of a single length type, or `dynamic`: 4 for number<4>, dynamic for int.
template <class Length>
inline constexpr long_index_t static_length = dynamic;
template <auto Value>
inline constexpr long_index_t static_length<constant<Value>> = Value;

// The same for length i of a list of lengths.
template <class Lengths>
constexpr TILEPROOF_HOST_DEVICE long_index_t static_length_at(int i) {
    if constexpr (requires { Lengths::static_value(0); })
        return Lengths::static_value(i);
    else
        return dynamic;
}

template <class Lengths>
inline constexpr int static_rank = Lengths::rank_static;
template <>
inline constexpr int static_rank<span_extents> = dynamic_rank;

// a + b of two static lengths, `dynamic` if either is.
constexpr TILEPROOF_HOST_DEVICE long_index_t static_sum(long_index_t a, long_index_t b) {
    return a == dynamic || b == dynamic ? dynamic : a + b;
}

template <class Indices>
using element_of = std::remove_cvref_t<decltype(std::declval<Indices&>()[0])>;

template <class Index>
constexpr TILEPROOF_HOST_DEVICE Index wrap_add(Index a, Index b) {
    using word = std::make_unsigned_t<Index>;
    return static_cast<Index>(static_cast<word>(a) + static_cast<word>(b));
}

template <class Index>
constexpr TILEPROOF_HOST_DEVICE Index wrap_subtract(Index a, Index b) {
    using word = std::make_unsigned_t<Index>;
    return static_cast<Index>(static_cast<word>(a) - static_cast<word>(b));
}

// a * b + c
template <class Index>
constexpr TILEPROOF_HOST_DEVICE Index wrap_multiply_add(Index a, Index b, Index c) {
    using word = std::make_unsigned_t<Index>;
    return static_cast<Index>(static_cast<word>(a) * static_cast<word>(b) + static_cast<word>(c));
}

// Whether 0 <= i < length, in one comparison.
template <class Index>
constexpr TILEPROOF_HOST_DEVICE bool in_range(Index i, Index length) {
    using word = std::make_unsigned_t<Index>;
    return static_cast<word>(i) < static_cast<word>(length);
}

// A divisor as an unsigned number. 0 means the layout is empty, so no valid index reaches the division; 1 keeps an
// invalid one defined.
template <class Word, class Length>
constexpr TILEPROOF_HOST_DEVICE Word divisor_of(const Length& length) {
    const Word divisor = static_cast<Word>(static_cast<long_index_t>(length));
    return divisor == 0 ? Word{1} : divisor;
}

namespace detail {
template <class F, int... I>
constexpr TILEPROOF_HOST_DEVICE_INLINE void unrolled(F& f, std::integer_sequence<int, I...>) {
    (static_cast<void>(f(I)), ...);
}
}  // namespace detail

// f(0), f(1), ... f(count - 1); unrolled if Rank is known at compile time, so that lengths fold.
template <int Rank, class F>
constexpr TILEPROOF_HOST_DEVICE_INLINE void for_each_dimension([[maybe_unused]] int count, F f) {
    if constexpr (Rank == dynamic_rank) {
        for (int i = 0; i < count; ++i) f(i);
    } else {
        detail::unrolled(f, std::make_integer_sequence<int, Rank>{});
    }
}

// The product of all lengths: the upper length of a merge.
template <class Lengths>
constexpr TILEPROOF_HOST_DEVICE long_index_t product(const Lengths& lengths) {
    long_index_t result = 1;
    for_each_dimension<static_rank<Lengths>>(
        lengths.rank(), [&](int i) { result *= static_cast<long_index_t>(lengths[i]); });
    return result;
}

// The same without an object; `dynamic` if any length is known at run time only.
template <class Lengths>
constexpr TILEPROOF_HOST_DEVICE long_index_t static_product() {
    if constexpr (Lengths::is_static)
        return product(Lengths{});
    else
        return dynamic;
}

}  // namespace tileproof::transforms
