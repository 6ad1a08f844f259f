// SPDX-License-Identifier: MIT
// A folder of nobody else's, gone with the object.
//
//   const temporary_folder folder(cache / ".build-");      // .tileproof/cache/.build-q3X9aB, as a whole path
//   write(folder.path() / "kernel.cpp");
//
// Throws store_error with a sentence where none can be made.
#pragma once

#include <filesystem>

namespace tileproof::system {

class temporary_folder {
  public:
    // Its name begins so, and ends with six letters that are drawn.
    explicit temporary_folder(const std::filesystem::path& beginning);
    ~temporary_folder();
    temporary_folder(const temporary_folder&) = delete;
    temporary_folder& operator=(const temporary_folder&) = delete;
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

}  // namespace tileproof::system
