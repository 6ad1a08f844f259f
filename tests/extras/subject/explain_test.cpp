// SPDX-License-Identifier: MIT
// Who has the time: each cause has a departure, and the failing cases of all laws are explained before malformed layouts
// are tried. The clocks here are counters, so that nothing hangs on how fast this machine compiles.
#include "extras/subject/explain.hpp"

#include "tests/extras/subject/miniature.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tileproof/layout_text.hpp>

#include <limits>

namespace tileproof::subject {
namespace {

using properties::law_id;

constexpr double no_end = std::numeric_limits<double>::infinity();

class Explained : public testing::Test {
  protected:
    Explained() {
        for (const char* text :
             {"naive [0,3] strides [7,0]", "packed [2,3,4] -> {merge: 0,1,2 -> 0}",
              "packed [8,5] -> {left_pad(3): 0 -> 1; pass: 1 -> 0}",
              "packed [4,3] -> {modulo(2,5): 0 -> 0; pass: 1 -> 1}"}) {
            const any_case one = either(outside_case{parse_layout(text)});
            explainer_.record(one, judge(builder_, {{one}})[0]);
        }
    }
    std::vector<std::string> texts() const {
        std::vector<std::string> all;
        for (const departure& d : explainer_.departures())
            all.push_back(d.minimal ? d.text : d.text + " or less");
        return all;
    }

    const scratch_folder folder_;
    builder builder_{options_of(miniature(), folder_.path())};
    double now_ = 0;  // goes on when it is asked
    explainer explainer_{builder_,
                         {.now = [this] { return now_++; },
                          .stopped = [] { return false; },
                          .say = [](const std::string&) {}}};
};

TEST_F(Explained, CausesHaveADepartureWhenThereIsNoTime) {
    explainer_.explain(0);
    EXPECT_THAT(texts(), testing::IsSupersetOf(
                             {"naive [0,3] strides [7,0] or less",
                              "packed [2,3,4] -> {merge: 0,1,2 -> 0} or less",
                              "packed [8,5] -> {left_pad(3): 0 -> 1; pass: 1 -> 0} or less",
                              "packed [4,3] -> {modulo(2,5): 0 -> 0; pass: 1 -> 1} or less"}));
}

TEST_F(Explained, CausesBecomeSmallerWhenThereIsTimeAgain) {
    explainer_.explain(0);
    explainer_.explain(no_end);
    EXPECT_THAT(texts(), testing::UnorderedElementsAre("packed [1]", "naive [0] strides [2]",
                                                       "packed [2,2] -> {merge: 0,1 -> 0}",
                                                       "packed [1] -> {left_pad(1): 0 -> 0}",
                                                       "packed [1] -> {modulo(1,1): 0 -> 0}"));
}

// A claim of vectors is false in one way or another, by the order of the dims and the numbers.
TEST_F(Explained, FalseClaimsOfOneTransformAreOneDeparture) {
    const any_case one =
        either(outside_case{parse_layout("packed [2,8] -> {pass: 0 -> 0; slice(2,6): 1 -> 1}")});
    verdict v = judge(builder_, {{one}})[0];
    const auto claim = std::ranges::find(v.failures, law_id::L9, &properties::failure::law);
    ASSERT_NE(claim, v.failures.end());
    properties::failure other = *claim;
    other.kind = properties::failure_kind::false_claim;
    other.quantity = "length";
    v.failures = {*claim, other};
    explainer_.record(one, v);
    explainer_.record(one, {.judged = {law_id::L9}, .failures = {other}});
    explainer_.explain(no_end);
    std::vector<std::int64_t> seen;
    for (const departure& d : explainer_.departures())
        if (d.why.law == law_id::L9) seen.push_back(d.seen);
    EXPECT_THAT(seen, testing::ElementsAre(3));
}

// Enough for the first two causes to become their smallest, if the others had nothing.
TEST_F(Explained, CausesShareTheTime) {
    explainer_.explain(30);
    EXPECT_THAT(texts(), testing::Each(testing::EndsWith(" or less")));
    EXPECT_THAT(texts(), testing::Not(testing::Contains(testing::StartsWith(
                             "packed [8,5] -> {left_pad(3): 0 -> 1; pass: 1 -> 0}"))));
}

// A clock that stands still but for samples, and for malformed layouts, which take all the time there is.
TEST(Search, ExplainsWhatFailsBeforeItTriesMalformedLayouts) {
    const scratch_folder folder;
    build_options o = options_of(miniature(), folder.path());
    o.units = 4;
    builder b(o);
    double now = 0;
    const departure_report report =
        find_departures(b, {.seed = 7,
                            .seconds = 100,
                            .clock = [&] { return now; },
                            .progress =
                                [&](const std::string& text) {
                                    if (text.find("tiles") != text.npos) now += 40;
                                    if (text.find("malformed") != text.npos) now += 1000;
                                }});
    EXPECT_EQ(report.unexplained, 0);
    EXPECT_EQ(report.mistakes, 8);  // those that were compiled side by side
    int of_other_laws = 0;
    for (const departure& d : report.departures)
        if (d.why.law != law_id::L13) {
            EXPECT_TRUE(d.minimal) << d.text;
            ++of_other_laws;
        }
    EXPECT_GE(of_other_laws, 3);
}

}  // namespace
}  // namespace tileproof::subject
