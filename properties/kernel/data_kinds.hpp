// SPDX-License-Identifier: MIT
// The kinds of contents that contracts choose from.
//
//   moved_data()     bits of any kind, for kernels that move them: coordinates, special, random (test_data.hpp)
//   number_data()    small whole numbers and small fractions, for arithmetic: integers, random
#pragma once

#include "properties/kernel/contract.hpp"

namespace tileproof::properties {

contract_data moved_data();
contract_data number_data();

// Numbers from `least` to `most`, both ends among the first; whole ones of integers, and where both are whole.
void fill_range(const fill_request&, double least, double most, bytes& packed);

// Structs, each member by `fill` as if it were an operand of its own.
using fill_function = std::function<void(const fill_request&, bytes& packed)>;
void fill_members(const fill_request&, const element_type& of, const fill_function& fill,
                  bytes& packed);

// The whole numbers from 0 to below the number of elements, each once.
void fill_each_once(const fill_request&, bytes& packed);

}  // namespace tileproof::properties
