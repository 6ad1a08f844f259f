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
#include <variant>
#include <vector>

#include <tileproof/layout_description.hpp>
#include <tileproof/tile/tile_encoding.hpp>

namespace tileproof::subject {

// What keeps the subject from being tried, as a sentence.
struct library_error : std::runtime_error {
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
    std::string known, given, plain;    // a number: of compile time, of run time, of a reader
    text_table show;                    // what a reader's program prints
    std::string tile, tile_list;
    std::vector<std::string> not_promised;  // patterns of the rules of ours that it does not claim

    // Does it say that it keeps a rule? `what` is the rule that is broken, and the case.
    bool promises(const std::string& what) const;
};

// Throws library_error with a sentence that names the file.
library load_library(const std::filesystem::path& folder);

// A layout or a tile distribution in the words of a library.
//
//   spell(ck, {parse_layout("packed [4] -> {pad(1,2): 0 -> 0}"), number_style::known}).lines
//     "make_naive_tensor_descriptor_packed(make_tuple(number<4>{}), number<-1>{})"
//     "transform_tensor_descriptor(d0, make_tuple(make_pad_transform(number<4>{}, number<1>{}, number<2>{})), ..)"
//
// With number_style::given the numbers are v[0], v[1], ..: one program then serves every layout of this structure.

enum class number_style {
    given,  // at run time
    known,  // at compile time
    mixed,  // every other one
    plain   // as in a program for a reader
};

struct outside_case {
    layout_description layout;
    number_style style = number_style::given;
    bool chained = false;      // the stages as adaptors that are chained
    long_index_t vector = -1;  // what the user guarantees of the last dim; -1: nothing
    std::string broken = {};   // the rule for which it must be refused; empty: it is a layout
};
using any_case = std::variant<outside_case, tile_encoding>;
// A list of a tile would take anything, so the alternative is named.
inline any_case either(outside_case c) {
    return any_case(std::in_place_type<outside_case>, std::move(c));
}
inline any_case either(tile_encoding e) { return any_case(std::in_place_type<tile_encoding>, e); }

struct spelled_layout {
    std::vector<std::string> lines;     // of d0, d1, ..; the last is the layout
    std::vector<long_index_t> numbers;  // v
};

// Can it be spelled, with sizes that the library's integers hold?
bool can_spell(const library&, const layout_description&);
bool can_spell(const library&, const tile_encoding&);
bool fits_integers(const library&, const layout_description&);

// Is what the user guarantees so? Only then the case is a valid program.
bool guarantee_holds(const outside_case&);

// Requires can_spell(). Throws std::invalid_argument where lengths below a transform of a malformed layout are unknown.
spelled_layout spell(const library&, const outside_case&);
std::string spell(const library&, const tile_encoding&);

std::string text_of(const any_case&);  // "packed [4] -> {pad(1,2): 0 -> 0}", "tile R=[] H=[[2]] .."

using properties::filled;

}  // namespace tileproof::subject
