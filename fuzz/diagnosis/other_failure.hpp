// SPDX-License-Identifier: MIT
// A failure seen while another bug's condition was learned: in a case that does not show that bug, and in which no line is known
// to be wrong. Most likely it is a bug that hides behind the first one in most cases.
//
//   rows % 64 != 0 reads beyond x (line 11); with 128 rows and 300 columns `count` is 100 and must be 150:
//   other_failure::of({"dims": [128, 300]}, result)      that case, and its wrong value
//   smallest(it, f, p, 1)->the_case                      {"dims": [64, 101]}
#pragma once

#include "fuzz/finding/finding.hpp"
#include "properties/property.hpp"

#include <nlohmann/json.hpp>
#include <optional>

namespace tileproof::diagnosis {

struct other_failure {
    nlohmann::json the_case;
    properties::failure why;

    // Nothing if all laws hold, or a line is known of one that does not.
    static std::optional<other_failure> of(const nlohmann::json& the_case,
                                           const properties::case_result&);
};

// Wrong or missing values, of which no line is known.
bool is_about_values(const properties::failure&);

// A fault of one line, which is seen in each case that has it: what fails in others does not follow from it.
bool shows_wherever_it_is(const properties::failure&);

// As a finding beside `f`, whose property is given, in the smallest case that fails in this way; nothing if it does not fail
// again.
std::optional<fuzz::finding> smallest(const other_failure&, const fuzz::finding& f,
                                      const properties::property&, double seconds);

}  // namespace tileproof::diagnosis
