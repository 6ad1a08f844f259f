// SPDX-License-Identifier: MIT
// --sandbox: code that is checked writes only to the folders that are named here, and to the folder of temporary files.
#pragma once

#include <filesystem>
#include <vector>

namespace tileproof::properties {

// Said in one line on standard error, once, where this system cannot do it. Before the first child.
void confine_user_code(std::vector<std::filesystem::path> writable);

}  // namespace tileproof::properties
