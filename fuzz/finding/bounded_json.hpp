// JSON from people and disks: any text gives a value or a sentence, with bounded memory and stack.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace tileproof::properties {

inline constexpr int deepest_json = 64;                 // nested arrays and objects
inline constexpr std::size_t largest_json = 16u << 20;  // bytes

// Throws store_error with a sentence: not JSON (and where), nested too deeply, too long.
nlohmann::json parse_bounded(std::string_view text);

}  // namespace tileproof::properties
