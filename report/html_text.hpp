// SPDX-License-Identifier: MIT
// Text for a page.
//
//   escaped("a < b & \"c\"")                       "a &lt; b &amp; &quot;c&quot;"
//   element("td", "1 < 2", "class=\"n\"")          "<td class=\"n\">1 &lt; 2</td>"
#pragma once

#include <string>
#include <string_view>

namespace tileproof::properties {

// Safe in text and in double-quoted attributes. Bytes that are not UTF-8, and control characters other than tab and
// newline, become U+FFFD.
std::string escaped(std::string_view text);

// Escapes `text`; `attributes` are inserted unchanged.
std::string element(std::string_view tag, std::string_view text, std::string_view attributes = "");

}  // namespace tileproof::properties
