// SPDX-License-Identifier: MIT
// Whole numbers from JSON, strictly: the library's get<long>() also takes 1e300 (undefined behaviour)
// and true, and get<unsigned>() takes -1.
//
//   whole_number<int>(json(7)) == 7      whole_number<int>(json(7.5)) == std::nullopt
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

namespace tileproof::properties {

// Nothing when it is not a whole number in T's range.
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

// Nothing when it is not an array of such numbers.
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
