// SPDX-License-Identifier: MIT
// A product as a sum of terms: what probes would show of a kernel that adds each term so often, and reads its elements
// at such places.
//
//   hypothesis h = products.right();  h.times = [](std::size_t, const term& t) { return t.p < 32 ? 1 : 0; };
//   products.gives_all(h)        do all probes of all shapes show exactly that?
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/diagnosis/features.hpp"
#include "fuzz/diagnosis/wrong_map.hpp"
#include "properties/kernel/observed_call.hpp"

namespace tileproof::diagnosis {

// A(i,p) * B(p,j) in element (i,j).
struct term {
    std::int64_t i, j, p;
};
std::vector<term> terms_of(const properties::observed_product&);

inline std::size_t place(std::int64_t row, std::int64_t columns, std::int64_t column) {
    return static_cast<std::size_t>(row * columns + column);
}

// A kernel as it is said to be, by shape and term: how often it is added, and the offsets that are read.
struct hypothesis {
    std::function<std::int64_t(std::size_t shape, const term&)> times, a_at, b_at;
};

class probed_products {
  public:
    probed_products(const properties::kernel_contract& contract,
                    std::vector<properties::observed_product> shapes)
        : contract_(contract), shapes_(std::move(shapes)) {}

    const std::vector<properties::observed_product>& shapes() const { return shapes_; }
    hypothesis right() const;
    bool gives_all(const hypothesis&) const;
    // What can be said of a term: p, "p is the last", "p is in the last, partial tile of 8", ...
    case_features features_of(std::size_t shape, const term&) const;
    // The dim's name: of the product's m, n and k.
    const std::string& dim(std::size_t operand, std::size_t extent) const {
        return contract_.operands[operand].extents[extent];
    }

  private:
    const properties::kernel_contract& contract_;
    const std::vector<properties::observed_product> shapes_;
};

// What a kernel computes instead of a product: which terms of its sums are missing, too many, or of other elements.
//
//   explain_product(contract, probes)      of three shapes at least
//     "of the sum over p of A(i,p) * B(p,j), the terms where p >= 32 are missing"
//     "... the terms where p is in the last, partial tile of 8 are added more than once"
//     "B is read at j * k + p; must be p * n + j", called "B is read transposed"
//
// A rule is said only when it gives every number that the probes of all shapes have shown.

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
