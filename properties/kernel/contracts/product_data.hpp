// SPDX-License-Identifier: MIT
// Contents of the operands of a product: exact, ordinary, and difficult ones.
//
//   integers    small whole numbers, so that every partial sum is exact; i8: all 256 values
//   one_hot     one operand has a single non-zero element, the other is numbered: reveals the lane map
//   uniform     both signs, magnitudes below 1
//   positive    from 1 to 2: sums only grow, and so does the loss by truncation
//   wide        magnitudes from 2^-6 to 2^4: large terms cancel and small ones remain
//   subnormal   A has only subnormal numbers, and B is large enough that the products are normal
//   special     uniform, with a few NaN, infinities, largest numbers, subnormals and -0 among them
//
// The behaviour of devices on the last two, as K7 has observed it in tens of thousands of products: cpu, cpu-checked
// and NVIDIA's H200 keep subnormal numbers, in f16 and bf16 operands and in results; NaN and infinities follow IEEE
// 754, with any payload; a float beyond f16 becomes 65504 when rounded toward zero, and a sum beyond the range an
// infinity. K7 allows no device to flush to zero. AMD's GPUs have not been observed.
#pragma once

#include "reference/product.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tileproof::properties {

enum class product_data { integers, one_hot, uniform, positive, wide, subnormal, special };

inline constexpr product_data all_product_data[] = {
    product_data::integers, product_data::one_hot,   product_data::uniform, product_data::positive,
    product_data::wide,     product_data::subnormal, product_data::special};

std::string_view name_of(product_data data);

enum class product_operand_id { a, b, c };

// Identifies element (row, column) of an operand of rows x columns elements.
struct product_element {
    product_operand_id operand;
    std::int64_t row, column, rows, columns;
};

// Writes the element's bytes. from_float: A and B are float in memory and converted to f16, so their subnormal
// numbers are those of f16. Depends on nothing but its arguments.
void fill_product_element(product_data data, std::uint64_t seed, const product_element& which,
                          reference::number_format format, bool from_float, std::byte* element);

}  // namespace tileproof::properties
