// SPDX-License-Identifier: MIT
// A product as a sum of terms: what probes would show of a kernel that adds each term so often, and reads its elements
// at such places.
//
//   hypothesis h = products.right();  h.times = [](std::size_t, const term& t) { return t.p < 32 ? 1 : 0; };
//   products.gives_all(h)        do all probes of all shapes show exactly that?
#pragma once

#include "fuzz/diagnosis/features.hpp"
#include "properties/kernel/observed_product.hpp"

#include <cstdint>
#include <functional>
#include <vector>

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

}  // namespace tileproof::diagnosis
