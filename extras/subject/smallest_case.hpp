// SPDX-License-Identifier: MIT
// Makes a failing case as small as it gets, while it fails in the same way. What the steps of one round need is
// compiled together.
//
//   make_smallest(t, c, "L1 wrong value element space size")     naive [0,4] strides [5,1], what all laws say of it
#pragma once

#include "extras/subject/trial.hpp"

#include <functional>
#include <variant>

namespace tileproof::subject {

using any_case = std::variant<outside_case, tile_encoding>;
// A list of a tile would take anything, so the alternative is named.
inline any_case either(outside_case c) {
    return any_case(std::in_place_type<outside_case>, std::move(c));
}
inline any_case either(tile_encoding e) { return any_case(std::in_place_type<tile_encoding>, e); }

struct smallest_case {
    any_case what;
    verdict says;
    bool minimal = false;  // no single step makes it smaller; else the time was up
};

// `cause` is the symptom() of the failure that must stay.
smallest_case make_smallest(trial&, any_case, const std::string& cause,
                            const std::function<bool()>& spent);

}  // namespace tileproof::subject
