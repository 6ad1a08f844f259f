// SPDX-License-Identifier: MIT
// Is a barrier missing? The failing case of a race is run again as if one stood between its lines, and, where that is not
// enough, in front of the first of them, where the next round of a loop comes to it.
//
//   b.lines                         {14, 18}, of a race on shared memory `part`
//   try_barriers(b, property, the_case, 1)
//   b.barrier                       between: with one in front of line 18 nothing races, and the result is right
//   b.heading                       "Barrier missing between line 14 and line 18: race on shared memory `part`"
//   b.hides                         "once the barrier is there, 3 of 60 cases fail in another way, .."
//
// Where no barrier mends it (two threads compute the same index), the heading stays "Race on ...".
#pragma once

#include "fuzz/campaign/campaign_report.hpp"
#include "fuzz/finding/bug.hpp"
#include "fuzz/worker/rerun.hpp"
#include "properties/property.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace tileproof::diagnosis {

// Where the property of a finding is looked for: a stored one may be of another build than the campaign's.
using home_of_finding = std::function<fuzz::finding_properties&(const fuzz::finding&)>;

// The finding's property on the device that watches accesses; null: it is not there.
const properties::property* watched(fuzz::finding_properties&, fuzz::finding);

// Of a property that runs on a device which watches accesses. In child processes, within so many seconds in all.
void try_barriers(fuzz::bug&, const properties::property&, const nlohmann::json& the_case,
                  double seconds);

// With those barriers: what else fails, other than in these ways (properties::cause_key). Empty: nothing does in this time.
std::string failing_with_barriers(const fuzz::bug&, const properties::property_list&,
                                  std::size_t place, const std::set<std::string>& known,
                                  double seconds, std::size_t workers = 1);

struct standing_barriers {
    std::string file;
    std::vector<unsigned> lines;
};
// They stand in this process, and those that it forks, for the lifetime.
class barriers_in_place {
  public:
    explicit barriers_in_place(const standing_barriers&);
    ~barriers_in_place();
    barriers_in_place(const barriers_in_place&) = delete;
    barriers_in_place& operator=(const barriers_in_place&) = delete;
};

// Tries barriers for each race of the report, and then each other failing case of its kernel with those that mend it: what is
// right with them is the race's, and what stays wrong is a bug of its own. Returns the barriers with which each of the
// latter is wrong, by its leading finding: what the race does as well is no matter of its condition.
std::map<std::size_t, standing_barriers> settle_barriers(fuzz::campaign_report&,
                                                         const std::vector<fuzz::bug_evidence>&,
                                                         const home_of_finding&, double seconds,
                                                         std::size_t workers = 1);

}  // namespace tileproof::diagnosis
