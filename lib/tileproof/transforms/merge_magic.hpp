// SPDX-License-Identifier: MIT
// merge(L_0, L_1, ...) by magic division: several dimensions as one, the last one fastest.
//
//   lengths (4, 64): upper length 256; upper index 67 -> lower index (1, 3)
//
// Division by a run-time length is a multiplication and a shift (magic_division.hpp). The divisors are prepared once,
// when the transform is made: 32-bit for extents<index_t, ...>, 64-bit for extents<long_index_t, ...> and
// span_extents. A wider index is a compile error. Compile-time lengths are left to the compiler, which does as well
// or better (a shift for 64).
#pragma once

#include <tileproof/transforms/merge_divmod.hpp>

namespace tileproof::transforms {

// How many of the lengths 1, 2, .. i - 1 are known at run time only.
template <class Lengths>
constexpr TILEPROOF_HOST_DEVICE int divisors_before(int i) {
    int count = 0;
    for (int j = 1; j < i; ++j) count += Lengths::static_value(j) == dynamic ? 1 : 0;
    return count;
}

// The magic divisors of all lengths but the first, which never divides. A compile-time divisor takes no space.
template <class Lengths>
class magic_divisors {
    using divisor = magic_divisor<typename Lengths::index_type>;
    static constexpr int count = divisors_before<Lengths>(Lengths::rank_static);

  public:
    static constexpr bool none = count == 0;

    constexpr magic_divisors() = default;
    constexpr TILEPROOF_HOST_DEVICE explicit magic_divisors(const Lengths& lengths) {
        for (int i = 1, next = 0; i < Lengths::rank(); ++i) {
            if (Lengths::static_value(i) != dynamic) continue;
            // An empty merge has no index to divide; 1 replaces its length.
            const long_index_t length = static_cast<long_index_t>(lengths[i]);
            values_[next] =
                make_magic_divisor<typename Lengths::index_type>(length == 0 ? 1 : length);
            ++next;
        }
    }
    // requires 1 <= i < rank, length i known at run time only. By reference: the compiler takes a copy of both words
    // apart again, at two instructions per division.
    constexpr TILEPROOF_HOST_DEVICE const divisor& operator[](int i) const {
        return values_[divisors_before<Lengths>(i)];
    }

  private:
    [[no_unique_address]] array<divisor, count> values_{};
};

// The dynamic form: in memory, one for each length.
template <>
class magic_divisors<span_extents> {
  public:
    static constexpr bool none = false;

    constexpr magic_divisors() = default;
    constexpr TILEPROOF_HOST_DEVICE magic_divisors(const magic_divisor<long_index_t>* values)
        : values_(values) {}
    constexpr TILEPROOF_HOST_DEVICE const magic_divisor<long_index_t>& operator[](int i) const {
        return values_[i];
    }

  private:
    const magic_divisor<long_index_t>* values_ = nullptr;
};

template <class Lengths>
struct merge_magic {
    static constexpr transform_kind kind = transform_kind::merge;
    static constexpr int lower_rank = static_rank<Lengths>;
    static constexpr int upper_rank = 1;
    static constexpr bool always_valid = true;

    [[no_unique_address]] Lengths lengths{};
    [[no_unique_address]] magic_divisors<Lengths> divisors{};

    constexpr TILEPROOF_HOST_DEVICE_INLINE auto fields(const auto& f) const { return f(lengths); }
    TILEPROOF_CK_TILE_MEMBERS(*this)

    constexpr merge_magic() = default;
    // Errors: layout_error for lengths that cannot be divisors of the index type, see make_magic_divisor.
    constexpr TILEPROOF_HOST_DEVICE explicit merge_magic(const Lengths& all)
        : lengths(all), divisors(all) {}
    // requires ready[i] == the divisor of all[i], for every i
    constexpr TILEPROOF_HOST_DEVICE merge_magic(const Lengths& all, magic_divisors<Lengths> ready)
        : lengths(all), divisors(ready) {}

