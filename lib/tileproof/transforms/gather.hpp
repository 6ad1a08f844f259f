// SPDX-License-Identifier: MIT
// gather(table): upper index u is lower index table[u]; any selection, order or repetition.
//
//   table (0, 2, 1): upper length 3; upper index 1 -> lower index 2
//
// Table is an extents<...> of entries, a span_extents, a repeated_entry (the same index for all: a thread of a
// mixture of experts that moves one token), or computed_entries (the values of a function). An index outside the
// table (below a pad) gives lower index 0 and reads nothing.
#pragma once

#include <tileproof/layout_error.hpp>
#include <tileproof/transforms/book.hpp>

namespace tileproof::transforms {

// `count` equal entries.
template <class Length>
struct repeated_entry {
    static constexpr bool is_static = false, counted_by_length = true;
    [[no_unique_address]] Length count{};
    long_index_t entry = 0;

    constexpr TILEPROOF_HOST_DEVICE int rank() const {
        return static_cast<int>(static_cast<long_index_t>(count));
    }
    constexpr TILEPROOF_HOST_DEVICE long_index_t operator[](int) const { return entry; }
};
template <class Length>
inline constexpr int static_rank<repeated_entry<Length>> = dynamic_rank;
template <class Index, class Length>
constexpr TILEPROOF_HOST_DEVICE repeated_entry<Length> extents_of(const repeated_entry<Length>& t) {
    return t;
}

// `count` entries; entry i is f(i).
template <class F, class Length>
struct computed_entries {
    static constexpr bool is_static = std::is_empty_v<F> && is_number_v<Length>;
    static constexpr bool counted_by_length = true;
    [[no_unique_address]] F f{};
    [[no_unique_address]] Length count{};

    constexpr TILEPROOF_HOST_DEVICE int rank() const {
        return static_cast<int>(static_cast<long_index_t>(count));
    }
    constexpr TILEPROOF_HOST_DEVICE long_index_t operator[](int i) const {
        return static_cast<long_index_t>(f(static_cast<index_t>(i)));
    }
};
template <class F, class Length>
inline constexpr int static_rank<computed_entries<F, Length>> = dynamic_rank;
template <class Index, class F, class Length>
constexpr TILEPROOF_HOST_DEVICE computed_entries<F, Length> extents_of(
    const computed_entries<F, Length>& t) {
    return t;
}

template <class Table>
struct gather {
    static constexpr transform_kind kind = transform_kind::gather;
    static constexpr int lower_rank = 1;
    static constexpr int upper_rank = 1;
    static constexpr bool always_valid = true;

    [[no_unique_address]] Table table{};

    constexpr TILEPROOF_HOST_DEVICE_INLINE auto fields(const auto& f) const { return f(table); }
    template <class... T>
    using with = gather<T...>;
    TILEPROOF_CK_TILE_MEMBERS(*this)

    static constexpr TILEPROOF_HOST_DEVICE long_index_t static_upper_length(int) {
        if constexpr (requires { Table::counted_by_length; })
            return static_length<decltype(Table::count)>;
        else if constexpr (static_rank<Table> == dynamic_rank)
            return dynamic;
        else
            return static_rank<Table>;
    }
    constexpr TILEPROOF_HOST_DEVICE long_index_t upper_length(int) const { return table.rank(); }

    constexpr TILEPROOF_HOST_DEVICE void lower(const auto& u, auto& l) const {
        using index = element_of<decltype(l)>;
        l[0] = in_range<long_index_t>(u[0], table.rank())
                   ? static_cast<index>(table[static_cast<int>(u[0])])
                   : index{0};
    }
};

// On the host: the length and the number of entries given to an indexing transform must agree.
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

template <>
struct transform_book<transform_kind::gather> : plain_book {
    static constexpr field fields[] = {field::table};
    static constexpr const char* maker = "make_indexing_transform";
    static constexpr bool linear = false;

