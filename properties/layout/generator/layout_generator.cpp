// SPDX-License-Identifier: MIT
#include "properties/layout/generator/layout_generator.hpp"

#include <algorithm>
#include <bitset>
#include <numeric>

#include "properties/layout/generator/shape.hpp"

namespace tileproof::properties {
namespace {

// The largest level of a vast layout, so that nothing overflows on the way.
constexpr long_index_t vast_elements = long_index_t{1} << 56;

base_description vast_base(draw& from) {
    static constexpr long_index_t lengths[] = {46340,
                                               46341,
                                               65535,
                                               65536,
                                               65537,
                                               (long_index_t{1} << 31) - 1,
                                               long_index_t{1} << 31,
                                               (long_index_t{1} << 32) + 1};
    base_description base;
    long_index_t room = vast_elements >> 4;
    for (long_index_t rank = from.between(1, 3); rank > 0; --rank) {
        const long_index_t length = from.chance(75) ? from.pick(lengths) : from.boundary(1, 4096);
        if (length > room) break;
        base.lengths.push_back(length);
        room /= length;
    }
    from.shuffle(base.lengths);
    if (from.chance(50)) {
        base.kind = base_kind::naive;
        base.strides = packed_strides(base.lengths);
        if (from.chance(30)) std::ranges::reverse(base.strides);
        if (from.chance(30)) base.strides.front() += from.boundary(0, 64);
        if (from.chance(30)) base.offset = from.boundary(0, long_index_t{1} << 33);
        // Reversed strides reach far; keep every offset within 60 bits.
        for (std::size_t d = 0; d < base.lengths.size(); ++d)
            base.strides[d] = std::min(base.strides[d], vast_elements / base.lengths[d]);
    }
    return base;
}

constexpr long_index_t far_strides[] = {(long_index_t{1} << 31) - 1, long_index_t{1} << 31,
                                        (long_index_t{1} << 31) + 1, (long_index_t{1} << 32) - 1,
                                        long_index_t{1} << 32,       (long_index_t{1} << 32) + 1,
                                        long_index_t{1} << 40,       long_index_t{1} << 46};

// A length that can be split in many ways: a product of two or three small numbers.
long_index_t composite(draw& from, long_index_t most) {
    long_index_t length = 1;
    for (int i = 0; i < 3; ++i) {
        const long_index_t factor = from.between(1, 6);
        if (length * factor <= most) length *= factor;
    }
    return length;
}

length_list random_lengths(draw& from, long_index_t elements, int rank) {
    length_list lengths;
    long_index_t room = elements;
    for (int d = 0; d < rank; ++d) {
        // Dims share what is left; otherwise a long first dim would leave only ones for the others.
        const long_index_t most =
            d + 1 == rank || from.chance(25) ? room : std::max<long_index_t>(room / (rank - d), 1);
        long_index_t length = from.boundary(1, std::min<long_index_t>(most, 1100));
        if (from.chance(25)) length = composite(from, most);
        room /= length;
        if (from.chance(2)) length = 0;
        lengths.push_back(length);
    }
    from.shuffle(lengths);
    return lengths;
}

// Packed strides with the dims nested in another order.
length_list permuted_strides(draw& from, const length_list& lengths) {
    std::vector<std::size_t> order(lengths.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    from.shuffle(order);
    length_list ordered, strides(lengths.size());
    for (const std::size_t dim : order) ordered.push_back(lengths[dim]);
    const length_list packed = packed_strides(ordered);
    for (std::size_t i = 0; i < order.size(); ++i) strides[order[i]] = packed[i];
    return strides;
}

// Each dim leaves a gap before the next one begins.
length_list padded_strides(draw& from, const length_list& lengths) {
    length_list strides(lengths.size());
    long_index_t stride = from.chance(20) ? from.between(2, 3) : 1;
    for (std::size_t i = lengths.size(); i-- > 0;) {
        strides[i] = stride;
        stride *= std::max<long_index_t>(lengths[i], 1);
        if (from.chance(60)) stride += from.boundary(1, 64);
    }
    return strides;
}

length_list random_strides(draw& from, const length_list& lengths) {
    length_list strides = packed_strides(lengths);
    switch (from.weighted({15, 25, 25, 15, 10, 10})) {
        case 0:
            break;
        case 1:
            return permuted_strides(from, lengths);
        case 2:
            return padded_strides(from, lengths);
        case 3:  // overlapping more often than not
            for (long_index_t& stride : strides) stride = from.boundary(0, 40);
            break;
        case 4:  // a repeated dim
            strides = padded_strides(from, lengths);
            strides[static_cast<std::size_t>(from.below(std::ssize(strides)))] = 0;
            break;
        default: {
            auto& stride = strides[static_cast<std::size_t>(from.below(std::ssize(strides)))];
            stride = from.pick(far_strides);
        }
    }
    return strides;
}

std::string transform_label(transform_kind kind) {
    return "transform: " + std::string(name_of(kind));
}

std::string size_label(std::optional<long_index_t> count) {
    if (!count || *count > (1 << 20)) return "size: vast";
    if (*count == 0) return "size: empty";
    if (*count == 1) return "size: 1";
    if (*count <= 64) return "size: to 64";
    if (*count <= 4096) return "size: to 4096";
    return "size: above 4096";
}

// The kind of strides of a naive base.
std::string stride_label(const base_description& base) {
    const auto& strides = base.strides;
    if (std::ranges::find(strides, 0) != strides.end()) return "strides: zero";
    if (std::ranges::any_of(strides,
                            [](long_index_t s) { return s >= (long_index_t{1} << 31) - 1; }))
        return "strides: far";
    if (strides == packed_strides(base.lengths)) return "strides: packed";
    return std::is_sorted(strides.rbegin(), strides.rend()) ? "strides: other"
                                                            : "strides: permuted";
}

}  // namespace

layout_description random_layout(draw& from, int size, const layout_limits& limits) {
    size = std::clamp(size, 0, 100);
    layout_description layout;
    const bool vast = limits.vast && size >= 10 && from.chance(4);
    // Most layouts are small, because small ones show most bugs and are quick; some use the whole budget.
    static constexpr int share[] = {64, 16, 4, 1};
    long_index_t elements = limits.elements * std::max(size, 5) / 100;
    elements = std::max<long_index_t>(elements / share[from.weighted({30, 35, 25, 10})], 4);
    if (vast) elements = vast_elements;
    static constexpr int rank_weights[] = {22, 34, 24, 12, 8};
    const int rank = std::min(1 + static_cast<int>(from.weighted(rank_weights, 5)), limits.rank);
    layout.base = vast ? vast_base(from) : random_base(from, elements, rank);

    static constexpr int stage_weights[] = {8, 22, 24, 18, 12, 9, 7};
    const int most = std::min(limits.stages, vast ? 2 : 1 + size / 8);
    const auto stages = std::min(static_cast<int>(from.weighted(stage_weights, 7)), most);
    const int widest = std::min(limits.rank, 2 + static_cast<int>(from.between(0, 3)));
    std::vector<long_index_t> lengths = layout.base.lengths;
    for (int s = 0; s < stages; ++s) {
        const int room = std::max(widest, static_cast<int>(lengths.size()));
        stage_description stage =
            random_stage(from, lengths, elements, room, s == 0 ? nullptr : &layout.stages.back());
        lengths = lengths_after(stage, lengths, s == 0 ? nullptr : &layout.stages.back()).value();
        layout.stages.push_back(std::move(stage));
    }
    return layout;
}

base_description random_base(draw& from, long_index_t elements, int rank) {
    base_description base;
    base.lengths = random_lengths(from, elements, rank);
    switch (from.weighted({35, 50, 15})) {
        case 0:
            break;
        case 1:
            base.kind = base_kind::naive;
            base.strides = random_strides(from, base.lengths);
            if (from.chance(40))
                base.offset = from.chance(10) ? from.pick(far_strides) : from.boundary(0, 70);
            break;
        default:
            base.kind = base_kind::aligned;
            base.alignment = from.chance(4) ? from.pick(far_strides) : from.boundary(1, 40);
    }
    return base;
}

static const std::string runs_backwards = "transform: embed with a negative stride";

std::vector<std::string> labels_of(const layout_description& layout) {
    std::vector<std::string> labels;
    labels.push_back("base: " + std::string(name_of(layout.base.kind)));
    if (layout.base.kind == base_kind::naive) labels.push_back(stride_label(layout.base));
    if (layout.base.offset) labels.emplace_back("offset: yes");
    labels.push_back("stages: " + std::to_string(layout.stages.size()));
    if (const auto levels = lengths_of_levels(layout)) {
        labels.push_back("rank: " + std::to_string(levels->back().size()));
        labels.push_back(size_label(element_count(levels->back())));
    }
    if (std::ranges::any_of(layout.stages, [](const stage_description& stage) {
            return std::ranges::any_of(stage.items, [](const item_description& item) {
                return std::ranges::any_of(item.strides, [](long_index_t s) { return s < 0; });
            });
        }))
        labels.emplace_back(runs_backwards);
    std::bitset<transform_kind_count> seen;
    for (const stage_description& stage : layout.stages)
        for (const item_description& item : stage.items)
            seen.set(static_cast<std::size_t>(item.kind));
    for (std::size_t kind = 0; kind < seen.size(); ++kind)
        if (seen.test(kind)) labels.push_back(transform_label(static_cast<transform_kind>(kind)));
    return labels;
}

std::vector<std::string> required_layout_labels() {
    std::vector<std::string> labels{"base: packed", "base: naive", "base: aligned", runs_backwards};
    for (int kind = 0; kind < transform_kind_count; ++kind)
        labels.push_back(transform_label(static_cast<transform_kind>(kind)));
    for (int rank = 1; rank <= 5; ++rank) labels.push_back("rank: " + std::to_string(rank));
    for (int stages = 0; stages <= 6; ++stages)
        labels.push_back("stages: " + std::to_string(stages));
    return labels;
}

}  // namespace tileproof::properties
