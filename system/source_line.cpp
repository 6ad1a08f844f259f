// SPDX-License-Identifier: MIT
#include "system/source_line.hpp"

#include "system/process.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>

namespace tileproof::system {
namespace {

// What a program prints, or nothing when it cannot be run.
std::string output_of(std::vector<std::string> words) {
    try {
        const result r = run({.words = std::move(words), .errors = command::stream::nowhere});
        return r.how.well() ? r.output : std::string();
    } catch (const start_error&) {
        return {};
    }
}

std::string own_program() {
    char path[4096];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
    return length > 0 ? std::string(path, static_cast<std::size_t>(length)) : std::string();
}

}  // namespace

std::vector<source_line> source_lines(const void* program_counter) {
    Dl_info info{};
    link_map* map = nullptr;
    if (!program_counter ||
        !dladdr1(program_counter, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) || !map)
        return {};
    const std::string file = map->l_name ? map->l_name : "";
    return source_lines(
        {file.empty() ? own_program() : file, reinterpret_cast<std::uintptr_t>(program_counter) -
                                                  static_cast<std::uintptr_t>(map->l_addr)});
}

std::vector<source_line> source_lines(const code_place& at) {
    const std::string offset = fmt::format("{:#x}", at.offset);
    std::string out;
    for (const char* tool : {"llvm-symbolizer-19", "llvm-symbolizer"})
        if (out.empty()) out = output_of({tool, "--obj=" + at.file, "--functions=none", offset});
    if (out.empty()) out = output_of({"addr2line", "-i", "-e", at.file, offset});
    // "path:line:column" or "path:line", a line each
    std::vector<source_line> all;
    std::istringstream lines(out);
    for (std::string text; std::getline(lines, text);)
        for (std::size_t colon = text.find(':'); colon != text.npos;
             colon = text.find(':', colon + 1))
            if (const auto line = std::strtoul(text.c_str() + colon + 1, nullptr, 10); line > 0) {
                all.push_back({text.substr(0, colon), static_cast<unsigned>(line)});
                break;
            }
    return all;
}

std::string first_of_user(const std::vector<source_line>& lines) {
    for (const auto& [file, line] : lines) {
        const auto has = [&file = file](const char* part) { return file.find(part) != file.npos; };
        if (!file.starts_with("/usr/") && !has("/Eigen/") && !has("/include/tileproof/"))
            return fmt::format("{}:{}", file, line);
    }
    return {};
}

}  // namespace tileproof::system
