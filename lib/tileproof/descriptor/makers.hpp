// make_*_transform: the transforms of a stage, by CK Tile's names and argument order.
//
//   make_unmerge_transform(make_tuple(number<4>{}, number<64>{}))      (1, 3) -> 67
//   make_pad_transform(h, number<1>{}, number<1>{})                    h known at run time
//
// Each argument is a number<...> (known at compile time) or an integer (known at run time), in any
// mix. Whether a transform fits the dimensions below it is checked where it is put on them
// (transform_tensor_descriptor and its like), which also gives it their index type: until then
// run-time values are held in 64 bits, so that none is cut unseen.
#pragma once

#include <string>
#include <tileproof/descriptor/lengths.hpp>
#include <tileproof/layout_error.hpp>
#include <tileproof/transforms.hpp>

namespace tileproof {

namespace detail {

template <class T>
using held = held_as_t<long_index_t, T>;

// A merge that waits for its index type, to make its divisors ready once, and in the right width.
template <class Lengths>
struct merge_magic_of {
    static constexpr int lower_rank = transforms::static_rank<Lengths>;
    static constexpr int upper_rank = 1;
    [[no_unique_address]] Lengths lengths{};
};
// A slice with the length that its user expects below, until that has been checked.
template <class Length, class Begin, class End>
struct slice_of {
    static constexpr int lower_rank = 1;
    static constexpr int upper_rank = 1;
    [[no_unique_address]] Length length{};
    [[no_unique_address]] Begin begin{};
    [[no_unique_address]] End end{};
};

#define TILEPROOF_REQUIRE_LENGTH(type, what)                       \
    static_assert(length_like<type>, what                          \
                  " is a number<...> or an integer, but something" \
                  " else was given.")
#define TILEPROOF_REQUIRE_LENGTHS(type, what)                           \
    static_assert(length_list<type>, what                               \
                  " are a make_tuple(...) of number<...> and integers," \
                  " a sequence<...> or an array of integers, but"       \
                  " something else was given.")

template <class T>
constexpr TILEPROOF_HOST_DEVICE held<T> hold_length(const T& value) {
    return hold<long_index_t>(value);
}
template <class T>
constexpr TILEPROOF_HOST_DEVICE auto hold_lengths(const T& values) {
    return extents_of<long_index_t>(values);
}
template <class T>
using held_lengths = decltype(hold_lengths(std::declval<const T&>()));

// On the host: what an indexing transform is told and what it is given must agree.
constexpr TILEPROOF_HOST_DEVICE void check_entry_count([[maybe_unused]] long_index_t length,
                                                       [[maybe_unused]] int entries) {
#if TILEPROOF_CHECKS_RUN_TIME_VALUES
    if (length != entries)
        throw layout_error("An indexing transform needs one entry for each upper index, but " +
                           std::to_string(entries) + " were given for length " +
                           std::to_string(length) + ".");
#endif
}
constexpr TILEPROOF_HOST_DEVICE void check_table_length([[maybe_unused]] long_index_t length) {
#if TILEPROOF_CHECKS_RUN_TIME_VALUES
    if (length < 0 || length > std::numeric_limits<int>::max())
        throw layout_error("A table of indices in memory has 0 to 2^31 - 1 entries, but length " +
                           std::to_string(length) + " was given.");
#endif
}

}  // namespace detail

// One dimension as it is, of length low_length.
template <class Length>
constexpr TILEPROOF_HOST_DEVICE auto make_pass_through_transform(const Length& low_length) {
    TILEPROOF_REQUIRE_LENGTH(Length, "The length of a pass_through");
    return transforms::pass_through<detail::held<Length>>{detail::hold_length(low_length)};
}

// left + low_length + right indices, of which the first `left` and the last `right` have no
// element. SkipIsValidCheck: the caller vouches that the memory there may be read.
template <class Length, class Left, class Right, bool SkipIsValidCheck = false>
constexpr TILEPROOF_HOST_DEVICE auto make_pad_transform(const Length& low_length, const Left& left,
                                                        const Right& right,
                                                        bool_constant<SkipIsValidCheck> = {}) {
    TILEPROOF_REQUIRE_LENGTH(Length, "The length of a pad");
    TILEPROOF_REQUIRE_LENGTH(Left, "The left margin of a pad");
    TILEPROOF_REQUIRE_LENGTH(Right, "The right margin of a pad");
    return transforms::pad<detail::held<Length>, detail::held<Left>, detail::held<Right>,
                           SkipIsValidCheck>{detail::hold_length(low_length),
                                             detail::hold_length(left), detail::hold_length(right)};
}

template <class Length, class Left, bool SkipIsValidCheck = false>
constexpr TILEPROOF_HOST_DEVICE auto make_left_pad_transform(const Length& low_length,
                                                             const Left& left,
                                                             bool_constant<SkipIsValidCheck> = {}) {
    TILEPROOF_REQUIRE_LENGTH(Length, "The length of a left_pad");
    TILEPROOF_REQUIRE_LENGTH(Left, "The margin of a left_pad");
    return transforms::left_pad<detail::held<Length>, detail::held<Left>, SkipIsValidCheck>{
        detail::hold_length(low_length), detail::hold_length(left)};
}

template <class Length, class Right, bool SkipIsValidCheck = false>
constexpr TILEPROOF_HOST_DEVICE auto make_right_pad_transform(
    const Length& low_length, const Right& right, bool_constant<SkipIsValidCheck> = {}) {
    TILEPROOF_REQUIRE_LENGTH(Length, "The length of a right_pad");
    TILEPROOF_REQUIRE_LENGTH(Right, "The margin of a right_pad");
    return transforms::right_pad<detail::held<Length>, detail::held<Right>, SkipIsValidCheck>{
        detail::hold_length(low_length), detail::hold_length(right)};
}

// Several upper dimensions laid into one: lower = sum of upper_i * coefficients_i.
template <class Lengths, class Coefficients>
constexpr TILEPROOF_HOST_DEVICE auto make_embed_transform(const Lengths& up_lengths,
                                                          const Coefficients& coefficients) {
    TILEPROOF_REQUIRE_LENGTHS(Lengths, "The lengths of an embed");
    TILEPROOF_REQUIRE_LENGTHS(Coefficients, "The coefficients of an embed");
    static_assert(Lengths::size() == Coefficients::size(),
                  "An embed needs one coefficient for each length.");
    return transforms::embed<detail::held_lengths<Lengths>, detail::held_lengths<Coefficients>>{
        detail::hold_lengths(up_lengths), detail::hold_lengths(coefficients)};
}

// Several lower dimensions as one, the last one fastest, by multiplication and shift; exact for
// indices below 2^31 (index_t) or 2^63 (long_index_t), and longer merges are refused.
template <class Lengths>
constexpr TILEPROOF_HOST_DEVICE auto make_merge_transform_v2_magic_division(
    const Lengths& low_lengths) {
    TILEPROOF_REQUIRE_LENGTHS(Lengths, "The lengths of a merge");
    static_assert(Lengths::size() > 0, "A merge needs at least one length.");
    return detail::merge_magic_of<detail::held_lengths<Lengths>>{detail::hold_lengths(low_lengths)};
}

// The same by division and remainder.
template <class Lengths>
constexpr TILEPROOF_HOST_DEVICE auto make_merge_transform_v3_division_mod(
    const Lengths& low_lengths) {
    TILEPROOF_REQUIRE_LENGTHS(Lengths, "The lengths of a merge");
    static_assert(Lengths::size() > 0, "A merge needs at least one length.");
    return transforms::merge_divmod<detail::held_lengths<Lengths>>{
        detail::hold_lengths(low_lengths)};
}

template <class Lengths>
constexpr TILEPROOF_HOST_DEVICE auto make_merge_transform(const Lengths& low_lengths) {
    return make_merge_transform_v2_magic_division(low_lengths);
}

// One lower dimension split into several, the last one fastest. CK Tile's second argument (24-bit
// multiplication) is accepted and has no effect: the compiler chooses by itself where it can prove.
template <class Lengths, bool Use24BitIntegerCalculation = false>
constexpr TILEPROOF_HOST_DEVICE auto make_unmerge_transform(
    const Lengths& up_lengths, bool_constant<Use24BitIntegerCalculation> = {}) {
    TILEPROOF_REQUIRE_LENGTHS(Lengths, "The lengths of an unmerge");
    static_assert(Lengths::size() > 0, "An unmerge needs at least one length.");
    return transforms::unmerge<detail::held_lengths<Lengths>>{detail::hold_lengths(up_lengths)};
}

// One lower dimension fixed at low_index; no upper dimension.
template <class Position>
constexpr TILEPROOF_HOST_DEVICE auto make_freeze_transform(const Position& low_index) {
    TILEPROOF_REQUIRE_LENGTH(Position, "The position of a freeze");
    return transforms::freeze<detail::held<Position>>{detail::hold_length(low_index)};
}

// A new upper dimension without a lower one.
template <class Length>
constexpr TILEPROOF_HOST_DEVICE auto make_insert_transform(const Length& up_length) {
    TILEPROOF_REQUIRE_LENGTH(Length, "The length of an insert");
    return transforms::insert<detail::held<Length>>{detail::hold_length(up_length)};
}

// Several of them.
template <class Lengths>
constexpr TILEPROOF_HOST_DEVICE auto make_replicate_transform(const Lengths& up_lengths) {
    TILEPROOF_REQUIRE_LENGTHS(Lengths, "The lengths of a replicate");
    return transforms::replicate<detail::held_lengths<Lengths>>{detail::hold_lengths(up_lengths)};
}

// The part [slice_begin, slice_end) of a dimension of length low_length.
template <class Length, class Begin, class End>
constexpr TILEPROOF_HOST_DEVICE auto make_slice_transform(const Length& low_length,
                                                          const Begin& slice_begin,
                                                          const End& slice_end) {
    TILEPROOF_REQUIRE_LENGTH(Length, "The length of a slice");
    TILEPROOF_REQUIRE_LENGTH(Begin, "The begin of a slice");
    TILEPROOF_REQUIRE_LENGTH(End, "The end of a slice");
    return detail::slice_of<detail::held<Length>, detail::held<Begin>, detail::held<End>>{
        detail::hold_length(low_length), detail::hold_length(slice_begin),
        detail::hold_length(slice_end)};
}

// Index u is lower index u mod modulus; 1 <= modulus <= the length below.
template <class Modulus, class Length>
constexpr TILEPROOF_HOST_DEVICE auto make_modulo_transform(const Modulus& modulus,
                                                           const Length& up_length) {
    TILEPROOF_REQUIRE_LENGTH(Modulus, "The modulus of a modulo");
    TILEPROOF_REQUIRE_LENGTH(Length, "The length of a modulo");
    return transforms::modulo<detail::held<Modulus>, detail::held<Length>>{
        detail::hold_length(modulus), detail::hold_length(up_length)};
}

// Two dimensions, the second permuted by the first: lower1 = upper1 xor (upper0 mod length1).
template <class Length0, class Length1>
constexpr TILEPROOF_HOST_DEVICE auto make_xor_transform(const tuple<Length0, Length1>& lengths) {
    TILEPROOF_REQUIRE_LENGTH(Length0, "The first length of an xor");
    TILEPROOF_REQUIRE_LENGTH(Length1, "The second length of an xor");
    return transforms::xor_with<detail::held<Length0>, detail::held<Length1>>{
        detail::hold_length(lengths.template get<0>()),
        detail::hold_length(lengths.template get<1>())};
}

// The dimension of length low_length without its first `distance` indices.
template <class Length, class Distance>
constexpr TILEPROOF_HOST_DEVICE auto make_offset_transform(const Length& low_length,
                                                           const Distance& distance) {
    TILEPROOF_REQUIRE_LENGTH(Length, "The length of an offset");
    TILEPROOF_REQUIRE_LENGTH(Distance, "The distance of an offset");
    return transforms::offset<detail::held<Length>, detail::held<Distance>>{
        detail::hold_length(low_length), detail::hold_length(distance)};
}

// Index u is lower index indices[u]; the entries are a tuple, a sequence or an array.
template <class Indices>
constexpr TILEPROOF_HOST_DEVICE auto make_indexing_transform(const Indices& indices) {
    TILEPROOF_REQUIRE_LENGTHS(Indices, "The entries of an indexing transform");
    return transforms::gather<detail::held_lengths<Indices>>{detail::hold_lengths(indices)};
}

// CK Tile's order: the upper length, then the entries, as many.
template <class Length, class Indices>
requires(length_list<Indices>)  //
    constexpr TILEPROOF_HOST_DEVICE auto make_indexing_transform(const Length& up_length,
                                                                 const Indices& indices) {
    TILEPROOF_REQUIRE_LENGTH(Length, "The length of an indexing transform");
    if constexpr (is_number_v<Length>)
        static_assert(Length::value == Indices::size(),
                      "An indexing transform needs one entry for each upper index.");
    detail::check_entry_count(static_cast<long_index_t>(up_length), Indices::size());
    return make_indexing_transform(indices);
}

// Entries in memory that the descriptor's user keeps alive (device memory for a device).
template <class Length>
constexpr TILEPROOF_HOST_DEVICE auto make_indexing_transform(const Length& up_length,
                                                             const long_index_t* indices) {
    TILEPROOF_REQUIRE_LENGTH(Length, "The length of an indexing transform");
    detail::check_table_length(static_cast<long_index_t>(up_length));
    return transforms::gather<span_extents>{
        span_extents{indices, static_cast<int>(static_cast<long_index_t>(up_length))}};
}

#undef TILEPROOF_REQUIRE_LENGTH
#undef TILEPROOF_REQUIRE_LENGTHS

}  // namespace tileproof
