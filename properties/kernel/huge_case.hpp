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

#include <optional>
#include <string>
#include <vector>

namespace tileproof::properties {

inline constexpr long_index_t most_huge_bytes = long_index_t{24} << 30;  // of an operand

bool can_be_huge(const kernel_contract&);
// Why it cannot be judged as a huge case, as a sentence; empty if it can.
std::string why_not_huge(const kernel_contract&, const kernel_case&);

std::vector<kernel_case> first_huge_cases(const kernel_contract&, const kernel_range&);
// nullopt: the range has no such case, or none was drawn.
std::optional<kernel_case> random_huge_case(draw&, const kernel_contract&, const kernel_range&);

}  // namespace tileproof::properties
