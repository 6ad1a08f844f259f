// SPDX-License-Identifier: MIT
#include "compiler/extract/launch_record.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

namespace tileproof::compiler {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(recorded_argument, name, constant, what, type, whole, real,
                                   bytes, element, set, changed, least, most)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(launch_record, kernel, file, number, grid, block, shared,
                                   arguments, launches)

std::string text_of(const launch_record& r) {
    return nlohmann::json(r).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

launch_record read_launch_record(const std::string& text) {
    try {
        return nlohmann::json::parse(text).get<launch_record>();
    } catch (const nlohmann::json::exception&) {
        throw std::runtime_error(
            "The program left no record of its launches: did it end before it was through?");
    }
}

std::string plain_name(const std::string& kernel) {
    const std::string name = kernel.substr(0, kernel.find('<'));
    const std::size_t scope = name.rfind("::");
    return scope == name.npos ? name : name.substr(scope + 2);
}

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

}  // namespace tileproof::compiler
