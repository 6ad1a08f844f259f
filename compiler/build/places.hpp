// SPDX-License-Identifier: MIT
// Where the files are that a user's file is compiled with.
//
//   project_root()      "/usr/include/tileproof", or the source tree
//   ready_headers()     "/usr/lib/tileproof/headers", or "build/release/lib/tileproof/headers"
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tileproof::compiler {

// The folder with kernels/ and tileproof/ or lib/: of an installation next to this program, or the source tree.
std::string project_root();
// The folder of headers precompiled where this program was installed or built (header_cache.hpp).
std::string ready_headers();
// The clang plugin that turns a kernel's threads into loops (compiler/passes); empty if it was not built.
std::string passes();
std::vector<std::string> include_flags(const std::filesystem::path& root = project_root());

}  // namespace tileproof::compiler
