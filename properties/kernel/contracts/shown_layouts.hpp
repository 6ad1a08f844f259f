// SPDX-License-Identifier: MIT
// The two layouts of a relayout, evaluated by the reference for the dims of a case.
//
//   shown_layouts both(layout_template("packed [M,K]"), layout_template("packed [K,M] -> ...", {"M", "K"}));
//   both.at({2, 3}, 0)       lengths 2, 3 and places 0 to 5
#pragma once

#include "properties/kernel/layout_template.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tileproof::properties {

using dims_list = std::vector<long_index_t>;

// The last dims that were asked about are kept, because a case asks many times.
class shown_layouts {
  public:
    shown_layouts(layout_template from, layout_template to);
    const layout_template& operator[](std::size_t operand) const { return layouts_[operand]; }

    // No elements where the dims make no layout.
    const reference::shown_elements& at(const dims_list& dims, std::size_t operand) const;

  private:
    layout_template layouts_[2];
    std::uint64_t number_;  // no two have the same, even one after the other at one address
};

// What is wrong with two layouts for these dims; empty: nothing.
std::string why_no_relayout(const shown_layouts& layouts, const dims_list& dims);

}  // namespace tileproof::properties
