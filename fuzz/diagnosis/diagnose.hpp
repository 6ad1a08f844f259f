// SPDX-License-Identifier: MIT
// All that more cases tell about one bug: when it fails, what does not matter, and what the kernel does instead.
//
//   diagnosis d = diagnose({.properties = list, .place = 0, .the_case = smallest}, {.seconds = 4});
//   d.fails_when     "exactly when columns > 1 and columns != rows (212 failing, 540 passing cases, no exception)"
//   d.whatever       "any batch, any type, any strides, any alignment, any data"
//   d.instead        "element (r,c) of the input arrives at r + c * columns; must be at r + c * rows (5 shapes, 212 elements)"
//   d.picture        the smallest case as two small matrices
//
// Nothing is said that a single case denies. Then d.tried says how many conditions and cases were tried.
#pragma once

#include "fuzz/diagnosis/condition.hpp"
#include "fuzz/diagnosis/sampling.hpp"

#include <optional>
#include <string>

namespace tileproof::diagnosis {

struct diagnosis {
    std::string fails_when, whatever, tried, instead, picture;
    std::optional<condition> rule;  // that fails_when says
    std::size_t failing = 0, passing = 0;
    double seconds = 0;

    std::string when() const;  // fails_when with what does not matter; or what was tried
    std::string what() const;  // instead, with the picture
};

diagnosis diagnose(sampling_request, sampling_limits);

// Does the answer show this failure? By the law and its cause; nothing where another failure may hide it.
std::function<std::optional<bool>(const properties::worker_answer&)> shows_failure(
    const properties::failure&);

}  // namespace tileproof::diagnosis
