// SPDX-License-Identifier: MIT
// What can be wrong with a case.
//
//   name(failure_kind::out_of_bounds) == "out of bounds"
//
// The names stand in stored findings, so that they never change their meaning.
#pragma once

#include <span>
#include <string_view>

namespace tileproof::properties {

enum class failure_kind : unsigned char {
    unknown,  // only a sentence is known: of findings that were stored without more
    // Values.
    wrong_value,
    missing_element,     // nothing where an element must be
    unexpected_element,  // an element where nothing must be
    repeated,            // two places share what only one may have
    false_claim,         // what a subject says about itself is not so
    disagreement,        // two forms, two devices, or two ways to ask say different things
    // Results of a kernel.
    unwritten,
    overwritten,  // an input, a gap or what lies around a buffer
    not_repeatable,
    depends_on_surroundings,
    related_differs,  // a related call gives an unrelated result
    // Accesses and orders, as a checking device sees them; out_of_bounds also of an offset.
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
    stream_race,    // of work of two streams
    host_race,      // of work that the host has not waited for
    host_access,    // of the device's memory by the host
    unfenced_read,  // of what another block published
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
    threw,  // an exception that nobody expects
    // Refusals.
    refused_valid,
    accepted_malformed,
    wrong_exception,  // refused, but by something else than the documented error
    no_sentence,      // refused, but not with a sentence that names the rule and the values
    not_read_back,    // accepted, but its printed text is not the same thing again
};

std::string_view name(failure_kind);  // "wrong value"
std::span<const failure_kind> failure_kinds();

}  // namespace tileproof::properties
