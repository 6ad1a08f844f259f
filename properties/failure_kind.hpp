// SPDX-License-Identifier: MIT
// The kinds of failures.
//
//   name(failure_kind::out_of_bounds) == "out of bounds"
//
// Stored findings contain the names, so their meaning never changes.
#pragma once

#include <span>
#include <string_view>

namespace tileproof::properties {

enum class failure_kind : unsigned char {
    unknown,  // only a sentence is known: findings stored without more
    // Values.
    wrong_value,
    missing_element,     // no element where there must be one
    unexpected_element,  // an element where there must be none
    repeated,            // two positions share something that only one may have
    false_claim,         // a subject's statement about itself is wrong
    disagreement,        // two forms, devices or queries disagree
    // Results of a kernel.
    unwritten,
    overwritten,  // an input, a gap, or memory around a buffer
    not_repeatable,
    depends_on_surroundings,
    not_accepted,     // by the predicate of a test
    related_differs,  // a related call gives an unrelated result
// Accesses, their order and ends, as seen by a device that checks each access; out_of_bounds also for an offset.
#define FAULT(kind, ...) kind,
#include "devices/faults.def"
#undef FAULT
    // Ends.
    crash,         // a signal
    process_exit,  // the process ended itself
    device_error,
    threw,  // an unexpected exception
    // Refusals.
    refused_valid,
    accepted_malformed,
    wrong_exception,  // refused, but not with the documented error
    no_sentence,      // refused, but without a sentence that names the rule and the values
    not_read_back,    // accepted, but its printed text reads as something else
};

std::string_view name(failure_kind);  // "wrong value"
std::span<const failure_kind> failure_kinds();

// "Division by zero", for faults whose title depends on nothing else; empty for all others.
std::string_view plain_heading(failure_kind);

}  // namespace tileproof::properties
