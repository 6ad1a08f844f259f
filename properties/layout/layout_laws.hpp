// SPDX-License-Identifier: MIT
// The laws of layouts, one checker each: the same function for examples, random cases, fuzz targets and the
// minimizer.
//
//   check_reference(observed_layout(subject, parse_layout("packed [1] -> {pad(0,1): 0 -> 0}")))
//     held, or a failure: unexpected element, index (1), offset 1, expected no offset. Its sentence: "In packed [1]
//     -> {pad(0,1): 0 -> 0}, index (1) has offset 1, but must have no element."
//
// A result can be discarded: the law does not apply to this layout, with a reason. A checker throws only what the
// subject throws, and asks the subject only for the observed layout and layouts built on it.
#pragma once

#include "properties/failure.hpp"
#include "properties/layout/observed.hpp"

namespace tileproof::properties {

struct malformed_layout;

// L1: 0 <= offset < element space size for every index that has an element. Asking for a single index gives the same
// as the listing, both as offset() and as the first hidden index.
law_result check_bounds(const observed_layout&);

// L2: lengths and every offset equal those of the array on which each transform was applied physically. Discarded if
// that array is too large.
law_result check_reference(const observed_layout&);

// L3: the layout's claim about itself is true. Injective: no two indices share an offset. Repeats: two do, including
// the two that it names. May repeat: it says why, and is too large to compare all.
law_result check_injective(const observed_layout&);

// L4: offset -> index -> offset and back are identities, and an offset without an index has no inverse. Discarded if
// the layout is not injective, or the subject has no inverse.
law_result check_inverse(const observed_layout&);

// L5: a coordinate moved to an index has the hidden index of one made there, for neighbours back and forth, far
// jumps, and through pads. Discarded if the subject cannot move or has no hidden index.
law_result check_move(const observed_layout&);

// L6: another form of the same layout has the same lengths, element space size, offsets, validity and hidden index
// (if both have one).
law_result check_forms(const layout_evaluator& other, const observed_layout&);

// L7: cut after any stage, the upper part leads to an index of the lower part with the same offset. Needs the
// subject, to make the lower parts. Discarded if there is no stage or no hidden index.
law_result check_chain(const layout_subject&, const observed_layout&);

// L9: the elements of a claimed vector exist, are valid or invalid together, are the claimed stride apart, and begin
// aligned if the stride is 1. Discarded if no vector of two or more is claimed.
law_result check_vectors(const observed_layout&);

// L10: on each dim of the layout, a pair of transforms that undo each other changes nothing: unmerge.merge,
// slice.pad, xor.xor, transpose.transpose, freeze.insert. Needs the subject, to make the layouts with the pair on
// top. Discarded if the layout is too large to list.
law_result check_pairs(const layout_subject&, const observed_layout&);
// The layouts with a pair on top that check_pairs makes; each must have the offsets of the layout without the pair.
std::vector<layout_description> layouts_with_pairs(const layout_description&,
                                                   const layout_index& lengths);

// L13: a malformed layout is refused with an error that names the rule.
//
//   check_refusal(dynamic_layouts(), {"slice: end beyond the length",
//                                     "packed [4] -> {slice(0,5): 0 -> 0}", true, "slice"})   held
//
// As text, and as a description if the case has one: the subject must throw layout_error with a sentence that has
// values and contains the word of the rule. Anything else thrown is a failure. If the case is not certain to be
// malformed, its text must be refused like that, or be a layout whose printed text reads as the same layout. If it
// has a description too, the text must read as that description.
law_result check_refusal(const layout_subject& subject, const malformed_layout& malformed);

// One of these laws except L6 and L13, for a subject and a valid description. A refusal is a failure of the law.
law_result check_layout(law_id law, const layout_subject&, const layout_description&);
law_result check_layout(law_id law, const layout_subject&,
                        const observed_layout&);  // throws the subject's refusal

// Parts of the failures of layout laws.
//
//   in_layout(parse_layout("packed [2,3]"), {1, 2})     where: index (1,2) in packed [2,3]
//   offset_or_none(5), offset_or_none(no_offset)        the facts 5 and nothing: "offset 5", "no element"

failure_place in_layout(const layout_description& layout, layout_index index = {});

fact offset_or_none(long_index_t offset);

bool is_inside(const layout_index& index, const layout_index& lengths);

// The kind of a wrong offset: missing_element, unexpected_element or wrong_value.
failure_kind kind_of_difference(long_index_t actual, long_index_t expected);

// The failure of a subject that refuses a valid layout; `why` is its message.
failure refused_layout(law_id law, const layout_description& layout, std::string why);

}  // namespace tileproof::properties
