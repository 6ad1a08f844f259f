// SPDX-License-Identifier: MIT
// The simplest condition that all of many samples agree with: learned from some of them, and from those of the rest
// that say otherwise, until none does.
//
//   learn_from_all(8000 elements, those with r >= 32 not written)->text()      "r >= 32", exact on all 8000
#pragma once

#include "fuzz/diagnosis/condition.hpp"

#include <optional>
#include <vector>

namespace tileproof::diagnosis {

std::optional<condition> learn_from_all(const std::vector<sample>&);

}  // namespace tileproof::diagnosis
