// SPDX-License-Identifier: MIT
// JSON from people and disks: any text gives a value or a sentence, with bounded memory and stack.
//
//   const json j = parse_bounded(R"({"seed": 7})");
//   read_member<std::uint64_t>(j, "seed", "It is not a finding")     // 7
//   read_member<std::string>(j, "law", "It is not a finding")        // throws: "It is not a finding: 'law' is missing."
#pragma once

#include "properties/fields.hpp"
#include "system/file.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <type_traits>

namespace tileproof::fuzz {

inline constexpr int deepest_json = 64;                 // nested arrays and objects
inline constexpr std::size_t largest_json = 16u << 20;  // bytes

// Throws store_error with a sentence: not JSON (and where), nested too deeply, too long.
nlohmann::json parse_bounded(std::string_view text);

// About the first 80 characters of it, for a sentence.
std::string shortened_json(const nlohmann::json& value);

// A member of an object, with the required type and range. Throws store_error with a sentence that begins with
// `what`.
template <class T>
T read_member(const nlohmann::json& of, const char* key, std::string_view what) {
    const auto it = of.is_object() ? of.find(key) : of.end();
    if (!of.is_object() || it == of.end())
        throw system::store_error(fmt::format("{}: '{}' is missing.", what, key));
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
        if (const auto n = properties::whole_number<T>(*it)) return *n;
        throw system::store_error(fmt::format(
            "{}: '{}' is {}, but must be a whole number from {} to {}.", what, key,
            shortened_json(*it), std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
    } else {
        try {
            return it->template get<T>();
        } catch (const nlohmann::json::exception&) {
            throw system::store_error(
                fmt::format("{}: '{}' is of the wrong kind ({}).", what, key, it->type_name()));
        }
    }
}

// A finite number from 0 to `most`.
double read_amount(const nlohmann::json& of, const char* key, double most, std::string_view what);

}  // namespace tileproof::fuzz
