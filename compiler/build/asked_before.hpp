// SPDX-License-Identifier: MIT
// What a compiler asked of this machine while it read a source, and what it made of that: as long as the answers are the same,
// it would read the same. asking.cpp, loaded into the compiler, writes the questions down.
//
//   o/home/me/scale.hip              opened: the digest of its contents, if it is there
//   x/home/me/include/scale.hpp      asked for, and not there: as long as it is not
//   a/home/me/include/half.hpp       the compiler was told so: if it is there now, nothing is remembered
//   eCPATH                           a variable of the environment: its value
//
// A file is read again only if its inode, size or times differ from those it had then, and a name is asked for again only if its
// folder's do.
//
//   remember("a.asked", {"host.asked", "device.asked"}, start, {"3f2a", "..."})
//   remembered("a.asked")            {"3f2a", "..."}; nothing once one answer differs
//
// And what the preprocessed source still leads the compiler to read.
#pragma once

#include <ctime>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tileproof::compiler {

// How a command for a compiler begins that is to write its questions into a file; empty where that is not possible.
std::vector<std::pair<std::string, std::string>> asking(const std::filesystem::path& questions);

// `start`: before the compiler ran. Nothing is remembered if a file was changed since, or if there are no questions. Those
// about files in `scratch` are left out.
void remember(const std::filesystem::path& memory,
              const std::vector<std::filesystem::path>& questions,
              const std::filesystem::path& scratch, std::timespec start,
              const std::vector<std::string>& result);
std::optional<std::vector<std::string>> remembered(const std::filesystem::path& memory);

// __DATE__ and its like: what is read changes though no file does.
bool names_the_time(std::string_view text);

// Whether the compiler reads no files other than those that this text was made from: false with an
// asm(".incbin \"table.bin\"").
bool is_all_that_is_read(std::string_view preprocessed, const std::vector<std::string>& flags);

// The files named by TILEPROOF_DEVICE_CODE (sdk/include/tileproof/device_code.hpp), relative ones beside their source.
std::vector<std::string> device_code_named_in(std::string_view preprocessed);

}  // namespace tileproof::compiler
