// SPDX-License-Identifier: MIT
// The kinds of contents that contracts choose from.
//
//   moved_data()        bits of any kind, for kernels that move data: coordinates, special, random (test_data.hpp)
//   number_data(...)    the classes of numbers that operands accept, for kernels that compute (number_data.hpp)
#pragma once

#include "properties/kernel/contract.hpp"
#include "properties/kernel/number_data.hpp"

namespace tileproof::properties {

contract_data moved_data();
// The numbers that each operand accepts in a case, and which operands are read.
using domain_function = std::function<number_domain(const kernel_case&, std::size_t operand)>;
contract_data number_data(const kernel_contract&, const contract_type&, const domain_function&);

// Fills structs: each member by `fill`, as if it were an operand of its own.
using fill_function = std::function<void(const fill_request&, bytes& packed)>;
void fill_members(const fill_request&, const element_type& of, const fill_function& fill,
                  bytes& packed);

// The whole numbers from 0 to the number of elements less one, each once.
void fill_each_once(const fill_request&, bytes& packed);

}  // namespace tileproof::properties
