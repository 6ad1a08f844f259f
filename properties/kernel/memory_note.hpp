// SPDX-License-Identifier: MIT
// The addresses of a call's buffers, as a note that survives a crash, and the meaning of a faulting address.
//
//   "the input 7f10ff000 24\nthe output 7f20ff000 24\n"
//   address 7f20ff018  ->  "the first byte past the end of the output (24 bytes)"
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::properties {

struct noted_buffer {
    std::string name;
    std::uint64_t address = 0;
    std::size_t bytes = 0;
};

std::string memory_note(const std::vector<noted_buffer>& buffers);
std::vector<noted_buffer> parse_memory_note(std::string_view note);

// Whether one of them is near the address.
bool is_near(std::uint64_t address, const std::vector<noted_buffer>& buffers);

// The address relative to the nearest buffer; says so if all are far away.
std::string place_of(std::uint64_t address, const std::vector<noted_buffer>& buffers);

}  // namespace tileproof::properties
