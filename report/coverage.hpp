// SPDX-License-Identifier: MIT
// What the cases of a campaign covered, from the labels "group: value" that properties give them.
//
//   labels  "transform: pad" 40, "transform: xor" 7, "rank: 2" 61, "rank: 3" 39; required: two transforms
//   short   "transform 2/2, rank 2"
//   long    "transform: pad 40 %, xor 7 %"
//           "rank: 2 61 %, 3 39 %"
//   "largest n: 65537" is the largest length that a case had: "n to 65537"
#pragma once

#include "fuzz/campaign/campaign_report.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tileproof::properties {

using label_counts = std::map<std::string, std::int64_t, std::less<>>;

// How many values of each group were reached, and of how many where all are required; the groups
// that have required labels first. At most `width` columns: groups that do not fit are left out.
std::string covered_in_short(const label_counts& labels, const std::vector<std::string>& required,
                             std::size_t width);

// A line for each group, the most frequent value first, with its share of `cases`. Of a group with
// more than 20 values, how many there are and the three rarest.
std::vector<std::string> covered_in_full(const label_counts& labels, std::int64_t cases);

// Properties whose labels have the same groups share a generator, or nearly: one section for them all.
struct covered_section {
    std::vector<std::string> subjects;
    label_counts labels;
    std::int64_t cases = 0;
};
std::vector<covered_section> covered_sections(const campaign_report&);

}  // namespace tileproof::properties
