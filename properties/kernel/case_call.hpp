// SPDX-License-Identifier: MIT
// A case as a call: contents drawn, the right answer computed, everything spread over the operands' memory.
//
//   packed_call packed = contents_of(contract, c);     // inputs drawn
//   contract.reference(packed);                        // outputs, values, bounds set
//   kernel_call call = call_of(packed, kernel, device) // what check_call() judges
#pragma once

#include "properties/kernel/contract.hpp"
#include "properties/kernel/kernel_call.hpp"

namespace tileproof::properties {

// Extents of all operands, and nothing in them.
packed_call empty_call(const kernel_contract&, const kernel_case&);

// Inputs filled, outputs of the right size.
packed_call contents_of(const kernel_contract&, const kernel_case&);

// What an operand is in this case.
operand_use use_of(const kernel_contract&, const kernel_case&, std::size_t operand);

// Keeps a reference to the kernel, none to `packed`.
kernel_call call_of(const packed_call&, const contract_kernel&, kernels::device&);

// A second call as contents and answer: K8.
packed_call packed_of(const kernel_contract&, related_call);

// The packed elements of the first output in its buffer.
bytes packed_output(const packed_call&, const bytes& buffer);
std::size_t first_output(const kernel_contract&);  // none: the number of operands

// Pointers by operand, from those of the call's inputs and outputs.
std::vector<void*> pointers_of(const kernel_contract&, const kernel_case&,
                               std::span<void* const> in, std::span<void* const> out);

}  // namespace tileproof::properties
