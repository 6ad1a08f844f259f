// SPDX-License-Identifier: MIT
// One device's copy of a user's file: compiled, and kept in the cache.
//
//   device_build b({.source = "scale.hip", .cache = ".tileproof/cache", .device = "cpu-checked", .wave_size = 64,
//                   .compiler = "clang++-19"});
//   if (!b.up_to_date()) b.compile();      // .tileproof/cache/scale-cpu-checked-64-3f2a....so
//   b.open()->declared()[0].name == "scale"
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "kernels/user/user_code.hpp"

namespace tileproof::properties {

struct device_copy {
    std::filesystem::path source, cache;
    std::string device;
    unsigned wave_size = 32;   // of the cpu devices; 0 on a GPU, which has its own
    std::string architecture;  // of a GPU
    std::string compiler;
    std::vector<std::string> flags;
    bool coverage = false;             // for libFuzzer
    std::filesystem::path ready = {};  // a folder that has the copy already; empty: none
};

class device_build {
  public:
    explicit device_build(device_copy);

    bool up_to_date() const;
    // Until what the compiler read is what lies there when it has ended. Throws user_error and std::runtime_error.
    void compile() const;
    std::shared_ptr<const user_code> open() const;
    // Puts the copy into a folder, for `ready`.
    void save(const std::filesystem::path& folder) const;

  private:
    // False: a file of `names`, which were read, has changed meanwhile.
    bool compile_once(std::vector<std::string>& names) const;
    void compile_for_cpu(const std::string& made, const std::string& depfile) const;

    const device_copy copy_;
    std::filesystem::path library_, inputs_;
};

}  // namespace tileproof::properties
