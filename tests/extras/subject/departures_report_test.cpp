// SPDX-License-Identifier: MIT
#include "extras/subject/departures.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace tileproof::subject {
namespace {

using properties::law_id;
using testing::HasSubstr;

departure_report of_a_short_search() {
    departure_report r;
    r.library = "a library";
    r.laws = {{law_id::L1, {12, 0}}, {law_id::L9, {0, 0}}};
    r.not_judged = {"packed [2]: The compiler had not ended after 120 s."};
    return r;
}

TEST(DeparturesReport, DoesNotLetALawThatJudgedNothingLookLikeOneThatHeld) {
    EXPECT_THAT(departures_text(of_a_short_search()),
                testing::AllOf(HasSubstr("L1        12        0\n"),
                               HasSubstr("L9         0        -\n"), HasSubstr("judged by L9")));
    EXPECT_THAT(departures_page(of_a_short_search()),
                testing::AllOf(HasSubstr("| 12 | 0 |\n"), HasSubstr("| 0 | - |\n"),
                               HasSubstr("judged by L9")));
    departure_report judged = of_a_short_search();
    judged.laws[law_id::L9] = {1, 0};
    EXPECT_EQ(departures_text(judged).find("judged by"), std::string::npos);
}

TEST(DeparturesReport, TellsWhatTheCompilerHadNoTimeFor) {
    const std::string one = "1 form not judged";
    EXPECT_THAT(departures_text(of_a_short_search()),
                testing::AllOf(HasSubstr(one), HasSubstr("packed [2]: The compiler")));
    EXPECT_THAT(departures_page(of_a_short_search()), HasSubstr(one));
    EXPECT_EQ(departures_json(of_a_short_search()).at("not_judged").size(), 1u);
}

TEST(DeparturesReport, NamesTheCausesThatItHadNoTimeFor) {
    departure_report r = of_a_short_search();
    EXPECT_EQ(departures_page(r).find("no time to find"), std::string::npos);
    r.unexplained = 5;
    r.unexplained_causes = {{"L1 out of bounds offset", 3}, {"L2 wrong value offset", 2}};
    EXPECT_THAT(departures_page(r),
                HasSubstr("L1 out of bounds offset (3); L2 wrong value offset (2)"));
    EXPECT_EQ(departures_json(r).at("unexplained_causes").size(), 2u);
}

}  // namespace
}  // namespace tileproof::subject
