// SPDX-License-Identifier: MIT
// Where the leading headers of a preprocessed file end, and which part of their text other files share.
//
//   # 1 "scale.hip"
//   # 1 "/usr/include/tileproof/hip/headers/hip/hip_runtime.h" 1
//   ...
//   # 7 "scale.hip" 2            the first end
//   # 1 "/usr/include/tileproof/sdk/include/tileproof/kernel_test.hpp" 1
//   ...
//   # 8 "scale.hip" 2            the second one: the file itself follows
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::user {

// The position after each of the leading headers: those of the system, and those below `root`. Empty if the file does
// not begin with any, or they leave something that a precompiled header cannot keep.
std::vector<std::size_t> ends_of_headers(std::string_view preprocessed, std::string_view root);

// The text that all files with these headers share, whether by #include or by -include: without the file's own lines,
// which are empty. `ends` are adjusted to it.
std::string shared_text(std::string_view headers, std::vector<std::size_t>& ends);

}  // namespace tileproof::user
