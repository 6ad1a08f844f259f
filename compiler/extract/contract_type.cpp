// SPDX-License-Identifier: MIT
#include "compiler/extract/contract_type.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace tileproof::user {

contract_type contract_type_of(const recorded_argument& a) {
    static const std::map<std::string, contract_type> known{
        {"float", {"float"}},
        {"double", {"double"}},
        {"_Float16", {"_Float16"}},
        {"__bf16", {"__bf16"}},
        {"bool", {"bool"}},
        {"char", {"std::int8_t", 1, true}},
        {"signed char", {"std::int8_t"}},
        {"unsigned char", {"std::uint8_t"}},
        {"short", {"std::int16_t"}},
        {"unsigned short", {"std::uint16_t"}},
        {"int", {"std::int32_t"}},
        {"unsigned int", {"std::uint32_t"}},
        {"long", {"std::int64_t"}},
        {"unsigned long", {"std::uint64_t"}},
        {"long long", {"std::int64_t", 1, true}},
        {"unsigned long long", {"std::uint64_t", 1, true}}};
    if (const auto found = known.find(a.type); found != known.end()) return found->second;
    const std::string name = a.type.substr(a.type.rfind(':') + 1);
    if (name.find("half") != std::string::npos && a.element == 2) return {"_Float16", 1, true};
    for (const auto& [word, bytes] : {std::pair{"float", 4}, {"double", 8}})  // float4
        if (name.starts_with(word) && a.element > static_cast<std::uint64_t>(bytes))
            return {word, a.element / static_cast<std::uint64_t>(bytes), true};
    return {"std::uint8_t", std::max<std::uint64_t>(a.element, 1), true};
}

}  // namespace tileproof::user
