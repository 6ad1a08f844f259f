// SPDX-License-Identifier: MIT
// Z3, which clang 19 brings along: loaded when it is first asked, because nothing else needs its 30 MB.
#pragma once

#include "extras/prove/polynomial.hpp"

#include <string>

namespace tileproof::prove {

struct solver_answer {
    enum class kind { no_model, model, unknown } what = kind::unknown;
    values model;     // of the names that were asked for
    std::string why;  // for unknown
};

// Whether a query in SMT-LIB 2 (declarations and assertions) has a model. Z3 gives up after so many millions of its
// steps, about 8 a second, so that the answer is the same on a busy machine, or after so many seconds, as not all are counted.
solver_answer solve(const std::string& query, const std::vector<std::string>& names = {},
                    int million_steps = 16, double seconds = 300);

// Empty if Z3 can be asked; otherwise what to do.
std::string why_no_solver();

}  // namespace tileproof::prove
