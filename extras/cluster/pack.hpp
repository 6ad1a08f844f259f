// SPDX-License-Identifier: MIT
// Many inputs in one file: a cpio archive (format "newc"), which cpio and bsdtar list and unpack. File servers count
// files, and a corpus has millions of inputs.
//
//   pack({"abc"})                     070701... 3f2a...1c NUL abc NUL  070701... TRAILER!!! NUL NUL
//   read_pack(text, take)             take({.name = "3f2a...1c", .bytes = "abc"})
//
// The name of an input is the digest of its bytes: the same input has the same name everywhere, and a damaged one is
// noticed. An archive without its trailer was not written to the end.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::cluster {

// 128 bits: among a thousand million inputs two with one name are not to be expected.
struct input_id {
    std::uint64_t high = 0, low = 0;
    std::string text() const;  // 32 hexadecimal digits
    friend auto operator<=>(const input_id&, const input_id&) = default;
};
input_id id_of(std::string_view bytes);

struct packed_input {
    input_id id;
    std::string_view bytes;
};

std::string pack(std::span<const std::string> inputs);

// Hands over every whole input, in order. What is wrong with the archive: a sentence's end ("it ends in the middle of an
// input"), or nothing.
std::string read_pack(std::string_view archive,
                      const std::function<void(const packed_input&)>& take);

}  // namespace tileproof::cluster
