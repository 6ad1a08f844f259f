// SPDX-License-Identifier: MIT
#include "properties/json_text.hpp"

#include <nlohmann/json.hpp>

namespace tileproof::properties {

using nlohmann::json;

std::string text_of(const json& value) {
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string indented_text_of(const json& value) {
    return value.dump(2, ' ', false, json::error_handler_t::replace);
}

}  // namespace tileproof::properties
