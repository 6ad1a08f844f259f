// File-name patterns: * any characters, ? one character, everything else itself. Case matters.
//
//   matches("transpose_*", "transpose_tiled@cpu")      matches("K?", "K1")      !matches("K1", "K12")
#pragma once

#include <string_view>

namespace tileproof::properties {

bool matches(std::string_view pattern, std::string_view text);

}  // namespace tileproof::properties
