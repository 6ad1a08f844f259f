// SPDX-License-Identifier: MIT
// What the cases of a campaign covered, from the "group: value" labels that properties give them.
//
//   labels  "transform: pad" 40, "transform: xor" 7, "rank: 2" 61, "rank: 3" 39; required: two transforms
//   short   "transform 2/2, rank 2"
//   long    "transform: pad 40 %, xor 7 %"
//           "rank: 2 61 %, 3 39 %"
// "largest n: 65537" is the largest length of any case, shown as "n to 65537"
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "fuzz/campaign/campaign_report.hpp"

namespace tileproof::report {

using label_counts = std::map<std::string, std::int64_t, std::less<>>;

// How many values of each group were reached, out of how many if all are required; groups with required labels come
// first. At most `width` columns: groups that do not fit are left out.
std::string covered_in_short(const label_counts& labels, const std::vector<std::string>& required,
                             std::size_t width);

// A line for each group, the most frequent value first, with its share of `cases`. For a group of more than 20
// values: their number and the three rarest.
std::vector<std::string> covered_in_full(const label_counts& labels, std::int64_t cases);

// Properties whose labels have the same groups have (nearly) the same generator and share a section.
struct covered_section {
    std::vector<std::string> subjects;
    label_counts labels;
    std::int64_t cases = 0;
};
std::vector<covered_section> covered_sections(const fuzz::campaign_report&);

}  // namespace tileproof::report
