// SPDX-License-Identifier: MIT
// The whole search on the miniature library that is right: nothing is said of it.
#include "extras/subject/departures.hpp"
#include "tests/extras/subject/miniature.hpp"

#include <gtest/gtest.h>

namespace tileproof::subject {
namespace {

using properties::law_id;

departure_report departures_of(const library& l, std::int64_t cases) {
    const scratch_folder folder;
    builder b(options_of(l, folder.path()));
    b.try_headers();
    return find_departures(b, {.seed = 7, .cases = cases, .seconds = 600});
}

TEST(Subject, FindsNothingInALibraryThatIsRight) {
    const departure_report report = departures_of(miniature(true), 30);
    for (const departure& d : report.departures)
        ADD_FAILURE() << sentence(d.why) << "\n" << d.printed;
    EXPECT_GE(report.layouts, 20);
    EXPECT_GT(report.tiles, 0);
    EXPECT_GT(report.mistakes, 0);
    for (const law_id law :
         {law_id::L1, law_id::L2, law_id::L5, law_id::L6, law_id::L7, law_id::L11, law_id::L13})
        EXPECT_GT(report.laws.at(law).judged, 0) << about(law).code;
}

}  // namespace
}  // namespace tileproof::subject
