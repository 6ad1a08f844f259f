// SPDX-License-Identifier: MIT
// Turns a case into a call: draws the contents, computes the right answer, and spreads everything over the operands'
// memory.
//
//   packed_call packed = contents_of(contract, c);     // inputs drawn
//   contract.reference(packed);                        // outputs, values, bounds set
//   kernel_call call = call_of(packed, kernel, device) // what check_call() judges
#pragma once

#include "properties/kernel/contract.hpp"

namespace tileproof::properties {

// The extents of all operands, without contents.
packed_call empty_call(const kernel_contract&, const kernel_case&);

// Inputs filled, outputs sized.
packed_call contents_of(const kernel_contract&, const kernel_case&);

// The use of an operand in this case.
operand_use use_of(const kernel_contract&, const kernel_case&, std::size_t operand);

// Keeps a reference to the kernel but not to `packed`.
kernel_call call_of(const packed_call&, const contract_kernel&, devices::device&);

// K8: the contents and the answer of a related call.
packed_call packed_of(const kernel_contract&, related_call);

// The packed elements of the first output in its buffer.
bytes packed_output(const packed_call&, const bytes& buffer);
std::size_t first_output(const kernel_contract&);  // none: the number of operands

// Pointers by operand, from those of the call's inputs and outputs.
std::vector<void*> pointers_of(const kernel_contract&, const kernel_case&,
                               std::span<void* const> in, std::span<void* const> out);

}  // namespace tileproof::properties
