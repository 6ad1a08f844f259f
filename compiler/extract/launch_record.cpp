// SPDX-License-Identifier: MIT
#include "compiler/extract/launch_record.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace tileproof::user {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(recorded_argument, what, type, whole, real, bytes, element, set,
                                   changed, least, most)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(launch_record, kernel, number, grid, block, shared, arguments,
                                   launches)

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

}  // namespace tileproof::user
