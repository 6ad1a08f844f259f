// SPDX-License-Identifier: MIT
// What a bug is called, in the words of the field.
//
//   a race on shared memory, lines 14 and 18     "Race on shared memory `part` between line 14 and line 18"
//   a barrier between them mends it              "Barrier missing between line 14 and line 18: race on shared memory
//                                                 `part`"
//   line 18 writes at byte 8 of 8                "Write beyond the end of the output"
//   K2, 12 of 12 elements                        "The output is not written"
#pragma once

#include "fuzz/finding/bug.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tileproof::fuzz {

// `lead` is the best evidence, `of` the finding whose case shows it, `places` what names lines.
std::string heading_of(const properties::failure& lead, const finding& of,
                       const std::vector<const properties::failure*>& places);

// Is it a race within a block that a barrier may order? Two threads that write one element in one line it would not.
bool barrier_may_mend(const properties::failure&);

// The lines between which one barrier may mend all races; nothing when that is not the remedy. Equal lines: a loop that
// comes round to its line.
std::optional<line_pair> lines_around_barrier(
    const properties::failure& lead, const std::vector<const properties::failure*>& places);

// The first and the last line of these races: a barrier in front of the next round comes after all of them.
std::optional<line_pair> lines_of_round(const properties::failure& lead,
                                        const std::vector<const properties::failure*>& places);

// "Barrier missing between line 14 and line 18: race on shared memory `part`", once it was tried.
std::string barrier_heading(const properties::failure& lead, line_pair, missing_barrier);

// "shared memory `part`", "the output"
std::string memory_name(const properties::failure& located);

}  // namespace tileproof::fuzz
