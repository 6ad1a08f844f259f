// SPDX-License-Identifier: MIT
// Code objects of several AMD GPUs in one file, as HIP's runtime expects them in a program.
//
//   offload_bundle({{"gfx942", code_of_gfx942}, {"gfx1100", code_of_gfx1100}})
//
// The format is clang's offload bundle: the magic word, the number of entries, for each entry the offset, size and
// length of its name (64 bits each, little-endian) and the name, then the code objects at 4096-byte boundaries. The
// first entry is the host's and is empty. clang-offload-bundler writes the same format; Debian has it in a separate
// package.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tileproof::devices {

// By architecture: the bytes of its code object.
inline std::string offload_bundle(
    const std::vector<std::pair<std::string, std::string>>& code_objects) {
    constexpr std::uint64_t border = 4096;
    struct entry {
        std::string name, contents;
        std::uint64_t offset = 0;
    };
    std::vector<entry> entries{{"host-x86_64-unknown-linux--", "", 0}};
    for (const auto& [architecture, contents] : code_objects)
        entries.push_back({"hipv4-amdgcn-amd-amdhsa--" + architecture, contents, 0});
    std::uint64_t end = 24 + 8;
    for (const entry& e : entries) end += 24 + e.name.size();
    for (entry& e : entries) {
        end = e.offset = (end + border - 1) / border * border;
        end += e.contents.size();
    }
    std::string all = "__CLANG_OFFLOAD_BUNDLE__";
    const auto append = [&all](std::uint64_t value) {
        for (int i = 0; i < 8; ++i) all += static_cast<char>(value >> (8 * i));
    };
    append(entries.size());
    for (const entry& e : entries) {
        append(e.offset);
        append(e.contents.size());
        append(e.name.size());
        all += e.name;
    }
    for (const entry& e : entries) {
        all.resize(e.offset, '\0');
        all += e.contents;
    }
    return all;
}

}  // namespace tileproof::devices
