// SPDX-License-Identifier: MIT
// `tileproof subject`: applies the laws to the layouts of another library.
//
//   tileproof subject ck_tile --include /opt/rocm/include --report departures.md
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tileproof::command {

struct subject_options {
    std::string what;                  // a name in subjects/, or a folder with a subject.json
    std::vector<std::string> include;  // folders with the library's headers
    std::string compiler;              // empty: one is searched for
    std::optional<std::uint64_t> seed;
    std::int64_t cases = 0;  // 0: as many as fit in the budget
    double budget_seconds = 300;
    int jobs = 0;
    std::vector<std::string> reports;  // .md or .json
    std::string keep;                  // folder to keep generated programs in; empty: none
};

int subject(const subject_options&);

}  // namespace tileproof::command
