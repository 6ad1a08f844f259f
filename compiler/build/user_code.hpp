// SPDX-License-Identifier: MIT
// A compiled copy of a user's file: its declarations, and its code, which is loaded only in the processes that run
// it.
//
//   const user_code code({.library = ".tileproof/cache/scale-cpu-3f2a.so", .source = "scale.hip", .device = "cpu"});
//   code.declared()[0].name     // "scale", reported by a child process that has loaded it; may throw user_error
//   code.loaded()[0].launch     // loads it into this process, on the first call: for processes that run cases
//
// What a file does while it is loaded (static variables, constructors) is as much the user's code as its kernels: if
// the child ends, hangs or writes where --sandbox forbids it, this process is not affected.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "sdk/include/tileproof/kernel_test_data.hpp"
#include "system/file_lock.hpp"

namespace tileproof::compiler {

struct compiled_copy {
    std::filesystem::path library, source;
    std::string device;
    // Of the library, which processes may load at any time (build_cache.hpp).
    std::shared_ptr<const system::file_lock> in_use = {};
};

// "sums.hip:14": of these return addresses, the innermost line of the user's own. Empty if none is known.
std::string line_of_user(const std::vector<const void*>& called_from);

class user_code {
  public:
    explicit user_code(compiled_copy);
    ~user_code();
    user_code(const user_code&) = delete;
    user_code& operator=(const user_code&) = delete;

    // Functions are present if the test has them, but only as stand-ins: see loaded().
    std::vector<sdk::test_data> declared() const;
    // Starts the child process now that declared() waits for, so that those of several copies run side by side.
    void start_declaring() const;
    // Stays loaded until the process ends. Any thread may call. On a GPU, launches throw the errors of its runtime.
    const std::vector<sdk::test_data>& loaded() const;
    // Resets its variables (user_library.hpp). Does nothing if it is not loaded or runs on a GPU.
    void forget_cases() const;

  private:
    struct in_this_process;
    struct declaring;
    const compiled_copy copy_;
    mutable std::unique_ptr<declaring> declaring_;  // until declared() has read it
    const std::unique_ptr<in_this_process> here_;
};

}  // namespace tileproof::compiler
