// SPDX-License-Identifier: MIT
// JSON as one line of text. Bytes that are not UTF-8 (printed by a crashing kernel, say) become U+FFFD instead of an
// exception.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tileproof::properties {

std::string text_of(const nlohmann::json& value);
std::string indented_text_of(const nlohmann::json& value);  // over several lines, for people

}  // namespace tileproof::properties
