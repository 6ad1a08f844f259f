// SPDX-License-Identifier: MIT
// SHA-256 (FIPS 180-4), for digests that others compare or that nobody may find a text for.
//
//   sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
#pragma once

#include <string>
#include <string_view>

namespace tileproof::system {

std::string sha256(std::string_view text);

}  // namespace tileproof::system
