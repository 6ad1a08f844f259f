// SPDX-License-Identifier: MIT
// What a law found wrong, for tests that look at it.
//
//   EXPECT_EQ(wrong(check_bounds(seen)).where.index, (layout_index{1, 0}));
#pragma once

#include "properties/failure.hpp"

#include <gtest/gtest.h>

namespace tileproof::properties {

// A failure of no kind, and a failed test, when nothing is wrong.
inline failure wrong(const law_result& r) {
    if (r.why) return *r.why;
    ADD_FAILURE() << about(r.law).code << " found nothing wrong.";
    return {};
}

using index_list = std::vector<std::int64_t>;

}  // namespace tileproof::properties
