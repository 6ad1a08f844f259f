// A case of the product contract as a value.
//
//   { "types": "f32_f16", "m": 1, "n": 2, "k": 3,
//     "a": {"column_major": false, "leading": 3}, "b": {...}, "c": {...}, "d": {...},
//     "alpha": 1.0, "beta": 0.0, "c_place": "null", "offset": 0, "data": "integers", "data_seed": 0,
//     "relation": "none", "fence": "none", "repeats": 1 }
//
// Figures are in elements. `offset` is that of every pointer from the start of its buffer.
#pragma once

#include "kernels/device/device.hpp"
#include "kernels/product/product_problem.hpp"
#include "properties/kernel/product/product_data.hpp"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::properties {

// Where C is: in memory of its own, in D's place, or nowhere (a null pointer, with beta = 0 alone). With
// beta = 0 memory of its own holds poison only.
enum class c_place { own, result, null };

// K8: what is done to a case, and what must happen to its result.
enum class product_relation {
    none,
    scaled,  // A times two: the result of A B times two (of integers: alpha and beta times two)
    rows_reversed,  // rows of A and C in reverse: the rows of D in reverse, bit for bit
    k_reversed,     // columns of A and rows of B in reverse: the same result
    transposed,     // D^T = alpha B^T A^T + beta C^T, from the same memory
};

struct product_case {
    kernels::product_problem problem;
    c_place c = c_place::own;
    long_index_t offset = 0;
    product_data data = product_data::integers;
    std::uint32_t data_seed = 0;
    product_relation relation = product_relation::none;
    kernels::placement fence = kernels::placement::plain;
    int repeats = 1;
};

// Names in cases: "f32_f16", "own", "k_reversed".
std::string_view name_of(kernels::product_types types);
std::string_view name_of(c_place place);
std::string_view name_of(product_relation relation);

// A plain one: row-major, packed, integers, alpha 1, beta 0, no C.
product_case packed_product(kernels::product_types types, long_index_t m, long_index_t n,
                            long_index_t k);

nlohmann::json to_json(const product_case&);

// Throws bad_case with a sentence for keys that are missing, unknown names, and more memory or work than
// a case may have. A problem that makes no sense is a case too: it must be refused.
product_case product_case_from_json(const nlohmann::json&);

inline constexpr long_index_t most_product_elements = long_index_t{1} << 26;  // of a matrix
inline constexpr long_index_t most_product_terms = long_index_t{1} << 28;     // m n k

// Why no kernel can do it, in words ("the rows of A overlap"); empty: it makes sense.
std::string why_senseless(const kernels::product_problem&);

// Why a kernel of this range may refuse it, in words; empty: it must take it.
std::string why_out_of_range(const kernels::product_range&, const kernels::product_problem&);

// One-step simplifications, the boldest first; lengths go down in the range's steps. Slack of leading
// dimensions stays what it is when a length shrinks.
std::vector<product_case> smaller(const product_case&, const kernels::product_range&);

std::vector<std::string> labels_of(const product_case&);
std::vector<std::string> all_product_labels(const kernels::product_range&);

}  // namespace tileproof::properties
