// SPDX-License-Identifier: MIT
// The required form of a refusal's message: a full sentence with values that names the offending thing.
//
//   lacking("slice ends beyond the length", {})      "a sentence that ends with a full stop"
//   lacking("A slice to 5 exceeds length 4.", "slice")   ""
#pragma once

#include <string>
#include <string_view>

namespace tileproof::properties {

// Words, more than ten characters, and a full stop.
bool is_sentence(std::string_view text);

// What the message lacks; empty if nothing. `must_name` empty: any word will do.
std::string lacking(std::string_view refusal, std::string_view must_name = {});

// Any bytes as text: unprintable ones as \x7f, cut after 400 characters.
std::string readable(std::string_view bytes);

}  // namespace tileproof::properties
