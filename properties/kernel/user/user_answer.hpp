// SPDX-License-Identifier: MIT
// The right answer of a user's reference, and what may be wrong with the reference itself: that is never the kernel's
// fault. All of these throw wrong_declaration with a sentence: "The reference of sums leaves element (2) of y unset, for n = 3."
#pragma once

#include "properties/kernel/contract.hpp"
#include "sdk/include/tileproof/kernel_test_data.hpp"

namespace tileproof::properties {

// Fills the outputs of the call; its inputs are there. Outputs begin as poison: what a reference leaves as it was, it did
// not set. Also said: an exception, and a write behind an output. If the process ends meanwhile, its crash note says whose.
void answer_with(const user::test_data& t, packed_call& p);

// Asks again, with other poison and inputs that are drawn anew: the answer must be the same, and `p` must hold the inputs that
// it was given. Otherwise the reference is random, depends on what it did before or on what its outputs held, or changes
// an input.
void confirm_answer(const user::test_data& t, const packed_call& p);

}  // namespace tileproof::properties
