// SPDX-License-Identifier: MIT
// A library of layouts that somebody else wrote, as a subject of the laws: how its layouts are spelled, and how a
// generated program that uses them is compiled. A folder says it:
//
//   subjects/ck_tile/subject.json   "pad": "make_pad_transform($length, $0, $1)", .. ; flags of the compiler
//   subjects/ck_tile/subject.hpp    how a layout is asked for its lengths, offsets, moves (subjects/answers.hpp)
//
//   const library ck = load_library("subjects/ck_tile");
//   ck.transforms.at("pad")         "make_pad_transform($length, $0, $1)"
//
// What has no entry is not spelled, and no case has it. In texts `$word` stands for a value.
#pragma once

#include "properties/layout/layout_words.hpp"

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace tileproof::subject {

// What keeps the subject from being tried, as a sentence.
class library_error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

using properties::text_table;

struct library : properties::layout_words {
    std::filesystem::path folder;
    std::string name;
    std::string header;                   // must lie below an include folder
    std::vector<std::string> flags;       // of the compiler: the language, the standard
    std::vector<std::string> include;     // folders that the compiler needs in any case
    std::string default_include;          // the option of CMake that names the folder of the header
    int index_bits = 64;                  // of its lengths, strides and offsets
    std::int64_t most_space = INT64_MAX;  // elements of memory that a layout may reach
    int least_rank = 0, most_rank = 5;
    int least_p = 0, most_p = 5;        // P dims of a tile distribution
    std::vector<std::string> includes;  // of a program for a reader
    std::string using_line;             // "using namespace ck_tile;"
    std::string known, given,
        plain;        // a number: of compile time, of run time, as a reader writes it
    text_table show;  // what a reader's program prints
    std::string tile, tile_list;
};

// Throws library_error with a sentence that names the file.
library load_library(const std::filesystem::path& folder);

}  // namespace tileproof::subject
