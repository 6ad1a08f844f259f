// SPDX-License-Identifier: MIT
// What an old and a new kernel differ in besides their results: how exact they are, and what their accesses cost. As JSON, and
// to be called in a child process, because it runs the user's code.
#pragma once

#include "compiler/build/user_library.hpp"

#include <string>

namespace tileproof::properties {

// The largest errors of a test and of the old one, against runs of both in double for float. A library without
// compiler::cpu_in_double, or a test without floating-point outputs, has none: "null".
//
//   {"subject": "sums", "old_kernel": "sums in old.hip", "cases": 40, "told_in": 38,
//    "new": {"error": 3e-06, "not_finite": 0}, "old": {"error": 1e-06, "not_finite": 0}, "apart": 2e-08, "case": {...},
//    "sentence": "sums is 3 times less exact than ..."}
//
// An error is a share of the greatest right value of the output in that case; of the right value itself in elementwise tests.
// What is right is known only as far as the two runs in double agree. A case in which they are more than a quarter of the
// error apart tells nothing.
std::string numerics_of(const compiler::user_library&, std::size_t test);

// A medium case of the test on cpu-checked, line by line:
//
//   [{"kernel": "sum", "file": "new.hip", "line": 12, "memory": "device", "access": "read", "requests": 64, "lanes": 32.0,
//     "steps": 4.0, "fewest": 1.0}, ...]                 each of a request; steps: segments of 64 bytes, or passes over the banks
std::string efficiency_of(const compiler::user_library&, std::size_t test);

}  // namespace tileproof::properties
