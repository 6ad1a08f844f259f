// SPDX-License-Identifier: MIT
// Where the files lie that a user's file is compiled with.
//
//   project_root()      "/usr/include/tileproof", or the source tree
//   ready_headers()     "/usr/lib/tileproof/headers", or "build/release/lib/tileproof/headers"
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tileproof::user {

// The folder with kernels/ and tileproof/ or lib/: of an installation next to this program, or the source tree.
std::string project_root();
// The folder of headers that were precompiled where this program was installed or built (header_cache.hpp).
std::string ready_headers();
// What clang loads to make loops of kernels' threads (compiler/passes); empty where it was not built.
std::string passes();
std::vector<std::string> include_flags(const std::filesystem::path& root = project_root());

}  // namespace tileproof::user
