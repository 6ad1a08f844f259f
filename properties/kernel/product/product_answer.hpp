// What a product must give for a case, from float64: the bytes of D and how far each element may be off.
#pragma once

#include "properties/kernel/matrix_operand.hpp"
#include "properties/kernel/product/product_case.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace tileproof::properties {

// Where a case's operands lie, and the types of their elements.
struct product_places {
    matrices a, b, c, d;
    const element_type *ab_type, *c_type;
    reference::number_format ab_format, c_format;
};
product_places places_of(const product_case&);

// Images of A, B and C in memory, offset included; what is not live holds zeros.
struct product_images {
    std::vector<std::byte> a, b, c;
};
product_images images_of(const product_case&, const product_places&);

struct product_answer {
    std::vector<std::byte> image;      // of D; rounded to nearest
    std::vector<double> value, bound;  // by place in D's buffer; bound as product_bound()
    // Do the operands hold neither NaN, infinities nor subnormal numbers, and are no sums beyond the range?
    bool ordinary = true;
};
product_answer answer_of(const product_case&, const product_places&, const product_images&);

// D as an output: K7 against the answer, which it keeps.
call_operand bounded_output(const product_places&, std::shared_ptr<const product_answer>);

}  // namespace tileproof::properties
