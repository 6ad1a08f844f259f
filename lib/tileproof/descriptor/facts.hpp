// SPDX-License-Identifier: MIT
// The facts of a transform (transforms/facts.hpp), read from its struct with the help of its book.
//
//   facts_of(make_slice_transform(9, number<2>{}, n))    kind slice, lengths (9), arguments (2, n)
#pragma once

#include <tileproof/transforms.hpp>

namespace tileproof::detail {

template <class Transform>
using book_of = transforms::transform_book<Transform::kind>;

// Reads fields: compile-time values always, run-time values only if Known (there is an object).
template <class Book, bool Known>
struct facts_reader {
    transform_facts& f;

    template <class... Field>
    constexpr TILEPROOF_HOST_DEVICE_INLINE void operator()(const Field&... value) const {
        read_each(std::make_integer_sequence<int, sizeof...(Field)>{}, value...);
    }

  private:
    template <int... I, class... Field>
    constexpr TILEPROOF_HOST_DEVICE_INLINE void read_each(std::integer_sequence<int, I...>,
                                                          const Field&... value) const {
        (read<Book::fields[I]>(value), ...);
    }
    template <field What, class T>
    constexpr TILEPROOF_HOST_DEVICE_INLINE void read(const T& value) const {
        if constexpr (What == field::table) {
            read_table(value);
        } else if constexpr (requires { value.rank(); }) {
            read_list(value, What == field::stride ? f.strides : f.lengths);
            f.length_count = T::rank_static;
        } else if constexpr (What == field::argument) {
            f.arguments[f.argument_count++] = one(value);
        } else {
            f.lengths[f.length_count++] = one(value);
        }
    }
    template <class T>
    constexpr TILEPROOF_HOST_DEVICE_INLINE long_index_t one([[maybe_unused]] const T& value) const {
        if constexpr (is_number_v<T>) {
            return T::value;
        } else if constexpr (std::is_same_v<T, transforms::unknown_length>) {
            return unknown;
        } else {
            if constexpr (is_margin_to_multiple_v<T>) f.upper_multiple = T::multiple;
            f.is_static = false;
            return Known ? static_cast<long_index_t>(value) : unknown;
        }
    }
    template <class Extents>
    constexpr TILEPROOF_HOST_DEVICE_INLINE long_index_t at([[maybe_unused]] const Extents& values,
                                                           int i) const {
        const long_index_t fixed = transforms::static_length_at<Extents>(i);
        if (fixed != dynamic) return fixed;
        f.is_static = false;
        return Known ? static_cast<long_index_t>(values[i]) : unknown;
    }
    template <class Extents>
    constexpr TILEPROOF_HOST_DEVICE_INLINE void read_list(
        [[maybe_unused]] const Extents& values,
        [[maybe_unused]] array<long_index_t, 16>& out) const {
        static_assert(Extents::rank_static <= transform_facts::max_rank,
                      "A transform has at most 16 dimensions on either side.");
        if constexpr (Extents::rank_static > 0)  // a list of none has no element to ask for
            for (int i = 0; i < Extents::rank_static; ++i) out[i] = at(values, i);
    }
    // Records the least and the greatest entry of a function; for a very long table they stay unknown.
    constexpr TILEPROOF_HOST_DEVICE_INLINE void read_entries(const auto& table) const {
        constexpr int most = 65536;
        if (table.rank() < 1 || table.rank() > most) return;
        f.arguments = {table[0], table[0]};
        for (int i = 1; i < table.rank(); ++i) {
            if (table[i] < f.arguments[0]) f.arguments[0] = table[i];
            if (table[i] > f.arguments[1]) f.arguments[1] = table[i];
        }
    }
    // Records the number of entries, and the least and greatest of them if known.
    template <class Table>
    constexpr TILEPROOF_HOST_DEVICE_INLINE void read_table(const Table& table) const {
        f.length_count = 1;
        f.argument_count = 2;
        f.arguments = {unknown, unknown};
        if constexpr (requires { table.entry; }) {
            f.is_static = false;
            f.lengths[0] = one(table.count);
            if constexpr (Known) f.arguments = {table.entry, table.entry};
        } else if constexpr (requires { table.f; }) {
            if constexpr (!Table::is_static) f.is_static = false;
            f.lengths[0] = one(table.count);
            if constexpr (Known || Table::is_static) read_entries(table);
        } else if constexpr (std::is_same_v<Table, span_extents>) {
            // The table may lie in a device's memory, so it is not read here.
            f.is_static = false;
            f.lengths[0] = Known ? table.rank() : unknown;
        } else {
            f.lengths[0] = Table::rank_static;
            for (int i = 0; i < Table::rank_static; ++i) {
                const long_index_t entry = at(table, i);
                if (entry == unknown) continue;
                if (f.arguments[0] == unknown || entry < f.arguments[0]) f.arguments[0] = entry;
                if (f.arguments[1] == unknown || entry > f.arguments[1]) f.arguments[1] = entry;
            }
        }
    }
};

template <bool Known, class Transform>
constexpr TILEPROOF_HOST_DEVICE_INLINE transform_facts read_facts(const Transform& transform) {
    transform_facts facts;
    facts.kind = Transform::kind;
    facts.lower_rank = Transform::lower_rank;
    facts.upper_rank = Transform::upper_rank;
    if constexpr (book_of<Transform>::pads) facts.skips_validity = Transform::always_valid;
    transform.fields(facts_reader<book_of<Transform>, Known>{facts});
    return facts;
}

// Inlined, like the rules that read it (find_mistake): for a known kind of transform only the comparisons of its own
// values remain, so checking costs next to nothing when all is well.
constexpr TILEPROOF_HOST_DEVICE_INLINE transform_facts facts_of(const auto& transform) {
    return read_facts<true>(transform);
}

template <class Transform>
constexpr TILEPROOF_HOST_DEVICE transform_facts static_facts_of() {
    return read_facts<false>(Transform{});
}

}  // namespace tileproof::detail
