// SPDX-License-Identifier: MIT
// What a kernel computes instead of a product: which terms of its sums are missing, too many, or of other elements.
//
//   explain_product(contract, probes)      of three shapes at least
//     "of the sum over p of A(i,p) * B(p,j), the terms where p >= 32 are missing"
//     "... the terms where p is in the last, partial tile of 8 are added more than once"
//     "B is read at j * k + p; must be p * n + j", called "B is read transposed"
//
// A rule is said only when it gives every number that the probes of all shapes have shown.
#pragma once

#include "fuzz/diagnosis/wrong_map.hpp"
#include "properties/kernel/observed_product.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tileproof::diagnosis {

struct wrong_product {
    std::string text, heading;
    std::size_t shapes = 0;
    std::string
        operand;  // that is read at other places; empty: the terms are those of the right elements
};

bool is_wrong(const properties::observed_product&);
std::optional<wrong_product> explain_product(const properties::kernel_contract&,
                                             const std::vector<properties::observed_product>&);

// Is a failure what such terms do: a wrong value of the output, or a stray read of the operand that is read elsewhere?
bool shows(const properties::kernel_contract&, const wrong_product&, const properties::failure&);

}  // namespace tileproof::diagnosis
