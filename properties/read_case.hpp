// Members of a case, read strictly.
//
//   read_whole(R"({"rows": 7})"_json, "rows", p.rows);      // p.rows == 7
//   read_whole(R"({"rows": 7.5})"_json, "rows", p.rows);    // throws bad_case
#pragma once

#include "properties/property.hpp"
#include "properties/whole_number.hpp"

#include <limits>
#include <string>
#include <type_traits>
#include <utility>

namespace tileproof::properties {

// Member `key` of a case, a number or a list of them. Throws bad_case with a sentence.
template <class T>
void read_whole(const nlohmann::json& of, const char* key, T& into) {
    const nlohmann::json& member = of.at(key);
    if constexpr (std::is_integral_v<T>) {
        if (const auto n = whole_number<T>(member)) {
            into = *n;
            return;
        }
        throw bad_case("'" + std::string(key) + "' of a case must be a whole number from " +
                       std::to_string(std::numeric_limits<T>::min()) + " to " +
                       std::to_string(std::numeric_limits<T>::max()) + ".");
    } else {
        auto all = whole_numbers<typename T::value_type>(member);
        if (!all)
            throw bad_case("'" + std::string(key) + "' of a case must be a list of whole numbers.");
        into = std::move(*all);
    }
}

}  // namespace tileproof::properties
