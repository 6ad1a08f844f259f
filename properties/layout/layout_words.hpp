// SPDX-License-Identifier: MIT
// A layout as C++ in the vocabulary of a library: this one's or another's (extras/subject).
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

// A layout as C++ source that makes the same descriptor in the static form.
//
//   packed [4] -> {pad(1,2): 0 -> 0}, each number known at compile time, as function made():
//
//   inline auto made() {
//       const auto d0 = make_naive_tensor_descriptor_packed<index_t>(make_tuple(number<4>{}));
//       const auto d1 = transform_tensor_descriptor(
//           d0, make_tuple(make_pad_transform(number<4>{}, number<1>{}, number<2>{})), ..);
//       return d1;
//   }

// "number<4>{}"; "long_number<4294967296>{}" if it does not fit in 32 bits.
inline std::string constant_text(long_index_t v) {
    const bool fits = v >= INT32_MIN && v <= INT32_MAX;
    return (fits ? "number<" : "long_number<") + std::to_string(v) + ">{}";
}

struct source_style {
    std::string index_type = "index_t";
    // How a number is written: "number<4>{}", "run_time(4)".
    std::function<std::string(long_index_t)> value = [](long_index_t v) {
        return constant_text(v);
    };
};

// Whether every length, stride and offset of a layout fits in 31 bits.
bool fits_index_t(const layout_description&);

// Source that builds it stage by stage, or from chained adaptors. Requires a description that is a layout.
std::string descriptor_source(const layout_description&, const std::string& function,
                              const source_style&, bool chained = false);

}  // namespace tileproof::properties
