// SPDX-License-Identifier: MIT
// A lock of a file or a folder between processes: many may use it at once, or one has it alone.
//
//   const file_lock use(".tileproof/cache", file_lock::kind::use);        // waits while somebody has it alone
//   const file_lock all(".tileproof/cache", file_lock::kind::alone);      // waits until nobody uses it
//   is_in_use(".tileproof/cache/scale-cpu-3f2a.so")                       // true: somebody has a lock of it; does not wait
//
// It ends with the object or the process. If the file is missing, or its file system has no locks, there is none, and nobody waits.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>

namespace tileproof::system {

class file_lock {
  public:
    enum class kind : std::uint8_t { use, alone };
    file_lock(const std::filesystem::path& file, kind what);
    // After that time there is none, and nobody waits any more.
    file_lock(const std::filesystem::path& file, kind what, std::chrono::milliseconds longest_wait);
    ~file_lock();
    file_lock(const file_lock&) = delete;
    file_lock& operator=(const file_lock&) = delete;

  private:
    const int file_;
};

bool is_in_use(const std::filesystem::path& file);

}  // namespace tileproof::system
