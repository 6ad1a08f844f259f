// SPDX-License-Identifier: MIT
// Adds to `found` what of one translation unit can be mutated, in files that `asked` takes.
//
//   return x + 1;     arithmetic `+` and constant `1`
//   if (a < b)        relational `<`
#pragma once

#include "tests/mutation/mutants.hpp"

namespace clang {
class ASTContext;
}

namespace tileproof::mutation {

void find_mutants(clang::ASTContext& context, const where& asked, site_map& found);

}  // namespace tileproof::mutation
