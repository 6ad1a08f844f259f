// SPDX-License-Identifier: MIT
// The right answer for a few elements of a huge output: the contract's own reference, applied to the small problem
// made of their rows and columns.
//
//   elements (0, 7), (0, 9), (70000, 7) of a transpose:  a transpose of rows {7, 9}, columns {0, 70000} of the input
//   elements (3, 5) of a product: 1 x 1, from row 3 of A and column 5 of B
#pragma once

#include "properties/kernel/huge_operand.hpp"
#include "properties/kernel/kernel_call.hpp"

#include <span>
#include <vector>

namespace tileproof::properties {

struct huge_answer {
    call_operand right;              // the expected small output
    std::vector<std::size_t> where;  // by requested element: its number in `right`
};

// For output `o`; the operands are given by number.
huge_answer right_answer(const kernel_contract&, const kernel_case&,
                         const std::vector<huge_operand>&, std::size_t o,
                         std::span<const huge_operand::index> asked);

}  // namespace tileproof::properties
