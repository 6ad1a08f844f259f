// SPDX-License-Identifier: MIT
// Whether two bugs that were told apart are one, by what is known once they are explained.
//
//   Two threads write one element of y         races_with_other_data(): with other data of those lengths they do so in the
//   Wrong values in y                          case of the second one as well
//   Wrong values in y; in kept                 wrong_in_the_same_cases(): y is wrong in 40 of 300 cases, `kept` in 90, and in all
//                                              of the 40
#pragma once

#include "fuzz/diagnosis/missing_barriers.hpp"
#include "fuzz/finding/bug.hpp"
#include "fuzz/finding/finding.hpp"

#include <string>
#include <vector>

namespace tileproof::diagnosis {

bool is_wrong_value(const fuzz::bug&);

// Two outputs of one kernel hold values that are wrong by the same line, as far as is known. Not by the one that stores one of
// them, which both come to if the other is made of it.
bool wrong_together(const fuzz::bug& a, const fuzz::bug& b);

// Two accesses outside, for one variable that is below zero, or to one operand, whose start nobody misses by two mistakes.
bool below_zero_together(const fuzz::bug& a, const fuzz::bug& b);

// Of what the exact conditions of two bugs compare.
bool have_nothing_in_common(const std::vector<std::string>& a, const std::vector<std::string>& b);

// Two threads store to one element of an output with some data; with others of the same lengths its values are wrong.
bool races_with_other_data(const fuzz::bug& race, const fuzz::bug& wrong,
                           const fuzz::finding& of_race, const fuzz::finding& of_values,
                           const home_of_finding& home);

// Two outputs: wherever one is wrong, so is the other one, which is right in many other cases. Of bugs that have neither an exact
// condition nor a change that mends them.
bool wrong_in_the_same_cases(const fuzz::bug&, const fuzz::bug&, const fuzz::finding& of_first,
                             const fuzz::finding& of_second, const home_of_finding&);

}  // namespace tileproof::diagnosis
