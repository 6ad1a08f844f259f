// SPDX-License-Identifier: MIT
// How a test launches its kernels, as expressions of the problem's lengths: learned from launches of many problems that run no block.
//
//   transpose<<<dim3(ceil(columns/32), ceil(rows/32)), dim3(32, 8)>>>(in, out, rows, columns)
//
//   {"problems": 80, "names": [{"name": "rows", "least": 0, "most": 0, "multiple": 1}, ..],
//    "operands": [{"name": "the input", "bytes": 4, "use": "input", "extents": [rows, columns]}, ..],
//    "kernels": [{"name": "transpose", "launches": 80, "varies": false,
//                 "grid": [ceil(columns/32), ceil(rows/32), 1], "block": [32, 8, 1], "shared": 0,
//                 "arguments": [{"number": 0, "at": 0, "bits": 64, "name": "in", "operand": 0, "operand_name": "in", "bytes": 0},
//                               {"number": 2, "at": 0, "bits": 64, "name": "rows", "value": rows}, ..]}]}
//
// Each expression is one of fitted_number.hpp, or null where none agrees with all launches. They are no proof of what the launch
// function does with other lengths.
#pragma once

#include "compiler/build/user_library.hpp"

#include <nlohmann/json_fwd.hpp>

namespace tileproof::properties {

// wanted: the arguments to look at, by kernel: {"transpose": [{"number": 2, "at": 0, "bits": 64}]}; `at` is a part of a struct.
// Call it in a child process, because it runs the user's code, on cpu-checked.
nlohmann::json launch_facts(const compiler::user_library&, std::size_t test, unsigned wave,
                            const nlohmann::json& wanted);

// The case of a test, on packed operands, with these lengths and scalars (of a list: the nearest one), which may lack any; null if
// the test does not take it.
nlohmann::json case_with_lengths(const compiler::user_library&, std::size_t test,
                                 const std::string& source,
                                 const std::vector<std::pair<std::string, long>>& lengths);

}  // namespace tileproof::properties
