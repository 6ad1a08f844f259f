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
    // Accesses and their order, as seen by a checking device; out_of_bounds also for an offset.
    out_of_bounds,
    use_after_free,
    invalid_free,
    index_outside,
    misaligned,
    constant_written,
    uninitialised,
    uninitialised_variable,  // a thread's own
    race,
    same_value_race,
    stream_race,    // between work on two streams
    host_race,      // with work that the host has not waited for
    host_access,    // to the device's memory, by the host
    unfenced_read,  // of data published by another block
    divergent_barrier,
    divergent_wave,
    wave_waits_for_itself,
    too_much_shared_memory,
    division_by_zero,
    null_call,
    assertion,
    // Ends.
    hang,
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

}  // namespace tileproof::properties
