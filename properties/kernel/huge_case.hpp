// SPDX-License-Identifier: MIT
// Cases with operands too large for any memory: 2^31 elements and more, so that an index, a byte count or a grid size
// computed in 32 bits is wrong.
//
//   a transpose of float32: 65536 x 65537 (2^32 elements and 2^16 more), 46341 x 46342 (2^31), 2 x 1073741825, ...
//
// Only for contracts with dims whose indices are independent (contract_dim::apart): there the right answer for a few
// elements is that of a small problem made of their rows and columns.
#pragma once

#include "properties/kernel/contract.hpp"
#include "properties/property.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tileproof::properties {

// The positions and values of the elements of a huge operand, computed on demand.
//
//   float32, 65536 x 65537 packed, pointer one element after the buffer's start:
//   bytes() == 4 * (1 + 65536 * 65537);  index_at(1 + 65537 + 2) == {1, 2};  index_at(0) is nullopt
//   fill(4096, page): the elements from the 1024th on, poison where there is none

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

inline constexpr long_index_t most_huge_bytes = long_index_t{24} << 30;  // of an operand

bool can_be_huge(const kernel_contract&);
// Why it cannot be judged as a huge case, as a sentence; empty if it can.
std::string why_not_huge(const kernel_contract&, const kernel_case&);

std::vector<kernel_case> first_huge_cases(const kernel_contract&, const kernel_range&);
// nullopt: the range has no such case, or none was drawn.
std::optional<kernel_case> random_huge_case(draw&, const kernel_contract&, const kernel_range&);

// Judges a kernel on operands too large for memory by running a few of its blocks (devices/sampled_launches.hpp).
//
//   K1 or K7   each element in its final state, as written by these blocks, has the right value
//   K3         they write nothing else: not an input, not between rows, not outside
//   K4, K6     what cpu-checked sees of their accesses
//   K9         the launch is accepted and does not fail
//   K2         only if all blocks of all launches have run: then unwritten elements stay unwritten
//
// The rest of the laws is left to ordinary cases. If no block can be judged, the case does not count.

case_result check_huge(const kernel_contract&, const contract_kernel&, devices::device&,
                       const kernel_case&);

}  // namespace tileproof::properties
