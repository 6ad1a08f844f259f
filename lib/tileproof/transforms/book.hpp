// SPDX-License-Identifier: MIT
// transform_book<kind>: everything known about a kind of transform besides its formula. Each file in transforms/ has
// the struct with the formula, its maker, and its page of this book. Rules, readers, printers, parsers, generators
// and mutators ask the book and know no kind by name.
//
// A page of the book has
//   fields                  what the members of the struct are, in their order (facts.hpp)
//   maker                   the function that makes it: "make_slice_transform"
//   of(values)              the transform with its numbers in memory: the dynamic form
//   invert(values, l, u)    the upper index of a lower one; false where there is none. It may come out of range
//   TILEPROOF_RULE(..)      the sentence of the rule that its own values can break, if they can
// and, where the default of plain_book is wrong,
//   linear                  whether a step of the upper index is the same step of the lower one everywhere
//   made_of_upper_length    whether its maker takes the upper length instead of the lower one
//   pads                    whether upper indices may have no element
//   undone_by               the kind that undoes it, put on top with the same arguments, if there is one
//   upper_length(f, i)      upper length i, from facts
//   range(i, f, below)      the allowed values of argument i (for a table: of any entry)
//   check(f, below, on_memory)    the rest of its rule
//   claim(f, below, lengths_below, above)     the safe vectors above, from those below
//   repeats(values)         why distinct indices can share a lower one; empty if they cannot
// Facts known at run time only may be unknown: then they break no rule and claim nothing.
#pragma once

#include <tileproof/descriptor/lengths.hpp>
#include <tileproof/magic_division.hpp>
#include <tileproof/transforms/arithmetic.hpp>
#include <tileproof/transforms/claims.hpp>

#include <string>

namespace tileproof::transforms {

template <transform_kind Kind>
struct transform_book;

// The rules that all transforms obey, and `own`: the rule of the kind.
#define TILEPROOF_COMMON_RULES(X)                                                               \
    X(not_negative, "A length, stride, pad or position must not be negative.")                  \
    X(same_length,                                                                              \
      "The length given to a transform must be the length of the dimension that it is put on.") \
    X(length_fits_index,                                                                        \
      "A length does not fit in the descriptor's index type; make the descriptor with "         \
      "long_index_t.")                                                                          \
    X(stride_fits_index,                                                                        \
      "A stride does not fit in the descriptor's index type; make the descriptor with "         \
      "long_index_t.")                                                                          \
    X(element_space_fits_index,                                                                 \
      "The element space does not fit in the descriptor's index type, so that offsets would "   \
      "overflow; make the descriptor with long_index_t.")

enum class transform_rule : unsigned char {
    none,
#define TILEPROOF_X(rule, sentence) rule,
    TILEPROOF_COMMON_RULES(TILEPROOF_X)
#undef TILEPROOF_X
        own
};

// The sentence of the rule of a kind, for errors at run time and at compile time.
#define TILEPROOF_RULE(sentence)                           \
    static constexpr const char* rule = sentence;          \
    template <bool Kept>                                   \
    static constexpr TILEPROOF_HOST_DEVICE void demand() { \
        static_assert(Kept, sentence);                     \
    }

// A value that breaks a rule: its name, and what it must be.
//   {own, "the end of the slice", 9, 0, 8}       {own, "its second length", 6, .., "a power of two"}
struct mistake {
    transform_rule rule = transform_rule::none;
    const char* what = "";
    long_index_t value = 0;
    long_index_t least = 0, most = too_large;
    const char* must = nullptr;  // instead of least and most
};

struct argument_range {
    const char* what;
    long_index_t least = 0;
    long_index_t most = too_large;
};

// The values of a transform in memory, in the order of its fields: `count` lengths, arguments or entries, then
// the strides.
struct operation_values {
    const long_index_t* values;
    int count;
    int lower_count, upper_count;
    const magic_divisor<long_index_t>* divisors;

    constexpr TILEPROOF_HOST_DEVICE long_index_t operator[](int i) const { return values[i]; }
    constexpr TILEPROOF_HOST_DEVICE span_extents list() const { return {values, count}; }
    constexpr TILEPROOF_HOST_DEVICE span_extents strides() const {
        return {values + count, upper_count};
    }
};

struct plain_book {
    static constexpr bool linear = true;
    static constexpr bool pads = false;
    static constexpr bool made_of_upper_length = false;
    static constexpr transform_kind undone_by = transform_kind::pass;  // nothing does

