// A case of the contract of two layers in one kernel, Y = W2 f16(max(0, W1 X)), and its answer.
//
//   { "n": 17, "data": "uniform", "data_seed": 3, "relation": "none", "offset": 0, "fence": "none",
//     "repeats": 1 }
//
// W1 and W2 are 16 x 16, X and Y 16 x n, all row-major and packed. max(0, NaN) is 0, as fmax has it.
#pragma once

#include "properties/kernel/matrix_operand.hpp"
#include "properties/kernel/product/product_data.hpp"

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::properties {

// K8: the columns of X in reverse give those of Y in reverse, bit for bit; two products with the activation
// between them on the host give the same within the bounds.
enum class mlp_relation { none, columns_reversed, two_products };

struct mlp_case {
    long_index_t n = 1;
    product_data data = product_data::integers;
    std::uint32_t data_seed = 0;
    mlp_relation relation = mlp_relation::none;
    long_index_t offset = 0;  // elements of every pointer from the start of its buffer
    kernels::placement fence = kernels::placement::plain;
    int repeats = 1;
};

std::string_view name_of(mlp_relation relation);
nlohmann::json to_json(const mlp_case&);
mlp_case mlp_case_from_json(const nlohmann::json&);  // throws bad_case with a sentence
std::vector<mlp_case> smaller(const mlp_case&);
std::vector<std::string> labels_of(const mlp_case&);
std::vector<std::string> all_mlp_labels();

// Images of W1, W2 and X in memory, offset included.
struct mlp_images {
    std::vector<std::byte> w1, w2, x;
};
matrices weight_place(const mlp_case&);
matrices column_place(const mlp_case&);  // of X and Y
mlp_images images_of(const mlp_case&);

// By place in Y's buffer. K7 of each layer is product_bound.hpp's. A hidden number lies between the roundings of
// the two ends of its bound, which are mostly the same f16 number; what remains goes through |W2|.
struct mlp_answer {
    std::vector<std::byte> image;
    std::vector<double> value, bound;
};
mlp_answer answer_of(const mlp_case&, const mlp_images&);

}  // namespace tileproof::properties
