// SPDX-License-Identifier: MIT
// Layout text: a layout in one line that people can type and read, and its canonical form.
//
//   parse_layout("naive [256, 128] strides [128, 1] -> {unmerge(4, 64): 0 -> 0,1; pass: 1 -> 2}")
//   print_layout of that:
//     "naive [256,128] strides [128,1] -> {unmerge(4,64): 0 -> 0,1; pass: 1 -> 2}"
//
//   layout := base ( "->" stage )*
//   base   := "packed" list
//           | "naive" list "strides" list [ "offset" int ]
//           | "aligned" list "align" int
//   stage  := "{" item ( ";" item )* "}"
//   item   := name [ "(" args ")" ] ":" dims "->" dims      lower dims before, upper dims after it
//   dims   := "()" | int ( "," int )*
//   list   := "[" int ( "," int )* "]"
//   name   := a word of transform_kind.hpp, or merge_magic, which is merge
//   args   := int ( "," int )* | list | list "," list       gather([entries]), embed([lengths],[strides])
//
// For every text that is a layout, parse(print(parse(text))) == parse(text). Lengths that follow from the layout so
// far are not written, and rules about values are checked by `layout`, not here.
#pragma once

#include <tileproof/layout/parser.hpp>
#include <tileproof/layout/printer.hpp>

namespace tileproof {

// Errors: layout_error with the column and what was expected there; also for a number that does not fit in 64 bits
// and for a text beyond the limits of layout/limits.hpp.
inline layout_description parse_layout(std::string_view text) {
    return detail::layout_parser(text).layout();
}

}  // namespace tileproof
