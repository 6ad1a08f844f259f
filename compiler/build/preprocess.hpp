// SPDX-License-Identifier: MIT
// The first step of compile_source.hpp: clang++ -E, and the options that it reports.
#pragma once

#include <string>

#include "compiler/build/compile_source.hpp"

namespace tileproof::user {

// Writes `file`; the compiler's messages go to standard error unchanged.
preprocessed_source preprocessed_into(const std::string& file, const source_request&);

}  // namespace tileproof::user
