// SPDX-License-Identifier: MIT
// A preprocessed file, and a compiler that is made up, for tests of headers that are read once.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "compiler/build/header_cache.hpp"
#include "system/file.hpp"
#include "system/limited_run.hpp"
#include "tests/properties/scratch_folder.hpp"

namespace tileproof::compiler::header_tests {

namespace fs = std::filesystem;

inline const std::string headers_of_k =
    "# 1 \"k.hip\"\n# 1 \"<built-in>\" 1\n# 1 \"<built-in>\" 3\n# 1 \"k.hip\" 2\n\n"
    "# 1 \"/ours/hip_runtime.h\" 1\n# 1 \"/usr/include/c++/cmath\" 1 3\nint f();\n"
    "# 2 \"/ours/hip_runtime.h\" 2\nint g();\n";
inline const std::string rest_of_k = "# 8 \"k.hip\" 2\n\nint k() { return f(); }\n";
inline const std::string text_of_k = headers_of_k + rest_of_k;

// A second header after those of k.hip.
inline const std::string second_header = "# 3 \"k.hip\" 2\n# 1 \"/ours/b.h\" 1\nint b();\n";

using places = std::vector<std::size_t>;

inline std::string shared(const std::string& headers) {
    places none;
    return shared_text(headers, none);
}

// A compiler that writes down what it was given.
class HeaderCache : public ::testing::Test {
  protected:
    std::string compiled(const std::string& text, const std::string& object = "k.o") {
        jobs.clear();
        const std::string made = (build.path() / object).string();
        compile_with_headers(request(cache), text, made + ".cpp", made);
        return system::read_file(made).value_or("");
    }
    header_request request(const std::string& folder) {
        return {.ready = ready,
                .folder = folder,
                .root = "/ours",
                .not_the_users = {"/ours"},
                .name = "cpu",
                .depends = {flags},
                .compile = [this](const compile_job& j) { compile(j); }};
    }
    void compile(const compile_job& j) {
        jobs.push_back(j);
        const std::string text = system::read_file(j.source).value_or("");
        if (j.header && making_fails) throw std::runtime_error("crashed");
        std::string all = text;
        if (j.flags.size() >= 2 && j.flags[0] == "-include-pch") {
            if (using_fails) throw std::runtime_error("made by another compiler");
            if (over_limit) throw system::limit_met("too long");
            all = system::read_file(j.flags[1]).value_or("none") + text;
        }
        if (text.find("wrong") != text.npos) {
            system::print_here(message);
            throw std::runtime_error("wrong");
        }
        std::ofstream(j.object) << all;
    }
    std::vector<fs::path> kept(const std::string& extension) const {
        std::vector<fs::path> found;
        for (const auto& f : fs::directory_iterator(cache))
            if (f.path().extension() == extension) found.push_back(f.path());
        return found;
    }
    std::size_t headers_made() const {
        return static_cast<std::size_t>(
            std::ranges::count_if(jobs, [](const compile_job& j) { return j.header; }));
    }
    const properties::testing::scratch_folder build, kept_in;
    std::string cache = kept_in.path().string(), ready = "", flags = "-O2",
                message = "error: wrong\n";
    bool making_fails = false, using_fails = false, over_limit = false;
    std::vector<compile_job> jobs;
    const std::string after = shared(headers_of_k) + "# 8 \"k.hip\"\n\nint k() { return f(); }\n";
};

}  // namespace tileproof::compiler::header_tests
