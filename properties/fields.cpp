// SPDX-License-Identifier: MIT
#include "properties/fields.hpp"

#include <fmt/format.h>

namespace tileproof::properties {
namespace {

constexpr std::size_t longest_value = 80;

// "'operands[2].leading' of the case", or "the case".
std::string name_of(const member_path& at) {
    std::string path;
    const member_path* p = &at;
    for (; p->up; p = p->up) {
        const std::string here = p->item >= 0 ? fmt::format("[{}]", p->item) : std::string(p->key);
        path = here + (path.empty() || path[0] == '[' ? "" : ".") + path;
    }
    return path.empty() ? fmt::format("The {}", p->key)
                        : fmt::format("'{}' of the {}", path, p->key);
}

}  // namespace

using nlohmann::json;

std::string text_of(const json& value) {
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string indented_text_of(const json& value) {
    return value.dump(2, ' ', false, json::error_handler_t::replace);
}

void refuse(const member_path& at, const nlohmann::json& found, std::string_view must_be) {
    std::string value = text_of(found);
    if (value.size() > longest_value) value = value.substr(0, longest_value) + "...";
    throw bad_case(fmt::format("{} is {}, but must be {}.", name_of(at), value, must_be));
}

void refuse_missing(const member_path& at) {
    throw bad_case(fmt::format("{} is missing.", name_of(at)));
}

}  // namespace tileproof::properties
