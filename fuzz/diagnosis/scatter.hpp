// SPDX-License-Identifier: MIT
// The two lengths that show a condition best, and where its samples lie over them.
//
//   scatter_of(samples, "columns > rows")      x rows, y columns: those that the condition names come first
#pragma once

#include "fuzz/diagnosis/condition.hpp"
#include "fuzz/finding/case_scatter.hpp"

#include <span>

namespace tileproof::diagnosis {

properties::case_scatter scatter_of(std::span<const sample>, const condition&);

}  // namespace tileproof::diagnosis
