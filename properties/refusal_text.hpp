// SPDX-License-Identifier: MIT
// What a refusal must say: a full sentence, with values, that names what it goes by.
//
//   lacking("slice ends beyond the length", {})      "a sentence that ends with a full stop"
//   lacking("A slice to 5 exceeds length 4.", "slice")   ""
#pragma once

#include <string>
#include <string_view>

namespace tileproof::properties {

// More than ten characters, words, a full stop.
bool is_sentence(std::string_view text);

// What the refusal should have been; empty: nothing is missing. `must_name` empty: any word will do.
std::string lacking(std::string_view refusal, std::string_view must_name = {});

// Any bytes, those that cannot be printed as \x7f, cut after 400 characters.
std::string readable(std::string_view bytes);

}  // namespace tileproof::properties
