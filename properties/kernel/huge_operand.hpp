// SPDX-License-Identifier: MIT
// The positions and values of the elements of a huge operand, computed on demand.
//
//   float32, 65536 x 65537 packed, pointer one element after the buffer's start:
//   bytes() == 4 * (1 + 65536 * 65537);  index_at(1 + 65537 + 2) == {1, 2};  index_at(0) is nullopt
//   fill(4096, page): the elements from the 1024th on, poison where there is none
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "properties/kernel/contract.hpp"

namespace tileproof::properties {

class huge_operand {
  public:
    using index = std::vector<long_index_t>;

    // Keeps references to both.
    huge_operand(const kernel_contract&, const kernel_case&, std::size_t operand);

    std::size_t number() const { return operand_; }
    const std::string& name() const { return contract_.operands[operand_].name; }
    const element_type& type() const { return *contract_.types[case_.type].each[operand_]; }
    std::size_t width() const { return static_cast<std::size_t>(type().bytes); }
    std::size_t bytes() const { return static_cast<std::size_t>(reach_) * width(); }
    const std::vector<long_index_t>& extents() const { return extents_; }

    // The index of the element at `location`, counted from the start of the buffer; nullopt if there is none.
    std::optional<index> index_at(long_index_t location) const;
    long_index_t location_of(const index&) const;
    // The position in a packed array.
    long_index_t position_of(const index&) const;

    // The bytes at `offset`, which must be whole elements.
    void fill(std::uint64_t offset, std::span<std::byte>) const;
    // Elements position, position + 1, ... of the packed array.
    void elements(long_index_t position, std::span<std::byte> to) const;

  private:
    const kernel_contract& contract_;
    const kernel_case& case_;
    const std::size_t operand_;
    const std::vector<long_index_t> extents_, strides_;  // by extent
    const std::vector<int>& order_;                      // extents from outermost to innermost
    const long_index_t lead_, reach_;
    bool packed_ = true;  // position and location are equal except for the lead
    mutable std::vector<std::byte> scratch_;
};

// The right answer for a few elements of a huge output: the contract's own reference, applied to the small problem
// made of their rows and columns.
//
//   elements (0, 7), (0, 9), (70000, 7) of a transpose:  a transpose of rows {7, 9}, columns {0, 70000} of the input
//   elements (3, 5) of a product: 1 x 1, from row 3 of A and column 5 of B

struct huge_answer {
    call_operand right;              // the expected small output
    std::vector<std::size_t> where;  // by requested element: its number in `right`
};

// For output `o`; the operands are given by number.
huge_answer right_answer(const kernel_contract&, const kernel_case&,
                         const std::vector<huge_operand>&, std::size_t o,
                         std::span<const huge_operand::index> asked);

}  // namespace tileproof::properties
