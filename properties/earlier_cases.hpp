// SPDX-License-Identifier: MIT
// What earlier cases have left behind in their process, in variables of somebody's code; and how it is forgotten.
//
//   cases_may_remember([code] { code->forget_cases(); })     // by whoever makes properties of such code
//   forget_earlier_cases();                                  // between two cases, in the process in which they run
//
// Some cases begin as in a fresh process, others with what those in front of them left, by the index alone, so that a
// campaign finds the same with any number of workers:
//
//   0 1 2 3 | 4 5 6 7 | 8 9 ..       5, 6 and 7 find what the others of these four left behind; all others nothing
//
// What fails with an earlier case and not alone depends on what the launch remembers: a table that it sets up once, a pointer.
// Its case then has the others that must run first: {"rows": 7, ..., "after": [{"rows": 3, ...}]}.
#pragma once

#include <cstdint>
#include <functional>

namespace tileproof::properties {

// False: the code is gone, and is not asked again.
void cases_may_remember(std::function<bool()> forget);
bool cases_may_remember();
void forget_earlier_cases();

struct case_groups {
    static constexpr std::int64_t size = 8, first_kept = 5;

    static constexpr bool keeps(std::int64_t index) { return index % size >= first_kept; }
    // The first case of which this one may find something.
    static constexpr std::int64_t begin_of(std::int64_t index) {
        return keeps(index) ? index - index % size + first_kept - 1 : index;
    }
    // Where a slice that would end at `index` ends.
    static constexpr std::int64_t end_from(std::int64_t index) {
        return (index + size - 1) / size * size;
    }
};

}  // namespace tileproof::properties
