// K8 of products: what must happen to the result when something is done to the operands.
//
//   scaled          D' = 2 D. Powers of two change no rounding, so of f32 results bit for bit
//   rows_reversed   row i of D' is row m - 1 - i of D, bit for bit
//   k_reversed      D' = D within both bounds: the order of a sum may change its rounding
//   transposed      D' = D in the same memory, within both bounds
#pragma once

#include "properties/kernel/product/product_answer.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace tileproof::properties {

// A case beside another one: what it starts from, and what must come out.
struct related_product {
    product_case the_case;
    product_images images;
    call_operand output;  // of the related case: its contents, and K7 as the relation wants it
};

// Nothing: the case has no relation, or its data do not allow one (a scaled number that is out of range,
// operands that are not ordinary). `first` is what D's buffer held after the run of `c`.
std::optional<related_product> related(const product_case& c, const product_images& images,
                                       std::shared_ptr<const product_answer> answer,
                                       const std::vector<std::byte>& first);

// "The rows of A and C were put in reverse order: "
const char* what_was_done(product_relation relation);

}  // namespace tileproof::properties
