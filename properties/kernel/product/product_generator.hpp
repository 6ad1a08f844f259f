// Draws cases of the product contract, within the range of a kernel and now and then outside it.
#pragma once

#include "properties/kernel/product/product_case.hpp"

#include <vector>

namespace tileproof::properties {

class draw;

// Nothing, one element, empty k, one tile and a tile less and more one, every type and order, one-hot
// probes; in the range's steps.
std::vector<product_case> first_product_cases(const kernels::product_range&);

// One in twenty-five makes no sense and must be refused. size as in property::generate().
product_case random_product_case(draw& from, int size, const kernels::product_range&);

}  // namespace tileproof::properties
