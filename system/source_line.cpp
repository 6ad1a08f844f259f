// SPDX-License-Identifier: MIT
#include "system/source_line.hpp"

#include "system/process.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>
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

// The library or program that an address is of; null: none is known.
const link_map* module_of(const void* address) {
    Dl_info info{};
    link_map* map = nullptr;
    void** const to = reinterpret_cast<void**>(&map);
    return address && dladdr1(address, &info, to, RTLD_DL_LINKMAP) ? map : nullptr;
}

std::string own_program() {
    char path[4096];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
    return length > 0 ? std::string(path, static_cast<std::size_t>(length)) : std::string();
}

}  // namespace

std::vector<source_line> source_lines(const void* program_counter) {
    const link_map* const map = module_of(program_counter);
    if (!map) return {};
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
    std::error_code none;
    const std::string here = std::filesystem::current_path(none).string() + "/";
    for (const auto& [file, line] : lines) {
        const auto has = [&file = file](const char* part) { return file.find(part) != file.npos; };
        if (!file.starts_with("/usr/") && !has("/Eigen/") && !has("/include/tileproof/"))
            return fmt::format("{}:{}", file.starts_with(here) ? file.substr(here.size()) : file,
                               line);
    }
    return {};
}

std::string first_line_of_user(const std::vector<const void*>& called_from) {
    static std::mutex mutex;
    static std::map<std::vector<const void*>, std::string> known;
    const std::lock_guard lock(mutex);
    const auto [found, is_new] = known.try_emplace(called_from);
    for (const void* const at : called_from) {
        if (!is_new || !found->second.empty()) break;
        const char* const call = static_cast<const char*>(at) - 1;
        const link_map* const map = module_of(call);
        if (map && map->l_name && *map->l_name) found->second = first_of_user(source_lines(call));
    }
    return found->second;
}

}  // namespace tileproof::system
