// SPDX-License-Identifier: MIT
// The right answer of a product, in float64 with a bound for each element (product_bound.hpp), the contents of its
// operands (product_data.hpp), and K8 of products:
//
//   scaled          D' = 2 D. Powers of two change no rounding, so f32 results must agree bit for bit
//   rows_reversed   row i of D' is row m - 1 - i of D, bit for bit
//   k_reversed      D' = D within both bounds: the order of a sum may change its rounding
//   transposed      D' = D transposed, in the same memory, within both bounds
#pragma once

#include "properties/kernel/contract.hpp"
#include "reference/number.hpp"

#include <cstdint>
#include <vector>

namespace tileproof::properties {

// In the order of kernels::product_types, for A, B, C and D.
std::vector<contract_type> product_type_list();
contract_data product_contents();
std::vector<contract_relation> product_relations();
void multiplied(packed_call&);

// For similar contracts.
reference::number_format format_of(const element_type&);
// A packed operand as doubles.
std::vector<double> numbers_of(const packed_call&, std::size_t operand);
// Sets the operand's values, bounds and bytes.
void set_answer(packed_call&, std::size_t operand, std::vector<double> values,
                std::vector<double> bounds);
// Fills an operand like operand `as` ('a', 'b' or 'c') of a product.
void fill_as(const fill_request&, char as, std::uint64_t seed, bool from_float, bytes& packed);
// Rows or columns of a packed matrix in reverse order.
bytes reversed(const bytes& packed, const std::vector<long_index_t>& extents, bool rows);

}  // namespace tileproof::properties
