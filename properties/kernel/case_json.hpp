// SPDX-License-Identifier: MIT
// Cases of kernel contracts as JSON, with the keys that the contract declares.
//
//   transpose   {"type": "float32", "rows": 1, "columns": 2, "batch": 1, "input_leading": 2, ...,
//                "input_offset": 0, ..., "data": "coordinates", "data_seed": 0, "fence": "none", "repeats": 1}
//   product     {"types": "f32_f16", "m": 1, ..., "a": {"column_major": false, "leading": 3}, ..., "alpha": 1.0, ...}
//   a user's    {"dims": [33], "slack": [0,0], "shift": [1,0], ...}
//
// A key with a slash names a member of an object, or of a list if a number follows the slash.
#pragma once

#include "properties/kernel/contract.hpp"

#include <nlohmann/json_fwd.hpp>

namespace tileproof::properties {

nlohmann::json to_json(const kernel_contract&, const kernel_case&);

// Throws bad_case with a sentence for missing keys, unknown names, and cases that would take too much memory or work.
// A problem that makes no sense is a valid case: the kernel must refuse it.
kernel_case case_from_json(const kernel_contract&, const nlohmann::json&);

}  // namespace tileproof::properties
