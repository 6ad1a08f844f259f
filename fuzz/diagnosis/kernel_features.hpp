// SPDX-License-Identifier: MIT
// The features of a case of a kernel, as its contract declares them.
//
//   features_of(transpose_contract(), range, c, "cpu")      rows 1, columns 2, batch 1, input_leading 4, ...
#pragma once

#include "fuzz/diagnosis/features.hpp"
#include "properties/kernel/contract.hpp"

namespace tileproof::diagnosis {

// Without dims that have one length in the range. `device`: on cpu a fence moves the buffers.
case_features features_of(const properties::kernel_contract&, const properties::kernel_range&,
                          const properties::kernel_case&, const std::string& device);

// Multiples and edges that the contract declares: of remainders.
std::set<long> moduli_of(const properties::kernel_contract&, const properties::kernel_range&);

// What a launch calls the distance between rows (0), matrices (1), ... of an operand: "input_leading", "a_stride".
std::string stride_name(const properties::contract_operand&, std::size_t level);

}  // namespace tileproof::diagnosis
