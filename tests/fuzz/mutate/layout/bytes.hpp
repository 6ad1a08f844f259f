// SPDX-License-Identifier: MIT
// A text as the bytes that libFuzzer hands over.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace tileproof::fuzz {

inline std::span<const std::uint8_t> bytes(const std::string& text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace tileproof::fuzz
