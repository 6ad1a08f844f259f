// SPDX-License-Identifier: MIT
// Text from others (a file, a kernel, a compiler) made safe for a terminal: sequences that would move the cursor,
// change the title or hide a line are escaped.
//
//   visible("a\x1b[2Jb")                "a\\x1b[2Jb"
//   visible("\x1b[31mred\x1b[0m", true)   unchanged: the colours of our own reports stay
//   cut(text, 4000)                     whole lines of at most 4000 bytes in all, and a line that says how many more there are
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tileproof::system {

std::string visible(std::string_view text, bool with_colours = false);

std::string cut(std::string_view text, std::size_t most);

}  // namespace tileproof::system
