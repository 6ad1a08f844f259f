// SPDX-License-Identifier: MIT
#include "command/version.hpp"

#include "devices/device.hpp"

#include <fmt/format.h>

namespace tileproof::command {
namespace {

#ifdef __clang__
constexpr const char* compiler_name = "clang";
constexpr int compiler[] = {__clang_major__, __clang_minor__, __clang_patchlevel__};
#else
constexpr const char* compiler_name = "g++";
constexpr int compiler[] = {__GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__};
#endif

void append(std::string& names, const std::string& name) {
    names += (names.empty() ? "" : ", ") + name;
}

}  // namespace

std::string version_text(std::string_view commit) {
    std::string built, absent;
    for (const devices::known_device& d : devices::devices())
        append(d.handle ? built : absent, d.name);
    if (!absent.empty()) built += fmt::format(" (without {}: `tileproof list` says why)", absent);
    return fmt::format("tileproof {}\ncommit    {}\ncompiler  {} {}.{}.{}\ndevices   {}",
                       TILEPROOF_VERSION, commit, compiler_name, compiler[0], compiler[1],
                       compiler[2], built);
}

}  // namespace tileproof::command
