// SPDX-License-Identifier: MIT
#include "properties/layout/layout_laws.hpp"

#include <tileproof/layout/limits.hpp>
#include <tileproof/layout/rules.hpp>
#include <tileproof/layout_error.hpp>

#include <algorithm>
#include <array>
#include <numeric>

namespace tileproof::properties {
namespace {

using enum transform_kind;

// Two stages that together must change nothing, and their name for the message.
struct stage_pair {
    std::string name;
    stage_description there, back;
};

int rank_of(const layout_index& lengths) { return static_cast<int>(lengths.size()); }

// All dims pass, in their order.
stage_description all_pass(int rank) {
    stage_description stage;
    for (int d = 0; d < rank; ++d) stage.items.push_back({pass, {}, {}, {d}, {d}});
    return stage;
}

long_index_t smallest_factor(long_index_t n) {
    for (long_index_t p = 2; p * p <= n; ++p)
        if (n % p == 0) return p;
    return 1;
}

// Every dim padded on both sides, then the original part cut out again.
stage_pair slices_of_pads(const layout_index& lengths) {
    stage_pair pair{"slice.pad", all_pass(rank_of(lengths)), all_pass(rank_of(lengths))};
    for (int d = 0; d < rank_of(lengths); ++d) {
        const auto at = static_cast<std::size_t>(d);
        const long_index_t left = 1 + d % 2, right = 2;
        pair.there.items[at].kind = pad;
        pair.there.items[at].arguments = {left, right};
        pair.back.items[at].kind = slice;
        pair.back.items[at].arguments = {left, left + lengths[at]};
    }
    return pair;
}

// How many of `wanted` additional dims fit into a layout of `rank` dims.
int that_fit(int wanted, int rank) { return std::min(wanted, maximum_rank - rank); }

// As many dims as fit, each split in two (its smallest factor and the rest, or the rest first) and merged again.
stage_pair merges_of_unmerges(const layout_index& lengths, bool rest_first,
                              transform_kind merge_kind) {
    const int rank = rank_of(lengths), unmerged = that_fit(rank, rank);
    stage_pair pair{"unmerge.merge", {}, {}};
    for (int d = 0; d < rank; ++d) {
        if (d >= unmerged) {
            pair.there.items.push_back({pass, {}, {}, {d}, {unmerged + d}});
            pair.back.items.push_back({pass, {}, {}, {unmerged + d}, {d}});
            continue;
        }
        const long_index_t length = lengths[static_cast<std::size_t>(d)];
        std::vector<long_index_t> factors{smallest_factor(length)};
        factors.insert(rest_first ? factors.begin() : factors.end(), length / factors[0]);
        pair.there.items.push_back({unmerge, std::move(factors), {}, {d}, {2 * d, 2 * d + 1}});
        pair.back.items.push_back({merge_kind, {}, {}, {2 * d, 2 * d + 1}, {d}});
    }
    return pair;
}

// New dims before and after as many dims as fit, and one index of each frozen.
stage_pair freezes_of_inserts(int rank) {
    const int inserted = that_fit(rank + 1, rank);
    stage_pair pair{"freeze.insert", {}, {}};
    for (int d = 0; d < rank; ++d) {
        const int above = d + std::min(d + 1, inserted);
        pair.there.items.push_back({pass, {}, {}, {d}, {above}});
        pair.back.items.push_back({pass, {}, {}, {above}, {d}});
    }
    for (int d = 0; d < inserted; ++d) {
        const long_index_t length = 2 + d;
        pair.there.items.push_back({insert, {length}, {}, {}, {2 * d}});
        pair.back.items.push_back({freeze, {length - 1}, {}, {2 * d}, {}});
    }
    return pair;
}

using two_dims = std::array<int, 2>;

// The pairs of dims of these lengths that such a transform accepts.
std::vector<two_dims> dims_for(transform_kind kind, const layout_index& lengths) {
    std::vector<two_dims> all;
    layout_index upper;
    for (int first = 0; first < rank_of(lengths); ++first)
        for (int second = 0; second < rank_of(lengths); ++second) {
            const layout_index both{lengths[static_cast<std::size_t>(first)],
                                    lengths[static_cast<std::size_t>(second)]};
            if (first != second &&
                detail::upper_lengths_of({kind, {}, {}, {0, 1}, {0, 1}}, both, upper))
                all.push_back({first, second});
        }
    return all;
}

// One stage of such transforms, on as many disjoint pairs of dims as possible; these are removed from `dims`.
stage_description one_stage(int rank, transform_kind kind, std::vector<two_dims>& dims) {
    stage_description stage;
    std::vector<bool> taken(static_cast<std::size_t>(rank));
    const auto is_taken = [&](int d) { return taken[static_cast<std::size_t>(d)]; };
    std::erase_if(dims, [&](const two_dims& two) {
        if (std::ranges::any_of(two, is_taken)) return false;
        for (const int d : two) taken[static_cast<std::size_t>(d)] = true;
        stage.items.push_back({kind, {}, {}, {two[0], two[1]}, {two[0], two[1]}});
        return true;
    });
    for (int d = 0; d < rank; ++d)
        if (!is_taken(d)) stage.items.push_back({pass, {}, {}, {d}, {d}});
    return stage;
}

// Two dims through a transform, and back through the one that undoes it according to the library's book: xor.xor,
// cyclic_shift.inverse_cyclic_shift and the like.
void add_undone_pairs(const layout_index& lengths, std::vector<stage_pair>& pairs) {
    for (int k = 0; k < transform_kind_count; ++k) {
        const auto kind = static_cast<transform_kind>(k);
        const auto undone_by =
            with_kind(kind, [](auto k) { return transforms::transform_book<k.value>::undone_by; });
        if (undone_by == pass || shape_of(kind).lower != 2) continue;
        const std::string name = std::string(name_of(kind)) + "." + std::string(name_of(undone_by));
        for (auto dims = dims_for(kind, lengths); !dims.empty();) {
            const stage_description there = one_stage(rank_of(lengths), kind, dims);
            stage_description back = there;
            for (item_description& item : back.items)
                if (item.kind == kind) item.kind = undone_by;
            pairs.push_back({name, there, std::move(back)});
        }
    }
}

// Dims rotated by `shift`, and back.
stage_pair transpose_of_transpose(int rank, int shift) {
    stage_pair pair{"transpose.transpose", {}, {}};
    for (int d = 0; d < rank; ++d) {
        pair.there.items.push_back({pass, {}, {}, {d}, {(d + shift) % rank}});
        pair.back.items.push_back({pass, {}, {}, {(d + shift) % rank}, {d}});
    }
    return pair;
}

// All dims merged into one, and split again.
stage_pair unmerge_of_merge(const layout_index& lengths) {
    std::vector<int> dims(lengths.size());
    std::iota(dims.begin(), dims.end(), 0);
    return {"merge.unmerge", {{{merge, {}, {}, dims, {0}}}}, {{{unmerge, lengths, {}, {0}, dims}}}};
}

std::vector<stage_pair> pairs_for(const layout_index& lengths) {
    const int rank = rank_of(lengths);
    std::vector<stage_pair> pairs;
    if (rank > 0) pairs.push_back(slices_of_pads(lengths));
    if (that_fit(rank, rank) > 0) {
        pairs.push_back(merges_of_unmerges(lengths, false, merge));
        pairs.push_back(merges_of_unmerges(lengths, true, merge_divmod));
    }
    if (that_fit(1, rank) > 0) pairs.push_back(freezes_of_inserts(rank));
    add_undone_pairs(lengths, pairs);
    for (int shift = 1; shift < rank; ++shift) pairs.push_back(transpose_of_transpose(rank, shift));
    if (rank > 1) pairs.push_back(unmerge_of_merge(lengths));
    return pairs;
}

std::size_t transform_count(const layout_description& layout) {
    std::size_t count = 0;
    for (const stage_description& stage : layout.stages) count += stage.items.size();
    return count;
}

// Compares the layout with a pair on top with the layout without it.
law_result check_pair(const layout_subject& subject, const observed_layout& seen,
                      const layout_description& with_pair, const std::string& name,
                      std::vector<long_index_t>& offsets) {
    std::unique_ptr<layout_evaluator> above;
    const std::string so = "So " + name + " is not the identity.";
    try {
        above = subject.make(with_pair);
    } catch (const layout_error& error) {
        return failed(refused_layout(law_id::L10, with_pair, error.what() + (' ' + so)));
    }
    const auto differ = [&](layout_index index, std::string quantity, fact with, fact without) {
        return failed({.law = law_id::L10,
                       .kind = failure_kind::disagreement,
                       .where = in_layout(with_pair, std::move(index)),
                       .quantity = std::move(quantity),
                       .actual = said_value{std::move(with)},
                       .expected = said_value{std::move(without), "without the pair"},
                       .detail = so});
    };
    if (above->lengths() != seen.lengths())
        return differ({}, "lengths", above->lengths(), seen.lengths());
    if (above->element_space_size() != seen.element_space_size())
        return differ({}, "element space size", above->element_space_size(),
                      seen.element_space_size());
    above->all_offsets(offsets);
    const auto [with, without] =
        std::mismatch(offsets.begin(), offsets.end(), seen.offsets().begin(), seen.offsets().end());
    if (with != offsets.end() && without != seen.offsets().end())
        return differ(seen.index(static_cast<std::size_t>(with - offsets.begin())), "offset",
                      offset_or_none(*with), offset_or_none(*without));
    if (offsets.size() != seen.count())
        return differ({}, "number of listed offsets", std::ssize(offsets),
                      std::ssize(seen.offsets()));
    return held(law_id::L10);
}

}  // namespace

std::vector<layout_description> layouts_with_pairs(const layout_description& layout,
                                                   const layout_index& lengths) {
    std::vector<layout_description> all;
    for (stage_pair& pair : pairs_for(lengths)) {
        layout_description& with_pair = all.emplace_back(layout);
        with_pair.stages.push_back(std::move(pair.there));
        with_pair.stages.push_back(std::move(pair.back));
    }
    return all;
}

law_result check_pairs(const layout_subject& subject, const observed_layout& seen) {
    if (!seen.listed())
        return discarded(law_id::L10, "The layout has too many indices to be listed with a pair.");
    const int rank = rank_of(seen.lengths());
    const auto room = static_cast<std::size_t>(2 * (rank + that_fit(rank + 1, rank)));
    if (transform_count(seen.description()) + room > static_cast<std::size_t>(maximum_transforms))
        return discarded(law_id::L10,
                         "The layout has so many transforms that a pair does not fit on top.");
    std::vector<long_index_t> offsets;
    layout_description with_pair = seen.description();
    with_pair.stages.resize(with_pair.stages.size() + 2);
    for (stage_pair& pair : pairs_for(seen.lengths())) {
        *(with_pair.stages.end() - 2) = std::move(pair.there);
        with_pair.stages.back() = std::move(pair.back);
        law_result one = check_pair(subject, seen, with_pair, pair.name, offsets);
        if (one.failed()) return one;
    }
    return held(law_id::L10);
}

}  // namespace tileproof::properties
