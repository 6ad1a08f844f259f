// SPDX-License-Identifier: MIT
// The miniature library for tests: with its planted departures, or right.
//
//   builder b(options_of(miniature(), folder.path()));
#pragma once

#include "fuzz/subject/program.hpp"
#include "kernels/user/compilers.hpp"

#include <unistd.h>

namespace tileproof::outside {

class scratch_folder {
  public:
    scratch_folder() {
        std::string name =
            (std::filesystem::temp_directory_path() / "tileproof-test-XXXXXX").string();
        path_ = mkdtemp(name.data());
    }
    ~scratch_folder() { std::filesystem::remove_all(path_); }
    scratch_folder(const scratch_folder&) = delete;
    scratch_folder& operator=(const scratch_folder&) = delete;
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

inline const library& miniature(bool right = false) {
    static const library both[] = {
        load_library(TILEPROOF_MINIATURE),
        load_library(std::filesystem::path(TILEPROOF_MINIATURE) / "right")};
    return both[right ? 1 : 0];
}

inline build_options options_of(const library& l, const std::filesystem::path& folder) {
    return {.of = &l,
            .compiler = user::compiler_for("cpu", ""),
            .include = l.include,
            .answers = TILEPROOF_SUBJECTS,
            .folder = folder,
            .jobs = 2,
            .units = 40};
}

}  // namespace tileproof::outside
