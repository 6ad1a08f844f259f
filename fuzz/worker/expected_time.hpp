// SPDX-License-Identifier: MIT
// How long a case would take, as lighter cases of its kind tell it: what is only long does not hang.
//
//   A case of 16,777,216 steps meets a limit of 10 s. Lighter ones take, in seconds of processor time,
//
//     steps       4,096    32,768    262,144    2,097,152
//     seconds     0.011     0.089       0.71          5.7     expected: 45.6 s, it is too long to be judged here
//     seconds    0.0001    0.0002     0.0009        0.006     expected: 0.05 s, it hangs
//
// A case with few steps is expected to be short, and of one that cannot be lighter nobody knows.
#pragma once

#include "fuzz/worker/worker.hpp"

#include <optional>
#include <string>

namespace tileproof::fuzz {

// The case met its time limit, as the worker or the device says.
bool met_its_limit(const worker_answer&);

// In seconds of processor time; nothing: nobody knows. Runs lighter cases until it is known that the next one would take longer than
// the limit.
std::optional<double> expected_seconds(worker&, const check_request&);

// Longer than a case may take, as far as lighter ones can say: these are not so exact.
bool is_too_long(std::optional<double> expected, double limit);
std::string too_long(double expected, double limit);  // a sentence

// Of the first run of a case: a tenth is enough for nearly all of them, and the others are run again.
double limit_of_first_run(double limit);

// Of a smaller case, while one that hangs is minimized: the smallest one is run again.
double limit_of_a_try(std::optional<double> expected, double limit);

// Of the second run of a case that has met its limit in a kernel: what is expected to be short need not be waited for as long, and what is
// expected to take half of the limit gets four times that limit before it is said to hang.
double limit_of_second_run(std::optional<double> expected, double limit);

}  // namespace tileproof::fuzz
