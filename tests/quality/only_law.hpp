// SPDX-License-Identifier: MIT
// Which laws a planted bug breaks.
//
//   laws_broken_in(the properties of a layout whose slices forget where they begin, 500)  ==  {"L2"}
#pragma once

#include "fuzz/campaign/campaign.hpp"

#include <set>
#include <string>

namespace tileproof::properties {

inline std::set<std::string> laws_broken_in(const property_list& list, std::int64_t cases) {
    campaign_options o;
    o.seed = 1;
    o.cases = cases;
    o.minimize_seconds = 0;
    std::set<std::string> broken;
    for (const law_row& row : run_campaign(list, o).rows)
        if (row.what == law_row::verdict::failed) broken.emplace(about(row.law).code);
    return broken;
}

}  // namespace tileproof::properties
