// SPDX-License-Identifier: MIT
// State that earlier cases have left in variables of the code under test, and how to reset it.
//
//   cases_may_remember([code] { code->forget_cases(); })     // called by the maker of properties of such code
//   forget_earlier_cases();                                  // between two cases, in the process in which they run
//
// Some cases start as in a fresh process, others with what the cases before them left. Only the index decides, so a
// campaign finds the same with any number of workers:
//
//   0 1 2 3 | 4 5 6 7 | 8 9 ..       5, 6 and 7 find what earlier ones of their four left; all others start fresh
//
// If a case fails only after an earlier one, its result depends on what a launch remembers: a table that it sets up
// once, a pointer. The case then lists the others that must run first: {"rows": 7, ..., "after": [{"rows": 3, ...}]}.
#pragma once

#include <cstdint>
#include <functional>

namespace tileproof::properties {

// `forget` returns false if the code is gone; it is not called again.
void cases_may_remember(std::function<bool()> forget);
bool cases_may_remember();
void forget_earlier_cases();

struct case_groups {
    static constexpr std::int64_t size = 8, first_kept = 5;

    static constexpr bool keeps(std::int64_t index) { return index % size >= first_kept; }
    // The first case whose leftovers this one may find.
    static constexpr std::int64_t begin_of(std::int64_t index) {
        return keeps(index) ? index - index % size + first_kept - 1 : index;
    }
    // The end of a slice that would otherwise end at `index`.
    static constexpr std::int64_t end_from(std::int64_t index) {
        return (index + size - 1) / size * size;
    }
};

}  // namespace tileproof::properties
