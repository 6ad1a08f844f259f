// SPDX-License-Identifier: MIT
// Line wrapping, for messages and reports that stay within 100 columns.
#pragma once

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

}  // namespace tileproof::system
