// SPDX-License-Identifier: MIT
// A new folder, deleted with the object.
//
//   const temporary_folder folder(cache / ".build-");      // .tileproof/cache/.build-q3X9aB, as a whole path
//   write(folder.path() / "kernel.cpp");
//   const temporary_folder other(in_folder_of_temporaries("tileproof-task-"));        // /tmp/tileproof-task-aW0q7x
//
// Throws store_error with a sentence if it cannot be made.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "system/file_lock.hpp"

namespace tileproof::system {

class temporary_folder {
  public:
    // Its name is `beginning` followed by six random letters.
    explicit temporary_folder(const std::filesystem::path& beginning);
    ~temporary_folder();
    temporary_folder(const temporary_folder&) = delete;
    temporary_folder& operator=(const temporary_folder&) = delete;
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
    std::optional<file_lock> in_use_;  // so that nobody takes it for one that was left behind
};

// "/tmp/NAME", in the folder that TMPDIR names. Throws store_error if that is not a folder.
std::filesystem::path in_folder_of_temporaries(const std::string& name);

}  // namespace tileproof::system