    static constexpr TILEPROOF_HOST_DEVICE long_index_t static_upper_length(int) {
        return static_product<Lengths>();
    }
    constexpr TILEPROOF_HOST_DEVICE long_index_t upper_length(int) const {
        return product(lengths);
    }

    constexpr TILEPROOF_HOST_DEVICE void lower(const auto& u, auto& l) const {
        using index = element_of<decltype(l)>;
        using division_index = typename Lengths::index_type;
        static_assert(
            Lengths::is_static || sizeof(element_of<decltype(u)>) <= sizeof(division_index),
            "the upper index of a merge is wider than its magic division: make the lengths "
            "extents<long_index_t, ...>");
        index rest = static_cast<index>(u[0]);
        const int last = lengths.rank() - 1;
        for_each_dimension<lower_rank>(lengths.rank(), [&](int j) {
            const int i = last - j;
            if (i == 0) {
                l[i] = rest;
            } else {
                const index quotient = divide<index>(rest, i);
                l[i] = wrap_subtract<index>(
                    rest, wrap_multiply_add<index>(quotient, static_cast<index>(lengths[i]), 0));
                rest = quotient;
            }
        });
    }

  private:
    template <class Index>
    constexpr TILEPROOF_HOST_DEVICE Index divide(Index rest, int i) const {
        using word = std::make_unsigned_t<Index>;
        if constexpr (magic_divisors<Lengths>::none) {
            return static_cast<Index>(static_cast<word>(rest) / divisor_of<word>(lengths[i]));
        } else {
            using division_index = typename Lengths::index_type;
            if (static_length_at<Lengths>(i) != dynamic)
                return static_cast<Index>(static_cast<word>(rest) / divisor_of<word>(lengths[i]));
            return static_cast<Index>(divisors[i].quotient(static_cast<division_index>(rest)));
        }
    }
};

// A merge before it has an index type, which decides the width of its divisors; they are then prepared once.
template <class Lengths>
struct merge_magic_of {
    static constexpr transform_kind kind = transform_kind::merge;
    static constexpr int lower_rank = static_rank<Lengths>;
    static constexpr int upper_rank = 1;
    static constexpr bool always_valid = true;
    [[no_unique_address]] Lengths lengths{};

    constexpr TILEPROOF_HOST_DEVICE_INLINE auto fields(const auto& f) const { return f(lengths); }
    template <class Index>
    constexpr TILEPROOF_HOST_DEVICE auto bound() const {
        const auto all = extents_of<Index>(lengths);
        return merge_magic<std::remove_cv_t<decltype(all)>>(all);
    }
    TILEPROOF_CK_TILE_MEMBERS(bound<index_t>())
};

template <>
struct transform_book<transform_kind::merge> : merge_book {
    static constexpr const char* maker = "make_merge_transform";

    static constexpr TILEPROOF_HOST_DEVICE auto of(const operation_values& v) {
        return merge_magic<span_extents>(v.list(), v.divisors);
    }
};

}  // namespace tileproof::transforms

namespace tileproof {

// Several lower dimensions as one, the last one fastest, by multiplication and shift. Exact for indices below 2^31
// (index_t) or 2^63 (long_index_t); longer merges are refused.
template <class Lengths>
constexpr TILEPROOF_HOST_DEVICE auto make_merge_transform_v2_magic_division(
    const Lengths& low_lengths) {
    TILEPROOF_REQUIRE_LENGTHS(Lengths, "The lengths of a merge");
    static_assert(Lengths::size() > 0, "A merge needs at least one length.");
    return transforms::merge_magic_of<transforms::held_lengths<Lengths>>{
        transforms::hold_lengths(low_lengths)};
}

constexpr TILEPROOF_HOST_DEVICE auto make_merge_transform(const auto& low_lengths) {
    return make_merge_transform_v2_magic_division(low_lengths);
}

}  // namespace tileproof
