// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/source_line.hpp"

#include "system/process.hpp"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace tileproof::cpu_checked {
namespace {

// The output of a program; empty if it cannot be run.
std::string output_of(std::vector<std::string> words) {
    try {
        const system::result r =
            system::run({.words = std::move(words), .errors = system::command::stream::nowhere});
        return r.how.well() ? r.output : std::string();
    } catch (const system::start_error&) {
        return {};
    }
}

}  // namespace

std::optional<source_line> find_source_line(void* program_counter) {
    Dl_info info{};
    link_map* map = nullptr;
    if (!program_counter ||
        !dladdr1(program_counter, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) || !map)
        return std::nullopt;
    char offset[32];
    std::snprintf(offset, sizeof offset, "0x%zx",
                  reinterpret_cast<std::uintptr_t>(program_counter) -
                      static_cast<std::uintptr_t>(map->l_addr));
    std::string file = map->l_name ? map->l_name : "";
    if (file.empty()) {  // the program itself
        char path[4096];
        const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
        if (length > 0) file.assign(path, static_cast<std::size_t>(length));
    }
    std::string out;
    for (const char* tool : {"llvm-symbolizer-19", "llvm-symbolizer"})
        if (out.empty())
            out = output_of({tool, "--obj=" + file, "--functions=none", "--inlines=false", offset});
    if (out.empty()) out = output_of({"addr2line", "-e", file, offset});
    // "path:line:column" or "path:line"
    const std::string first = out.substr(0, out.find('\n'));
    for (std::size_t colon = first.find(':'); colon != first.npos;
         colon = first.find(':', colon + 1)) {
        const unsigned long line = std::strtoul(first.c_str() + colon + 1, nullptr, 10);
        if (line > 0) return source_line{first.substr(0, colon), static_cast<unsigned>(line)};
    }
    return std::nullopt;
}

}  // namespace tileproof::cpu_checked
