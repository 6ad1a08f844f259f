// SPDX-License-Identifier: MIT
// --sandbox: code under test may write only to these folders and to the folder of temporary files.
#pragma once

#include <filesystem>
#include <vector>

namespace tileproof::properties {

// Must be called before the first child starts. If this system cannot do it, says so once, in a line on standard
// error.
void confine_user_code(std::vector<std::filesystem::path> writable);

}  // namespace tileproof::properties
