// SPDX-License-Identifier: MIT
// Which laws a planted bug breaks.
//
//   laws_broken_in(the properties of a layout whose slices forget where they begin, 500)  ==  {"L2"}
#pragma once

#include "fuzz/campaign/campaign.hpp"

#include <set>
#include <string>

namespace tileproof::quality {

inline std::set<std::string> laws_broken_in(const properties::property_list& list,
                                            std::int64_t cases) {
    fuzz::campaign_options o;
    o.seed = 1;
    o.cases = cases;
    o.minimize_seconds = 0;
    std::set<std::string> broken;
    for (const fuzz::law_row& row : fuzz::run_campaign(list, o).rows)
        if (row.what == fuzz::law_row::verdict::failed)
            broken.emplace(properties::about(row.law).code);
    return broken;
}

}  // namespace tileproof::quality
