// SPDX-License-Identifier: MIT
// Text for terminals and reports: wrapped to stay within 100 columns, and safe to show.
//
//   visible("a\x1b[2Jb")                "a\\x1b[2Jb"
//   visible("\x1b[31mred\x1b[0m", true)   unchanged: the colours of our own reports stay
//   cut(text, 4000)                     whole lines of at most 4000 bytes in all, and a line that says how many more there are
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tileproof::system {

inline constexpr std::size_t report_width = 100;

// Breaks at spaces; `first` precedes the first line, as many spaces the others. A word longer than the line gets a
// line of its own, unbroken. Ends with a newline.
std::string wrapped(std::string_view text, std::string_view first,
                    std::size_t width = report_width);

std::string with_separators(std::int64_t n);  // 1234567 -> "1,234,567"

// The text, or its beginning and "...", in at most `width` columns.
std::string shortened(std::string_view text, std::size_t width);

// Text from others (a file, a kernel, a compiler) without sequences that would move the cursor, change the title or
// hide a line: they are escaped.
std::string visible(std::string_view text, bool with_colours = false);
std::string cut(std::string_view text, std::size_t most);

}  // namespace tileproof::system
