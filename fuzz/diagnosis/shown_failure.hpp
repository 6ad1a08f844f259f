// SPDX-License-Identifier: MIT
// Is a failure one of those that an observed call shows? Of a kernel with two bugs the elements tell about one of them.
//
//   1 x 2 transposed, (0,1) lies at offset 2 of 2    K3, a write of the output at byte 8       yes: there it lies
//                                                    K2, an element is not written             yes: nothing lies at 1
//                                                    K6, a race on shared memory               no
#pragma once

#include <span>

#include "fuzz/diagnosis/condition.hpp"
#include "fuzz/finding/bug.hpp"
#include "properties/failure.hpp"
#include "properties/kernel/contract.hpp"
#include "properties/kernel/observed_call.hpp"

namespace tileproof::diagnosis {

bool shows(const properties::kernel_contract&, const properties::observed_call&,
           const properties::failure&);

// The two lengths that show a condition best, and where its samples lie over them.
//
//   scatter_of(samples, "columns > rows")      x rows, y columns: those that the condition names come first

fuzz::case_scatter scatter_of(std::span<const sample>, const condition&);

}  // namespace tileproof::diagnosis
