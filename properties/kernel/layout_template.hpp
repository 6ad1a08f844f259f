// SPDX-License-Identifier: MIT
// A layout as text with named lengths. First names and expressions become numbers; then the text is a layout like any
// other.
//
//   layout_template t("packed [M,K] -> {unmerge(M/16,16): 0 -> 0,1; pass: 1 -> 2}");
//   t.dims() == {"M", "K"}
//   t.text(dims {32, 5})     "packed [32,5] -> {unmerge(2,16): 0 -> 0,1; pass: 1 -> 2}"
//   t.shown({32, 5})         lengths 2, 16, 5, and the position of each of the 160 elements
//
// Positions come from the reference (reference/layout.hpp); no offset is computed by lib/.
#pragma once

#include "properties/kernel/length_expression.hpp"
#include "reference/layout.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::properties {

class layout_template {
  public:
    // All names that are not words of the grammar are dims, in the order of their first use, after those of `known`.
    // Throws std::invalid_argument with a sentence.
    explicit layout_template(std::string_view text, std::vector<std::string> known = {});

    const std::vector<std::string>& dims() const { return dims_; }
    // A number that the dim must be a multiple of: M/16 and M/24 make it 48.
    long_index_t multiple_of(std::size_t dim) const;
    // nullopt if a length is not a whole number.
    std::optional<std::string> text(std::span<const long_index_t> dims) const;
    // Throws layout_error if the numbers make no valid layout, reference::too_large if it is too large.
    reference::shown_elements shown(std::span<const long_index_t> dims) const;

  private:
    struct part {
        std::string before;  // as it stands
        std::optional<length_expression> length;
    };
    std::vector<std::string> dims_;
    std::vector<part> parts_;
};

}  // namespace tileproof::properties
