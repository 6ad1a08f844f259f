// SPDX-License-Identifier: MIT
// A folder of its own for a test, gone afterwards.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace tileproof::properties::testing {

class scratch_folder {
  public:
    scratch_folder() {
        std::string pattern =
            (std::filesystem::temp_directory_path() / "tileproof-test-XXXXXX").string();
        path_ = mkdtemp(pattern.data());
    }
    ~scratch_folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    scratch_folder(const scratch_folder&) = delete;
    scratch_folder& operator=(const scratch_folder&) = delete;
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

}  // namespace tileproof::properties::testing
