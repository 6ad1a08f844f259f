// SPDX-License-Identifier: MIT
// Values of names to try before a proof is searched, and the smallest like those that Z3 found after it.
#pragma once

#include "extras/prove/named_layout.hpp"

namespace tileproof::prove {

// The values of all free names, those with the smallest sum of distances from their least values first, until the time
// is over, 2000 were visited, or `visit` is false. Computed names have none yet.
void each_small_size(const assumptions&, double seconds,
                     const std::function<bool(const values&)>& visit);

// Values of all free names that are broken, with each name as small as taking less and less of it away makes it.
values made_smaller(const assumptions&, values,
                    const std::function<bool(const values&)>& is_broken);

// Whether a layout has so few indices that all are compared. requires the values of computed names
bool is_small(const named_layout&, const values&);

}  // namespace tileproof::prove
