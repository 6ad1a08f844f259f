// SPDX-License-Identifier: MIT
// The laws on compiled cases, in a process of its own: a library may crash, hang or print what it likes.
//
//   judge({{.what = c, .main = unit, .numbers = {4, 1, 2}}})[0].failures     {L1: packed [4] -> {..}: ..}
//
// L1 to L5, L7 and L9 as they are in properties/layout. L6 compares the case with the same layout written with other
// kinds of numbers, or as a chain; and one that says that it is static with one that is made of its type alone.
#pragma once

#include "extras/subject/answered.hpp"
#include "properties/law_result.hpp"

#include <span>

namespace tileproof::subject {

struct other_form {
    built_unit unit;
    std::vector<long_index_t> numbers;
    std::string words;  // "with lengths known at compile time"
};

struct judged_case {
    outside_case what;
    built_unit unit;
    std::vector<long_index_t> numbers;
    std::vector<other_form> others;
    bool cuts = false;  // the unit has the parts below its stages
};

struct verdict {
    std::vector<properties::law_id> judged;  // that had something to say
    std::vector<properties::failure> failures;
    std::vector<std::string> not_judged = {};  // why not: what its compiler needed
    const properties::failure* find(const std::string& cause) const;
};

// What two failures have in common that have one cause: law, kind and what was compared.
std::string symptom(const properties::failure&);

std::vector<verdict> judge(std::span<const judged_case>);

struct judged_tile {
    tile_encoding what;
    built_unit unit;
};
std::vector<verdict> judge(std::span<const judged_tile>);

// L13: is a case made that no layout is? `rule` says what is broken.
struct judged_mistake {
    outside_case what;
    built_unit unit;
    std::vector<long_index_t> numbers;
    std::string rule;
};
std::vector<verdict> judge(std::span<const judged_mistake>);

// A valid program that does not compile.
properties::failure not_compiled(const std::string& text, const std::string& error);
bool is_not_compiled(const properties::failure&);

}  // namespace tileproof::subject
