// SPDX-License-Identifier: MIT
// L13 refusal: a malformed layout is refused with an error that names the rule.
//
//   check_refusal(dynamic_layouts(), {"slice: end beyond the length",
//                                     "packed [4] -> {slice(0,5): 0 -> 0}", true, "slice"})   held
#pragma once

#include "properties/failure.hpp"
#include "properties/layout/generator/malformed.hpp"
#include "properties/layout/subject.hpp"

namespace tileproof::properties {

// As text, and as a description if the case has one: the subject must throw layout_error with a sentence that has
// values and contains the word of the rule. Anything else thrown is a failure. If the case is not certain to be
// malformed, its text must be refused like that, or be a layout whose printed text reads as the same layout. If it
// has a description too, the text must read as that description.
law_result check_refusal(const layout_subject& subject, const malformed_layout& malformed);

}  // namespace tileproof::properties
