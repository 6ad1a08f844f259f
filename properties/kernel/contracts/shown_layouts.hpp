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

// Caches the dims of the last call, because a case asks many times.
class shown_layouts {
  public:
    shown_layouts(layout_template from, layout_template to);
    const layout_template& operator[](std::size_t operand) const { return layouts_[operand]; }

    // Empty if the dims make no valid layout.
    const reference::shown_elements& at(const dims_list& dims, std::size_t operand) const;

  private:
    layout_template layouts_[2];
    std::uint64_t number_;  // unique, even for objects that reuse an address
};

// What is wrong with two layouts for these dims; empty if nothing.
std::string why_no_relayout(const shown_layouts& layouts, const dims_list& dims);

}  // namespace tileproof::properties
