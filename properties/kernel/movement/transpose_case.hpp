// A case of the transpose contract as a value.
//
//   { "type": "float32", "rows": 1, "columns": 2, "batch": 1, "input_leading": 2, "output_leading": 1,
//     "input_batch_stride": 2, "output_batch_stride": 2, "input_offset": 0, "output_offset": 0,
//     "data": "coordinates", "data_seed": 0, "fence": "none", "repeats": 1 }
//
// A case of the copy contract is the same, where the result has the rows and columns of the input, and
// without a batch: its keys with "batch" are left out.
//
// Figures are in elements. The offsets are those of the pointers from the start of their buffers; with
// fence "none" buffers are aligned to 256 bytes, so that an offset of 1 takes the alignment away.
#pragma once

#include "kernels/catalogue.hpp"
#include "kernels/device/device.hpp"
#include "properties/kernel/element_type.hpp"
#include "properties/kernel/test_data.hpp"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace tileproof::properties {

// What becomes of the elements: the contracts that share this case.
enum class movement { transpose, copy };

struct transpose_case {
    movement moves = movement::transpose;
    const element_type* type = nullptr;  // its size is the problem's
    kernels::transpose_problem problem;
    long_index_t input_offset = 0, output_offset = 0;
    data_kind data = data_kind::coordinates;
    std::uint32_t data_seed = 0;
    kernels::placement fence = kernels::placement::plain;
    int repeats = 1;

    // Of the result.
    long_index_t output_rows() const {
        return moves == movement::copy ? problem.rows : problem.columns;
    }
    long_index_t output_columns() const {
        return moves == movement::copy ? problem.columns : problem.rows;
    }
};

// A plain one of this shape: packed, coordinates, no fence.
transpose_case packed_case(std::string_view type, long_index_t rows, long_index_t columns,
                           long_index_t batch = 1);
transpose_case packed_copy_case(std::string_view type, long_index_t rows, long_index_t columns);

nlohmann::json to_json(const transpose_case&);

// Throws bad_case with a sentence for keys that are missing, unknown types, and more memory than
// most_case_bytes. A problem that makes no sense is a case too: it must be refused.
transpose_case transpose_case_from_json(const nlohmann::json&,
                                        movement moves = movement::transpose);

inline constexpr long_index_t most_case_bytes = long_index_t{1} << 30;

// Why no kernel can do it, in words ("the rows of the output overlap"); empty: it makes sense. Written
// here once more, so that a kernel's own idea of sense is checked too.
std::string why_senseless(const kernels::transpose_problem&, movement moves = movement::transpose);
std::string why_senseless(const transpose_case&);

// One-step simplifications, the boldest first: shapes towards 1, then strides towards packed, then the
// rest towards packed_case("float32", ...) or packed_copy_case. Slack of strides stays what it is when a shape shrinks.
std::vector<transpose_case> smaller(const transpose_case&);

std::vector<std::string> labels_of(const transpose_case&);
std::vector<std::string> all_transpose_labels(movement moves = movement::transpose);

}  // namespace tileproof::properties
