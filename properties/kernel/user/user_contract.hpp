// SPDX-License-Identifier: MIT
// The contract that a user's kernel test declares: one of the catalogue's by name, or its own dims and operands.
//
//   user_contract(t).dims[0].key == "dims/0": cases are {"dims": [33], "slack": [0,0], "shift": [1,0], ...}
//
// slack: elements between rows beyond a row's length; shift: the pointer's distance in elements from its buffer's
// start. Both by operand.
#pragma once

#include "compiler/build/user_library.hpp"
#include "properties/kernel/contract.hpp"
#include "sdk/include/tileproof/kernel_test_data.hpp"

#include <functional>
#include <string>

namespace tileproof::properties {

// Throws sdk::mistake with a sentence for a declaration that makes no sense.
//   user_contract(t, {32, 64})         cases say "wave": "32" or "64": the lanes of a wave
// Without waves, or with 32 alone, they do not.
//
// An old kernel fills the outputs from the inputs; the sentence says what it does wrong, or nothing.
using old_answer = std::function<std::string(packed_call&)>;
kernel_contract user_contract(const sdk::test_data&, const std::vector<unsigned>& waves = {},
                              const old_answer& old = {});
// 32 if the case does not say.
unsigned wave_of(const kernel_contract&, const kernel_case&);
kernel_range user_range(const sdk::test_data&);
// The launch's "rows", "columns" and so on.
sdk::call user_call(const kernel_contract&, const kernel_case&,
                    std::vector<std::vector<long>>& strides, std::vector<void*>& pointers);

// The right answer from a user's reference, or the verdict of a user's predicate, and checks of these functions, whose
// mistakes are never the kernel's. Those throw wrong_declaration with a sentence: "The reference of sums leaves element
// (2) of y unset, for n = 3."

// Fills the outputs of the call from its inputs. Outputs begin as poison: what a reference leaves unchanged, it did
// not set. An exception and a write beyond an output are reported, too. If the process ends meanwhile, its crash note
// blames the reference.
void answer_with(const sdk::test_data& t, packed_call& p);

// The same with the outputs of an old kernel. Where the test bounds the distance to a reference, two right kernels are at
// most twice as far from each other.
void answer_with_old(const sdk::test_data& t, packed_call& p, const old_answer& old);

// Whether each number of the answer is one of an input, or a whole number up to the number of elements, such as an index or a count.
bool is_moved(const sdk::test_data& t, const packed_call& p);

// Asks again, with other poison and freshly drawn inputs: the answer must be the same, and `p` must still hold the
// inputs that it was given. Otherwise the reference is random, depends on earlier calls or on its outputs' contents,
// or changes an input.
void confirm_answer(const sdk::test_data& t, const packed_call& p);

// Why .accepts() rejects these outputs, by operand, or "" if it accepts them. A rejection is asked for twice.
std::string why_not_accepted(const sdk::test_data& t, const packed_call& p,
                             const std::vector<bytes>& outputs);

// A scalar of a declaration as a parameter of its contract: its possible values, and which are simpler.
//
//   .scalar<float>("beta", -2, 2)      drawn: 0, 1, -1, 0.5, 2, -2 often, else any float of the range
//                                      1.75 is made smaller through 0, 1, -1, 0.5, 2; then 1, 1.5
//   .scalar<int>("mode", {3, 1})       drawn: 3 or 1; 3 is the simplest

// Throws sdk::mistake with a sentence for an impossible scalar.
contract_parameter parameter_of(const sdk::test_data&, const sdk::scalar&);

// Lengths at which a user's launch changes: sizes of its blocks and grids, and elements per block. They are learned
// from launches of a few sizes that run no block, and drawn like the ends of tiles.
//
//   add<<<min((n + 95) / 96, 64), 96>>>(...)      96, and 6144 = 64 * 96, beyond which the grid stops growing
//   n is then often 95, 96, 97, 193, 6143, 6145

// For one test, as text; launches on this process's device cpu. Call it in a child process, because it runs the
// user's code.
std::string launch_edges(const compiler::user_library&, std::size_t test);
inline constexpr long longest_launch_edge = 1 << 17;  // many cases with more elements take too long
// Adds the result of launch_edges() to the test's declaration. Throws std::runtime_error if the text is malformed.
void add_launch_edges(compiler::user_library&, std::size_t test, const std::string& text);

// What a launch costs beside its elements (contract.hpp, launch_cost): threads of launches that run no block, and how often
// those of a small one meet.
std::string launch_cost_of(const compiler::user_library&, std::size_t test);
void add_launch_cost(compiler::user_library&, std::size_t test, const std::string& text);

}  // namespace tileproof::properties
