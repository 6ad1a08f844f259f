// SPDX-License-Identifier: MIT
#include "properties/layout/layout_failure.hpp"
#include "properties/layout/layout_laws.hpp"

#include <tileproof/layout/limits.hpp>
#include <tileproof/layout/rules.hpp>
#include <tileproof/layout_error.hpp>

#include <algorithm>
#include <numeric>

namespace tileproof::properties {
namespace {

using enum transform_kind;

// Two stages that together must change nothing, and their name for the message.
struct stage_pair {
    std::string name;
    stage_description there, back;
};

// All dims pass, in their order.
stage_description all_pass(int rank) {
    stage_description stage;
    for (int d = 0; d < rank; ++d) stage.items.push_back({pass, {}, {}, {d}, {d}});
    return stage;
}

// On dim `dim` of `rank`: an item that keeps the number of dims.
stage_description on_dim(int rank, int dim, transform_kind kind,
                         std::vector<long_index_t> numbers) {
    stage_description stage = all_pass(rank);
    auto& item = stage.items[static_cast<std::size_t>(dim)];
    item.kind = kind;
    item.arguments = std::move(numbers);
    return stage;
}

stage_pair slice_of_pad(int rank, int dim, long_index_t length) {
    const long_index_t left = 1 + dim % 2, right = 2;
    return {"slice.pad", on_dim(rank, dim, pad, {left, right}),
            on_dim(rank, dim, slice, {left, left + length})};
}

// Dims from dim + 1 on move up by one above `there`, and down again above `back`.
stage_pair merge_of_unmerge(int rank, int dim, std::vector<long_index_t> factors,
                            transform_kind merge_kind) {
    stage_pair pair{"unmerge.merge", {}, {}};
    for (int d = 0; d < rank; ++d) {
        const int above = d > dim ? d + 1 : d;
        if (d == dim) {
            pair.there.items.push_back({unmerge, std::move(factors), {}, {d}, {d, d + 1}});
            pair.back.items.push_back({merge_kind, {}, {}, {d, d + 1}, {d}});
        } else {
            pair.there.items.push_back({pass, {}, {}, {d}, {above}});
            pair.back.items.push_back({pass, {}, {}, {above}, {d}});
        }
    }
    return pair;
}

// A new dim before dim `place`, and one index of it chosen.
stage_pair freeze_of_insert(int rank, int position) {
    const long_index_t length = 2 + position;
    stage_pair pair{"freeze.insert", {}, {}};
    for (int d = 0; d < rank; ++d) {
        const int above = d >= position ? d + 1 : d;
        pair.there.items.push_back({pass, {}, {}, {d}, {above}});
        pair.back.items.push_back({pass, {}, {}, {above}, {d}});
    }
    pair.there.items.push_back({insert, {length}, {}, {}, {position}});
    pair.back.items.push_back({freeze, {length - 1}, {}, {position}, {}});
    return pair;
}

// Two dims through a transform, and back through the one that the library's book says undoes it.
stage_pair done_and_undone(int rank, int first, int second, transform_kind kind,
                           transform_kind undone_by) {
    stage_description stage = all_pass(rank);
    std::erase_if(stage.items, [&](const item_description& item) {
        return item.lower[0] == first || item.lower[0] == second;
    });
    stage_description there = stage, back = stage;
    there.items.push_back({kind, {}, {}, {first, second}, {first, second}});
    back.items.push_back({undone_by, {}, {}, {first, second}, {first, second}});
    return {std::string(name_of(kind)) + "." + std::string(name_of(undone_by)), std::move(there),
            std::move(back)};
}

// Such pairs on dims of these lengths: xor.xor, cyclic_shift.inverse_cyclic_shift and the like.
void add_undone_pairs(const layout_index& lengths, int first, int second,
                      std::vector<stage_pair>& pairs) {
    const layout_index two{lengths[static_cast<std::size_t>(first)],
                           lengths[static_cast<std::size_t>(second)]};
    for (int k = 0; k < transform_kind_count; ++k) {
        const auto kind = static_cast<transform_kind>(k);
        const auto undone_by =
            with_kind(kind, [](auto k) { return transforms::transform_book<k.value>::undone_by; });
        layout_index upper;
        if (undone_by != pass && shape_of(kind).lower == 2 &&
            detail::upper_lengths_of({kind, {}, {}, {0, 1}, {0, 1}}, two, upper))
            pairs.push_back(
                done_and_undone(static_cast<int>(lengths.size()), first, second, kind, undone_by));
    }
}

// Dims are shifted round by `shift`, and back.
stage_pair transpose_of_transpose(int rank, int shift) {
    stage_pair pair{"transpose.transpose", {}, {}};
    for (int d = 0; d < rank; ++d) {
        pair.there.items.push_back({pass, {}, {}, {d}, {(d + shift) % rank}});
        pair.back.items.push_back({pass, {}, {}, {(d + shift) % rank}, {d}});
    }
    return pair;
}

// All dims as one, and apart again.
stage_pair unmerge_of_merge(const layout_index& lengths) {
    std::vector<int> dims(lengths.size());
    std::iota(dims.begin(), dims.end(), 0);
    return {"merge.unmerge", {{{merge, {}, {}, dims, {0}}}}, {{{unmerge, lengths, {}, {0}, dims}}}};
}

long_index_t smallest_factor(long_index_t n) {
    for (long_index_t p = 2; p * p <= n; ++p)
        if (n % p == 0) return p;
    return 1;
}

std::vector<stage_pair> pairs_for(const layout_index& lengths) {
    const int rank = static_cast<int>(lengths.size());
    const bool room = rank < maximum_rank;
    std::vector<stage_pair> pairs;
    for (int d = 0; d < rank; ++d) {
        const long_index_t length = lengths[static_cast<std::size_t>(d)];
        pairs.push_back(slice_of_pad(rank, d, length));
        if (room) {
            const long_index_t factor = smallest_factor(length);
            pairs.push_back(merge_of_unmerge(rank, d, {factor, length / factor}, merge));
            pairs.push_back(merge_of_unmerge(rank, d, {length / factor, factor}, merge_divmod));
        }
        for (int ruling = 0; ruling < rank; ++ruling)
            if (ruling != d) add_undone_pairs(lengths, ruling, d, pairs);
    }
    for (int position = 0; room && position <= rank; ++position)
        pairs.push_back(freeze_of_insert(rank, position));
    for (int shift = 1; shift < rank; ++shift) pairs.push_back(transpose_of_transpose(rank, shift));
    if (rank > 1) pairs.push_back(unmerge_of_merge(lengths));
    return pairs;
}

std::size_t transform_count(const layout_description& layout) {
    std::size_t count = 0;
    for (const stage_description& stage : layout.stages) count += stage.items.size();
    return count;
}

// The layout with a pair on top against the layout without it.
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
    const std::size_t room = 2 * (seen.lengths().size() + 1);
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
