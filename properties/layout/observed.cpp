// SPDX-License-Identifier: MIT
#include "properties/layout/observed.hpp"

#include <algorithm>
#include <utility>

#include "properties/draw.hpp"

namespace tileproof::properties {
namespace {

// Every combination of first, second, last but one and last index of each dim, up to 256 of them, then 64 random
// indices.
std::vector<layout_index> probes_of(const layout_index& lengths) {
    std::vector<layout_index> probes{{}};
    for (const long_index_t length : lengths) {
        std::vector<long_index_t> ends{0, 1, length - 2, length - 1};
        std::erase_if(ends, [&](long_index_t i) { return i < 0 || i >= length; });
        std::ranges::sort(ends);
        ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
        if (probes.size() * ends.size() > 256) ends = {length - 1};
        std::vector<layout_index> longer;
        for (const layout_index& probe : probes)
            for (const long_index_t i : ends) {
                longer.push_back(probe);
                longer.back().push_back(i);
            }
        probes.swap(longer);
    }
    draw from{std::uint64_t{1}};  // always the same, so that a case can be repeated
    for (int i = 0; i < 64; ++i) {
        layout_index& probe = probes.emplace_back();
        for (const long_index_t length : lengths) probe.push_back(from.below(length));
    }
    return probes;
}

reference::step physical(const item_description& item) {
    return {name_of(item.kind), item.arguments, item.strides, item.lower, item.upper};
}

reference::arrangement physical(base_kind kind) {
    switch (kind) {
        case base_kind::packed:
            return reference::arrangement::packed;
        case base_kind::naive:
            return reference::arrangement::strided;
        case base_kind::aligned:
            return reference::arrangement::aligned;
    }
    return reference::arrangement::packed;
}

}  // namespace

observed_layout::observed_layout(const layout_subject& subject, layout_description description)
    : m_description(std::move(description)),
      m_evaluator(subject.make(m_description)),
      m_lengths(m_evaluator->lengths()),
      m_space(m_evaluator->element_space_size()) {
    const auto count = index_count(m_lengths);
    m_listed = count && *count <= most_listed;
    if (m_listed) {
        m_evaluator->all_offsets(m_offsets);
        return;
    }
    m_probes = probes_of(m_lengths);
    for (const layout_index& probe : m_probes)
        m_offsets.push_back(m_evaluator->offset(probe).value_or(no_offset));
}

layout_index observed_layout::index(std::size_t i) const {
    layout_index result;
    index(i, result);
    return result;
}

void observed_layout::index(std::size_t i, layout_index& out) const {
    if (m_listed)
        index_at(static_cast<long_index_t>(i), m_lengths, out);
    else
        out = m_probes[i];
}

std::vector<std::size_t> observed_layout::samples() const {
    const std::size_t count = m_offsets.size();
    std::vector<std::size_t> places;
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}, count / 7, count / 3, count / 2,
                                count - count / 5, count - 2, count - 1})
        if (i < count) places.push_back(i);
    std::ranges::sort(places);
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
}

reference::physical_layout physical(const layout_description& layout) {
    reference::physical_layout result;
    result.memory = {physical(layout.base.kind), layout.base.lengths, layout.base.strides,
                     layout.base.offset.value_or(0), layout.base.alignment};
    result.stages.reserve(layout.stages.size());
    for (const stage_description& stage : layout.stages) {
        auto& steps = result.stages.emplace_back();
        steps.reserve(stage.items.size());
        for (const item_description& item : stage.items) steps.push_back(physical(item));
    }
    return result;
}

}  // namespace tileproof::properties
