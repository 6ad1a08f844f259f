// SPDX-License-Identifier: MIT
// The right answer from a user's reference, or the verdict of a user's predicate, and checks of these functions, whose
// mistakes are never the kernel's. Those throw wrong_declaration with a sentence: "The reference of sums leaves element
// (2) of y unset, for n = 3."
#pragma once

#include "properties/kernel/contract.hpp"
#include "sdk/include/tileproof/kernel_test_data.hpp"

namespace tileproof::properties {

// Fills the outputs of the call from its inputs. Outputs begin as poison: what a reference leaves unchanged, it did
// not set. An exception and a write beyond an output are reported, too. If the process ends meanwhile, its crash note
// blames the reference.
void answer_with(const sdk::test_data& t, packed_call& p);

// Asks again, with other poison and freshly drawn inputs: the answer must be the same, and `p` must still hold the
// inputs that it was given. Otherwise the reference is random, depends on earlier calls or on its outputs' contents,
// or changes an input.
void confirm_answer(const sdk::test_data& t, const packed_call& p);

// Why .accepts() rejects these outputs, by operand, or "" if it accepts them. A rejection is asked for twice.
std::string why_not_accepted(const sdk::test_data& t, const packed_call& p,
                             const std::vector<bytes>& outputs);

}  // namespace tileproof::properties
