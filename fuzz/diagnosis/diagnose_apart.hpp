// SPDX-License-Identifier: MIT
// A diagnosis that is made in a child process, because the subject is known to be wrong: a crash, a hang, an exception or
// endless memory on the way costs what it would have said, and nothing else.
//
//   diagnosis d = diagnose_apart([&] { return diagnose_finding(f, f.why, known, {.seconds = 4}); }, 5);
#pragma once

#include "fuzz/diagnosis/diagnose.hpp"

#include <functional>

namespace tileproof::diagnosis {

// Without `seen` and `product`. Throws std::runtime_error with a sentence when the child comes to no end in so many seconds,
// or to a bad one.
diagnosis diagnose_apart(const std::function<diagnosis()>& find_out, double seconds);

}  // namespace tileproof::diagnosis
