// SPDX-License-Identifier: MIT
// L13 refusal: a malformed layout is refused with an error that names the rule.
//
//   check_refusal(dynamic_layouts(), {"slice: end beyond the length",
//                                     "packed [4] -> {slice(0,5): 0 -> 0}", true, "slice"})   held
#pragma once

#include "properties/law_result.hpp"
#include "properties/layout/generator/malformed.hpp"
#include "properties/layout/subject.hpp"

namespace tileproof::properties {

// As text, and as a description where the case has one: the subject throws layout_error, whose
// message is a sentence with values that contains the word the rule goes by. Anything else thrown
// is a failure. Of a case that is not certain to be malformed, the text is refused like that, or it
// is a layout that prints to a text which reads as the same layout. Of one that is not certain and has
// a description, the text must be read as that.
law_result check_refusal(const layout_subject& subject, const malformed_layout& malformed);

}  // namespace tileproof::properties
