// SPDX-License-Identifier: MIT
// A second bug that one finding hides: a change that breaks nothing makes some of the failing cases right, and another one, in
// another statement, makes others right; both together make all right.
//
//   len % 16 != 0 reads too far (line 17), kvh > 1 and groups > 1 takes the wrong head (line 15):
//   find_second_bug(...)->what.the_case     kvh 2, groups 2, len 16: only line 15 makes it wrong
//                       ->of_first          the change in line 17, with which only the second bug is left
//
// Beside an access outside, values of another operand that stay wrong are one as well, without a change that mends them; beside
// elements that are not written, values that stay wrong.
#pragma once

#include "fuzz/diagnosis/changed_kernel.hpp"
#include "fuzz/finding/bug.hpp"
#include "fuzz/finding/finding.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tileproof::diagnosis {

struct numbered_change {
    std::size_t number = 0;  // of tried_changes
    devices::small_change what;
};

struct second_bug {
    fuzz::finding what;  // its smallest case
    std::vector<fuzz::likely_line> lines, lines_of_first;
    devices::tried_changes::numbers of_first{}, of_second{};  // 0: none is known
};

// `firsts`: positions of changes that mend some case and break none, the best first. `failing` begins with the finding's case.
std::optional<second_bug> find_second_bug(changed_kernel&, const fuzz::finding&,
                                          const std::vector<numbered_change>& changes,
                                          const std::vector<std::size_t>& firsts,
                                          std::vector<nlohmann::json> failing,
                                          std::vector<nlohmann::json> passing);

// The line where the statement begins that goes on in this one, as far as the text tells.
unsigned begin_of_statement(const std::string& file, unsigned line);

}  // namespace tileproof::diagnosis
