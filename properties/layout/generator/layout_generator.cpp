// SPDX-License-Identifier: MIT
#include "properties/layout/generator/layout_generator.hpp"

#include "properties/layout/generator/shape.hpp"

#include <algorithm>

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
        if (from.chance(30)) std::reverse(base.strides.begin(), base.strides.end());
        if (from.chance(30)) base.strides.front() += from.boundary(0, 64);
        if (from.chance(30)) base.offset = from.boundary(0, long_index_t{1} << 33);
        // Reversed strides reach far; keep every offset within 60 bits.
        for (std::size_t d = 0; d < base.lengths.size(); ++d)
            base.strides[d] = std::min(base.strides[d], vast_elements / base.lengths[d]);
    }
    return base;
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
        layout.stages.push_back(random_stage(from, lengths, elements, room));
        lengths = lengths_after(layout.stages.back(), lengths).value();
    }
    return layout;
}

}  // namespace tileproof::properties
