// SPDX-License-Identifier: MIT
// Do distinct valid indices have distinct offsets? The answer comes with its reason, and with two indices that share
// an offset if there are any.
//
//   naive [3,4] strides [8,1]   injective: every transform keeps distinct indices distinct
//   naive [3,4] strides [1,1]   repeats: the indices (0,1) and (1,0) share offset 1
//
// A layout is injective if each of its transforms is (the strides of an embed do not overlap, an insert has one
// index, a table has no entry twice, ...). If one is not, the others may still keep its repetitions out of reach. Up
// to maximum_compared indices, all offsets are compared; beyond, single dimensions are searched for two indices that
// share an offset, and if there are none the answer is may_repeat.
// dimensions are searched for two that share an offset, and failing that the answer is may_repeat.
#pragma once

#include <tileproof/layout/enumerate.hpp>
#include <tileproof/transforms/search.hpp>

#include <numeric>
#include <optional>
#include <string>

namespace tileproof {

enum class injectivity_kind : std::uint8_t { injective, repeats, may_repeat };

struct injectivity_witness {
    std::vector<long_index_t> first,
        second;  // visible indices, first before second in row-major order
    long_index_t offset = 0;
};

struct injectivity_result {
    injectivity_kind kind = injectivity_kind::injective;
    std::string reason;                          // one full sentence
    std::optional<injectivity_witness> witness;  // when kind is repeats
    bool by_structure = false;                   // injective because each transform is
};

namespace detail {

// "(1,2)"
inline std::string print_index(const std::vector<long_index_t>& index) {
    std::string out = "(";
    for (std::size_t i = 0; i < index.size(); ++i) {
        if (i != 0) out += ',';
        out += std::to_string(index[i]);
    }
    return out + ")";
}

// The visible index at row-major position `position`.
inline std::vector<long_index_t> index_at(layout_view view, long_index_t position) {
    std::vector<long_index_t> index(static_cast<std::size_t>(view.rank()));
    for (int d = view.rank() - 1; d >= 0; --d) {
        index[d] = position % view.length(d);
        position /= view.length(d);
    }
    return index;
}

// (offset, row-major position) pairs, sorted; invalid indices are left out.
using offset_table = std::vector<std::pair<long_index_t, long_index_t>>;

inline offset_table sorted_offsets(layout_view view) {
    std::vector<long_index_t> offsets(static_cast<std::size_t>(view.size()));
    offset_enumerator(view).run(0, offsets);
    offset_table table;
    table.reserve(offsets.size());
    for (std::size_t i = 0; i < offsets.size(); ++i)
        if (offsets[i] >= 0) table.emplace_back(offsets[i], static_cast<long_index_t>(i));
    std::sort(table.begin(), table.end());
    return table;
}

class injectivity_check {
  public:
    explicit injectivity_check(layout_view view) : view_(view) {}

    injectivity_result run() const {
        injectivity_result result;
        if (view_.size() == 0) {
            result.by_structure = true;
            result.reason = "The layout is injective, because it has no index.";
            return result;
        }
        const std::string suspect = first_suspect();
        if (suspect.empty()) {
            result.by_structure = true;
            result.reason =
                "The layout is injective, because every transform maps distinct indices to "
                "distinct "
                "indices.";
            return result;
        }
        const bool all = view_.size() <= maximum_compared;
        result.witness = all ? compare_all() : search_single_dimensions();
        if (result.witness) {
            result.kind = injectivity_kind::repeats;
            result.reason = "Distinct indices share an offset, because " + suspect + ": " +
                            print_index(result.witness->first) + " and " +
                            print_index(result.witness->second) + " both have offset " +
                            std::to_string(result.witness->offset) + ".";
        } else if (all) {
            result.reason = "The layout is injective: " + suspect + ", but of its " +
                            std::to_string(view_.size()) +
                            " indices, all compared, no two valid ones share an offset.";
        } else {
            result.kind = injectivity_kind::may_repeat;
            result.reason = "Distinct indices may share an offset, because " + suspect + "; its " +
                            std::to_string(view_.size()) + " indices are more than the " +
                            std::to_string(maximum_compared) + " that are compared.";
        }
        return result;
    }

  private:
    std::string first_suspect() const {
        for (int i = 0; i < view_.header().operation_count; ++i) {
            const layout_operation& operation = view_.operations()[i];
            std::string why = with_kind(operation.kind, [&](auto k) {
                return transforms::transform_book<k.value>::repeats(view_.values_of(operation));
            });
            if (!why.empty()) return why;
        }
        return "";
    }

    std::optional<injectivity_witness> compare_all() const {
        const offset_table table = sorted_offsets(view_);
        const auto same = std::adjacent_find(table.begin(), table.end(),
                                             [](auto a, auto b) { return a.first == b.first; });
        if (same == table.end()) return std::nullopt;
        return injectivity_witness{index_at(view_, same->second),
                                   index_at(view_, (same + 1)->second), same->first};
    }

    // Searches each dimension by itself, from the first index and from the middle one.
    std::optional<injectivity_witness> search_single_dimensions() const {
        for (const bool from_middle : {false, true}) {
            std::vector<long_index_t> index(static_cast<std::size_t>(view_.rank()));
            for (int d = 0; d < view_.rank(); ++d) index[d] = from_middle ? view_.length(d) / 2 : 0;
            for (int d = 0; d < view_.rank(); ++d)
                if (auto witness = search_dimension(index, d)) return witness;
        }
        return std::nullopt;
    }
    std::optional<injectivity_witness> search_dimension(std::vector<long_index_t> index,
                                                        int d) const {
        offset_table table;
        const long_index_t count = std::min<long_index_t>(view_.length(d), 4096);
        for (long_index_t i = 0; i < count; ++i) {
            index[d] = i;
            long_index_t offset;
            if (view_.offset(index, offset)) table.emplace_back(offset, i);
        }
        std::sort(table.begin(), table.end());
        const auto same = std::adjacent_find(table.begin(), table.end(),
                                             [](auto a, auto b) { return a.first == b.first; });
        if (same == table.end()) return std::nullopt;
        injectivity_witness witness{index, index, same->first};
        witness.first[d] = same->second;
        witness.second[d] = (same + 1)->second;
        return witness;
    }

    layout_view view_;
};

}  // namespace detail
}  // namespace tileproof
