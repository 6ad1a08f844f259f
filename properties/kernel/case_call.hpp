// SPDX-License-Identifier: MIT
// Turns a case into a call: draws the contents, computes the right answer, and spreads everything over the operands'
// memory.
//
//   packed_call packed = contents_of(contract, c);     // inputs drawn
//   contract.reference(packed);                        // outputs, values, bounds set
//   kernel_call call = call_of(packed, kernel, device) // what check_call() judges
#pragma once

#include "properties/kernel/contract.hpp"

#include <nlohmann/json_fwd.hpp>

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

// The packed elements of an operand, or of the first output, in its buffer.
bytes packed_operand(const packed_call&, std::size_t operand, const bytes& buffer);
bytes packed_output(const packed_call&, const bytes& buffer);
std::size_t first_output(const kernel_contract&);  // none: the number of operands

// Pointers by operand, from those of the call's inputs and outputs.
std::vector<void*> pointers_of(const kernel_contract&, const kernel_case&,
                               std::span<void* const> in, std::span<void* const> out);

// Cases of kernel contracts as JSON, with the keys that the contract declares.
//
//   transpose   {"type": "float32", "rows": 1, "columns": 2, "batch": 1, "input_leading": 2, ...,
//                "input_offset": 0, ..., "data": "coordinates", "data_seed": 0, "fence": "none", "repeats": 1}
//   product     {"types": "f32_f16", "m": 1, ..., "a": {"column_major": false, "leading": 3}, ..., "alpha": 1.0, ...}
//   a user's    {"dims": [33], "slack": [0,0], "shift": [1,0], ...}
//
// A key with a slash names a member of an object, or of a list if a number follows the slash.

nlohmann::json to_json(const kernel_contract&, const kernel_case&);

// Throws bad_case with a sentence for missing keys, unknown names, and cases that would take too much memory or work.
// A problem that makes no sense is a valid case: the kernel must refuse it.
kernel_case case_from_json(const kernel_contract&, const nlohmann::json&);

}  // namespace tileproof::properties
