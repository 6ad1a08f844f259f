// SPDX-License-Identifier: MIT
#include "tests/mutation/active.hpp"

#include "tests/mutation/mutant.hpp"

namespace tileproof::mutation {

int active_mutant = none;
unsigned char* reached = nullptr;

}  // namespace tileproof::mutation

// Called by mutated code: in any thread, also where every access is checked, which this one is not.
bool tileproof::cpu_engine::mutant_active(int id) noexcept {
    using namespace tileproof::mutation;
    if (reached) reached[id] = 1;
    return id == active_mutant;
}
