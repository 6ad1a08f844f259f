// SPDX-License-Identifier: MIT
// A layout as C++ in the vocabulary of a library: this one's (descriptor_source.hpp) or another's (extras/subject).
//
//   words.bases["packed"]     "make_naive_tensor_descriptor_packed(make_tuple($lengths))"
//   words.transforms["pad"]   "make_pad_transform($length, $0, $1)"
//   spell(words, parse_layout("packed [4] -> {pad(1,2): 0 -> 0}"), {.number = in_angles})
//     "make_naive_tensor_descriptor_packed(make_tuple(number<4>{}))"
//     "transform_tensor_descriptor(d0, make_tuple(make_pad_transform(number<4>{}, number<1>{}, number<2>{})), ..)"
//
// `$word` in a text stands for a value: docs/subjects.md lists them all.
#pragma once

#include <tileproof/layout_description.hpp>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace tileproof::properties {

using text_table = std::map<std::string, std::string>;

// Replaces `$word` and `$0` by their values; a `$` without a value stays.
std::string filled(const std::string& text, const text_table& values);

struct layout_words {
    text_table bases, transforms;  // by their word in layout text
    text_table stages;             // whole stages, by their text without numbers
    std::string ids, stage, adaptor, chain;
};

bool has_words(const layout_words&, const base_description&);
bool has_words(const layout_words&, const stage_description&);

struct spelled_form {
    std::function<std::string(long_index_t)>
        number;                // "number<4>{}", "v[2]": asked in the order of the text
    bool chained = false;      // the stages as chained adaptors
    long_index_t vector = -1;  // the user's guarantee about the last dim; -1: none
};

// The expressions of d0, d1, ..; the last is the layout. Requires words for all of it. A malformed layout may have
// any lengths; if those below a transform are unknown, throws std::invalid_argument.
std::vector<std::string> spell(const layout_words&, const layout_description&, const spelled_form&);

// "    const auto d0 = ..;\n    const auto d1 = ..;\n    return d1;\n"
std::string body_of(const std::vector<std::string>& expressions);

}  // namespace tileproof::properties