    TILEPROOF_RULE("The entries of an indexing transform must lie in the dimension below.")
    static constexpr TILEPROOF_HOST_DEVICE auto of(const operation_values& v) {
        return gather<span_extents>{v.list()};
    }
    static bool invert(const operation_values& v, const auto& l, long_index_t* u) {
        for (u[0] = 0; u[0] < v.count; ++u[0])
            if (v[static_cast<int>(u[0])] == l[0]) return true;
        return false;
    }
    static constexpr TILEPROOF_HOST_DEVICE_INLINE argument_range range(int, const transform_facts&,
                                                                       const long_index_t* below) {
        return {"an entry of the table", 0, difference(below[0], 1)};
    }
    static std::string repeats(const auto& v) {
        const std::string twice = entry_given_twice(v);  // search.hpp
        return twice.empty() ? "" : "the table of gather has entry " + twice + " more than once";
    }
};

}  // namespace tileproof::transforms

namespace tileproof {

// Index u is lower index indices[u]; the entries are a tuple, a sequence or an array.
template <class Indices>
constexpr TILEPROOF_HOST_DEVICE auto make_indexing_transform(const Indices& indices) {
    TILEPROOF_REQUIRE_LENGTHS(Indices, "The entries of an indexing transform");
    return transforms::gather<transforms::held_lengths<Indices>>{transforms::hold_lengths(indices)};
}

// One index for all `up_length` of them, as in newer versions of CK Tile.
template <class Length, class Index>
requires(length_like<Index> && !length_list<Index>)  //
    constexpr TILEPROOF_HOST_DEVICE auto make_indexing_transform(const Length& up_length,
                                                                 const Index& index) {
    TILEPROOF_REQUIRE_LENGTH(Length, "The length of an indexing transform");
#if TILEPROOF_CHECKS_RUN_TIME_VALUES
    transforms::check_table_length(static_cast<long_index_t>(up_length));
#endif
    using table = transforms::repeated_entry<transforms::held<Length>>;
    return transforms::gather<table>{
        table{transforms::hold_length(up_length), static_cast<long_index_t>(index)}};
}

// Index u is lower index f(u), for `length` indices; as in newer versions of CK Tile.
template <class F, class Length>
constexpr TILEPROOF_HOST_DEVICE auto make_functor_transform(const F& f, const Length& length) {
    TILEPROOF_REQUIRE_LENGTH(Length, "The length of a functor transform");
#if TILEPROOF_CHECKS_RUN_TIME_VALUES
    transforms::check_table_length(static_cast<long_index_t>(length));
#endif
    using table = transforms::computed_entries<F, transforms::held<Length>>;
    return transforms::gather<table>{table{f, transforms::hold_length(length)}};
}

// CK Tile's order: the upper length, then that many entries.
template <class Length, class Indices>
requires(length_list<Indices>)  //
    constexpr TILEPROOF_HOST_DEVICE auto make_indexing_transform(const Length& up_length,
                                                                 const Indices& indices) {
    TILEPROOF_REQUIRE_LENGTH(Length, "The length of an indexing transform");
    if constexpr (is_number_v<Length>)
        static_assert(Length::value == Indices::size(),
                      "An indexing transform needs one entry for each upper index.");
    transforms::check_entry_count(static_cast<long_index_t>(up_length), Indices::size());
    return make_indexing_transform(indices);
}

// Entries in memory that the caller keeps alive (device memory for a device).
template <class Length>
constexpr TILEPROOF_HOST_DEVICE auto make_indexing_transform(const Length& up_length,
                                                             const long_index_t* indices) {
    TILEPROOF_REQUIRE_LENGTH(Length, "The length of an indexing transform");
    transforms::check_table_length(static_cast<long_index_t>(up_length));
    return transforms::gather<span_extents>{
        span_extents{indices, static_cast<int>(static_cast<long_index_t>(up_length))}};
}

}  // namespace tileproof
