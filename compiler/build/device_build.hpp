// SPDX-License-Identifier: MIT
// One device's copy of a user's file: compiled, and kept in the cache.
//
//   device_build b({.source = "scale.hip", .cache = ".tileproof/cache", .device = "cpu-checked", .wave_size = 64,
//                   .compiler = "clang++-19"});
//   b.make();                              // .tileproof/cache/scale-cpu-checked-64-3f2a....so, unless it is there
//   b.open()->declared()[0].name == "scale"
//
// 3f2a... is the digest of the preprocessed file, the compiler and its options. The file is preprocessed each time, unless the
// answers to all that the compiler asked then are the same (asked_before.hpp). So a header that now hides another one, a
// variable of the environment or the time of day cannot make an old copy be used. Files that a compiler reads later (`.incbin`) are unknown: such a source is compiled each time.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "compiler/build/back_end.hpp"
#include "compiler/build/user_code.hpp"

namespace tileproof::compiler {

struct device_copy {
    std::filesystem::path source, cache;
    std::string device;
    unsigned wave_size = 32;   // on the cpu devices; 0 on a GPU, which has a fixed one
    std::string architecture;  // of a GPU
    std::string compiler;
    std::vector<std::string> flags;
    bool coverage = false;                  // for libFuzzer
    bool changes = false;                   // can be tried: devices/tried_changes.hpp
    bool in_double = false;                 // computes in double for float
    std::filesystem::path ready = {};       // a folder that already has the copy; empty: none
    std::shared_ptr<front_end> front = {};  // shared with other copies; empty: one of its own
};

// For the cpu devices' copies, and for the digests of GPUs' copies, which compile the source as it is.
std::shared_ptr<front_end> front_end_of(const device_copy&);

class device_build {
  public:
    explicit device_build(device_copy);

    // False: the cache already has it. Throws user_error and std::runtime_error.
    bool make();
    // Covers everything that goes into the copy; the same as long as the compiler reads the same.
    const std::string& digest() const { return digest_; }
    std::shared_ptr<const user_code> open() const;
    // Puts the copy into a folder, for `ready`.
    void save(const std::filesystem::path& folder) const;

  private:
    void name_files(const source_identity&);
    void compile_for_cpu(const std::string& made) const;
    void compile_for_gpu(const std::string& made) const;
    bool take_made();  // false: there is none, or an older one
    void use_library();
    void keep(const std::string& made, const std::vector<std::string>& names) const;

    device_copy copy_;
    std::string digest_;
    std::filesystem::path library_, inputs_;
    std::shared_ptr<const system::file_lock> in_use_;  // of the library
};

}  // namespace tileproof::compiler
