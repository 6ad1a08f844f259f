// SPDX-License-Identifier: MIT
#include "command/sandboxed.hpp"

#include "report/output.hpp"
#include "system/sandbox.hpp"

#include <fmt/format.h>

#include <utility>

namespace tileproof::properties {

void confine_user_code(std::vector<std::filesystem::path> writable) {
    static bool said = false;
    std::error_code error;
    const auto temporary = std::filesystem::temp_directory_path(error);
    if (!error) writable.push_back(temporary);
    const std::string why_not = system::confine_children(std::move(writable));
    if (why_not.empty() || said) return;
    said = true;
    print_error(fmt::format("tileproof: {}\n", why_not));
}

}  // namespace tileproof::properties
