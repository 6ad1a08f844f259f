// SPDX-License-Identifier: MIT
// A user's kernel file as loaded code: prepared, compiled for cpu and cpu-checked, cached, opened.
//
//   user_build b{.source = "scale.hip"};
//   user_library lib = load_user(b);           // compiles what is not in .tileproof/cache yet
//   lib.tests[0].name == "scale"; lib.launches["cpu-checked"][0](call)
//
// A compiled file is used again as long as the source, every file that it includes, the compiler,
// the flags and tileproof itself are the same.
#pragma once

#include "kernels/user/include/tileproof/kernel_test_data.hpp"

#include <filesystem>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace tileproof::properties {

struct user_build {
    std::filesystem::path source;
    std::string compiler = "clang++-19";
    std::vector<std::string> flags;  // the user's: -I, -D
    std::filesystem::path cache = ".tileproof/cache";
    bool coverage = false;  // the cpu device's copy tells libFuzzer which branches it takes
    std::vector<std::string> devices = {
        "cpu", "cpu-checked"};  // cpu is made in any case: it has the answers
};

struct user_library {
    std::vector<user::test_data> tests;  // of the cpu device; reference and all
    // By device: the launches of the same tests.
    std::map<std::string, std::vector<std::function<void(const user::call&)>>> launches;
    bool compiled = false;  // something was not in the cache
};

// What keeps the file from being checked: a sentence.
class user_error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// Throws user_error. The code stays loaded until the program ends.
user_library load_user(const user_build&);

}  // namespace tileproof::properties
