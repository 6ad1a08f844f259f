// SPDX-License-Identifier: MIT
// The first step of compile_source.hpp: clang++ -E, and what it tells of itself.
#pragma once

#include <string>

#include "compiler/build/compile_source.hpp"

namespace tileproof::user {

// `file` is written; the compiler's messages go to standard error as they are.
preprocessed_source preprocessed_into(const std::string& file, const source_request&);

}  // namespace tileproof::user
