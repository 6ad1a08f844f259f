// SPDX-License-Identifier: MIT
// One layout, evaluated once by one subject, for all laws of layouts to look at.
//
//   const observed_layout seen(dynamic_layouts(), parse_layout("packed [2,3] -> {...}"));
//   check_bounds(seen), check_reference(seen), ...        each law judges the same observation
//
// A layout of up to `most_listed` indices is listed completely. A larger one is probed at corners, neighbours of
// corners and positions spread over it, always the same ones.
#pragma once

#include <memory>
#include <tileproof/layout_description.hpp>
#include <vector>

#include "properties/layout/subject.hpp"
#include "reference/layout.hpp"

namespace tileproof::properties {

inline constexpr long_index_t most_listed = 1 << 20;

class observed_layout {
  public:
    // Throws layout_error if the subject refuses the description.
    observed_layout(const layout_subject& subject, layout_description description);

    const layout_description& description() const { return m_description; }
    const layout_evaluator& evaluator() const { return *m_evaluator; }
    const layout_index& lengths() const { return m_lengths; }
    long_index_t element_space_size() const { return m_space; }

    // Whether offsets() has every index, in row-major order. If not, places() and offsets() have those that were
    // probed.
    bool listed() const { return m_listed; }
    const std::vector<long_index_t>& offsets() const { return m_offsets; }
    std::size_t count() const { return m_offsets.size(); }
    layout_index index(std::size_t i) const;  // of offsets()[i]
    void index(std::size_t i,
               layout_index& out) const;  // the same, for loops: `out` keeps its memory

    // Up to eight values of i, including the first and last: for checks too slow for all.
    std::vector<std::size_t> samples() const;

  private:
    layout_description m_description;
    std::unique_ptr<layout_evaluator> m_evaluator;
    layout_index m_lengths;
    long_index_t m_space = 0;
    bool m_listed = true;
    std::vector<layout_index> m_probes;
    std::vector<long_index_t> m_offsets;
};

// Converts the library's description of a layout to the reference's. Names and numbers are copied; nothing is
// computed.

reference::physical_layout physical(const layout_description& layout);

}  // namespace tileproof::properties
