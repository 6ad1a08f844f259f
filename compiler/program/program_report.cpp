// SPDX-License-Identifier: MIT
#include "compiler/program/program_report.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string_view>

namespace tileproof::user {
namespace {

std::filesystem::path path_in_environment(const char* variable) {
    const char* const path = std::getenv(variable);
    if (!path || !*path) return {};
    if (std::string_view(path) == "-") return path;
    std::error_code error;  // if the folder is gone, the path stays as it is
    const std::filesystem::path whole = std::filesystem::absolute(path, error);
    return error ? path : whole;
}

// The choice of findings. If the environment is invalid, says so and reports all.
finding_filter filter_of_environment() {
    finding_filter filter;
    try {
        if (const char* const file = std::getenv("TILEPROOF_RUN_SUPPRESS")) filter.suppress(file);
        if (const char* const names = std::getenv("TILEPROOF_RUN_ONLY")) filter.only(names);
        if (const char* const range = std::getenv("TILEPROOF_RUN_LAUNCHES")) filter.launches(range);
        return filter;
    } catch (const std::exception& e) {
        std::fprintf(stderr, "tileproof: %s All findings are shown.\n", e.what());
        return {};
    }
}

void write_file(const std::filesystem::path& path, const std::string& text) {
    if (path == "-") {
        std::fputs(text.c_str(), stdout);
        std::fflush(stdout);
    } else if (!path.empty() && !(std::ofstream(path) << text).flush()) {
        std::fprintf(stderr, "tileproof: %s cannot be written.\n", path.c_str());
    }
}

}  // namespace

program_report::program_report()
    : filter_(filter_of_environment()),
      json_(path_in_environment("TILEPROOF_RUN_JSON")),
      junit_(path_in_environment("TILEPROOF_RUN_JUNIT")) {}

std::size_t program_report::tell(std::vector<program_finding> all, int code) {
    std::erase_if(all, [&](const program_finding& f) { return f.only_if_it_fails && code == 0; });
    const std::vector<program_finding> list = filter_.wanted(all);
    std::fflush(nullptr);
    std::fputs(terminal_text(list, filter_).c_str(), stderr);
    write_file(json_, json_text(list, filter_));
    write_file(junit_, junit_text(list));
    return list.size();
}

}  // namespace tileproof::user