    TILEPROOF_RULE("")
    static constexpr TILEPROOF_HOST_DEVICE_INLINE long_index_t
    upper_length(const transform_facts& f, int i) {
        return f.lengths[i];
    }
    static constexpr TILEPROOF_HOST_DEVICE_INLINE argument_range range(int, const transform_facts&,
                                                                       const long_index_t*) {
        return {"an argument"};
    }
    static constexpr TILEPROOF_HOST_DEVICE_INLINE mistake check(const transform_facts&,
                                                                const long_index_t*, bool) {
        return {};
    }
    static constexpr TILEPROOF_HOST_DEVICE void claim(const transform_facts&, const vector_claim*,
                                                      const long_index_t*, vector_claim*) {}
    static std::string repeats(const operation_values&) { return ""; }
};

// Whether the fields of a kind begin with the lower lengths that it keeps.
template <transform_kind Kind>
inline constexpr bool keeps_lower_lengths = transform_book<Kind>::fields[0] == field::lower_length;

// Whether an upper index in range has an element: only in pads, some have none.
template <class Transform, class Upper>
constexpr TILEPROOF_HOST_DEVICE bool valid([[maybe_unused]] const Transform& transform,
                                           [[maybe_unused]] const Upper& u) {
    if constexpr (Transform::always_valid)
        return true;
    else
        return transform.valid(u);
}

// u has moved by du and is now as given: l goes from the lower index of the old place to that of the new, dl is by how
// much.
template <class Transform, class Step, class Upper, class Lower, class LowerStep>
constexpr TILEPROOF_HOST_DEVICE void move([[maybe_unused]] const Transform& transform,
                                          [[maybe_unused]] const Step& du,
                                          [[maybe_unused]] const Upper& u,
                                          [[maybe_unused]] Lower& l,
                                          [[maybe_unused]] LowerStep& dl) {
    using book = transform_book<Transform::kind>;
    using index = element_of<LowerStep>;
    constexpr int rank = Transform::lower_rank;
    if constexpr (rank == 0) {  // insert, replicate: nothing moves
    } else if constexpr (Transform::upper_rank == 0) {
        dl[0] = 0;
    } else if constexpr (!book::linear) {  // merge, modulo, xor, gather: a step may carry
        int count = rank;
        if constexpr (rank == dynamic_rank) count = transform.lengths.rank();
        for_each_dimension<rank>(count, [&](int i) { dl[i] = static_cast<index>(l[i]); });
        transform.lower(u, l);
        for_each_dimension<rank>(
            count, [&](int i) { dl[i] = wrap_subtract<index>(static_cast<index>(l[i]), dl[i]); });
    } else {
        if constexpr (book::fields[0] == field::upper_length)  // embed, unmerge: sums of products
            transform.lower(du, dl);
        else
            dl[0] = static_cast<index>(du[0]);
        l[0] = wrap_add<element_of<Lower>>(l[0], static_cast<element_of<Lower>>(dl[0]));
    }
}

// CK Tile's names of the same, for a transform that is asked outside a descriptor. One that is prepared when it is bound
// (merge, slice) is bound first: `ready` says how.
//   make_pad_transform(9, 1, 2).calculate_lower_index(l, u)       get_upper_lengths()    (12)
namespace detail {
template <class Transform>
constexpr TILEPROOF_HOST_DEVICE auto upper_lengths_of(const Transform& t) {
    const auto length = [&](auto i) {
        constexpr long_index_t known = Transform::static_upper_length(i.value);
        if constexpr (known != dynamic)
            return number_of<known>{};
        else
            return static_cast<index_t>(t.upper_length(i.value));
    };
    return [&]<int... I>(std::integer_sequence<int, I...>) {
        return make_tuple(length(number<I>{})...);
    }
    (std::make_integer_sequence<int, Transform::upper_rank>{});
}
}  // namespace detail
#define TILEPROOF_CK_TILE_MEMBERS(ready)                                                       \
    static constexpr TILEPROOF_HOST_DEVICE index_t get_num_of_lower_dimension() {              \
        return lower_rank;                                                                     \
    }                                                                                          \
    static constexpr TILEPROOF_HOST_DEVICE index_t get_num_of_upper_dimension() {              \
        return upper_rank;                                                                     \
    }                                                                                          \
    constexpr TILEPROOF_HOST_DEVICE auto get_upper_lengths() const {                           \
        return transforms::detail::upper_lengths_of(ready);                                    \
    }                                                                                          \
    constexpr TILEPROOF_HOST_DEVICE void calculate_lower_index(auto& l, const auto& u) const { \
        (ready).lower(u, l);                                                                   \
    }                                                                                          \
    constexpr TILEPROOF_HOST_DEVICE void update_lower_index(auto& dl, const auto& du, auto& l, \
                                                            const auto& u) const {             \
        transforms::move(ready, du, u, l, dl);                                                 \
    }                                                                                          \
    static constexpr TILEPROOF_HOST_DEVICE bool                                                \
    is_valid_upper_index_always_mapped_to_valid_lower_index() {                                \
        return always_valid;                                                                   \
    }                                                                                          \
    constexpr TILEPROOF_HOST_DEVICE bool is_valid_upper_index_mapped_to_valid_lower_index(     \
        const auto& u) const {                                                                 \
        return transforms::valid(ready, u);                                                    \
    }                                                                                          \
    TILEPROOF_CK_CLASSIC_TRANSFORM

// Takes the place of the lower length among the fields of a transform that does not keep one.
struct unknown_length {};

// A user's length before the descriptor gives it an index type: in 64 bits, so that none is silently truncated.
template <class T>
using held = tileproof::detail::held_as_t<long_index_t, T>;

template <class T>
constexpr TILEPROOF_HOST_DEVICE held<T> hold_length(const T& value) {
    return tileproof::detail::hold<long_index_t>(value);
}
constexpr TILEPROOF_HOST_DEVICE auto hold_lengths(const auto& values) {
    return extents_of<long_index_t>(values);
}
// Strides: they may be negative.
constexpr TILEPROOF_HOST_DEVICE auto hold_strides(const auto& values) {
    return extents_of<long_index_t, true>(values);
}
template <class T>
using held_lengths = decltype(hold_lengths(std::declval<const T&>()));

#define TILEPROOF_REQUIRE_LENGTH(type, what)                       \
    static_assert(length_like<type>, what                          \
                  " is a number<...> or an integer, but something" \
                  " else was given.")
#define TILEPROOF_REQUIRE_LENGTHS(type, what)                           \
    static_assert(length_list<type>, what                               \
                  " are a make_tuple(...) of number<...> and integers," \
                  " a sequence<...> or an array of integers, but"       \
                  " something else was given.")

}  // namespace tileproof::transforms
