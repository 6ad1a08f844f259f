// SPDX-License-Identifier: MIT
// Layout descriptions as JSON, for cases that layout text cannot express (a malformed description may have three
// strides for two lengths); and texts of arbitrary bytes as JSON strings.
//
//   {"base": {"kind": "naive", "lengths": [3,4], "strides": [8,1], "offset": null, "alignment": 0},
//    "stages": [[{"kind": "merge", "arguments": [], "strides": [], "lower": [0,1], "upper": [0]}]]}
#pragma once

#include <tileproof/layout_description.hpp>

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace tileproof::properties {

nlohmann::json layout_to_json(const layout_description&);

// Throws bad_case with a sentence if the value is not such an object.
layout_description layout_from_json(const nlohmann::json&);

// Each byte becomes the character of the same number, because JSON strings hold characters; ASCII is unchanged.
// bytes_from_json_text throws bad_case for a character above 255.
std::string bytes_to_json_text(std::string_view bytes);
std::string bytes_from_json_text(std::string_view text);

}  // namespace tileproof::properties
