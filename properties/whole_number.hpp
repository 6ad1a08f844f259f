// SPDX-License-Identifier: MIT
// Whole numbers from JSON, strictly: nlohmann's get<long>() accepts 1e300 (undefined behaviour) and true, and
// get<unsigned>() accepts -1.
//
//   whole_number<int>(json(7)) == 7      whole_number<int>(json(7.5)) == std::nullopt
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

namespace tileproof::properties {

// nullopt unless it is a whole number in T's range.
template <class T>
std::optional<T> whole_number(const nlohmann::json& j) {
    if (j.is_number_unsigned()) {
        const auto n = j.get<std::uint64_t>();
        return std::in_range<T>(n) ? std::optional(static_cast<T>(n)) : std::nullopt;
    }
    if (!j.is_number_integer()) return std::nullopt;
    const auto n = j.get<std::int64_t>();
    return std::in_range<T>(n) ? std::optional(static_cast<T>(n)) : std::nullopt;
}

// nullopt unless it is an array of such numbers.
template <class T>
std::optional<std::vector<T>> whole_numbers(const nlohmann::json& j) {
    if (!j.is_array()) return std::nullopt;
    std::vector<T> all;
    for (const nlohmann::json& member : j) {
        const auto n = whole_number<T>(member);
        if (!n) return std::nullopt;
        all.push_back(*n);
    }
    return all;
}

}  // namespace tileproof::properties
