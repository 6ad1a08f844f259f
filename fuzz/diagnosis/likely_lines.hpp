// SPDX-License-Identifier: MIT
// Which lines are likely the wrong ones of a kernel that stores wrong values: small changes of it are tried on the failing case
// and on cases around it, failing and passing ones.
//
//   int sum = 1;                       with 0 in place of 1 the failing case is right, so are 11 more that fail, and 12
//                                      that pass stay right
//   likely_lines(f, ...).lines[0]      {"k.hip", 8, 15, "with 0 in place of 1, all 24 cases are right"}
//
// First lines where a change mends all cases, then those where one mends some and breaks none, then what only wrong results
// depend on. Needs the compiler that the passes are for; knows nothing else of the language.
#pragma once

#include "fuzz/diagnosis/second_bug.hpp"
#include "fuzz/finding/bug.hpp"
#include "fuzz/finding/finding.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

namespace tileproof::diagnosis {

struct found_lines {
    std::vector<fuzz::likely_line>
        lines;  // the likeliest first, three at most; none: nothing is known
    // Of other findings of the kernel, those that the change mends that makes all of this bug's cases right, and those of other
    // laws than this bug's whose cases go on to fail all of them.
    std::vector<std::size_t> mended, left;
    bool itself = false;                 // there is such a change
    std::optional<second_bug> second{};  // that the finding hides
    kernel_with_changes with_change{};
};

// The finding's source is compiled once more, into `cache`, which takes its time beside the `seconds`.
found_lines likely_lines(const fuzz::finding&, const std::filesystem::path& cache, double seconds,
                         const std::vector<const fuzz::finding*>& others = {});

}  // namespace tileproof::diagnosis
