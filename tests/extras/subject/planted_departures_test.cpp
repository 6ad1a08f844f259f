// SPDX-License-Identifier: MIT
// The whole search on the miniature library with its planted departures: each is found by its law, shrinks to the
// smallest case that is worked out by hand here, and is shown by a program that runs.
#include "extras/subject/departures.hpp"
#include "tests/extras/subject/miniature.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tileproof/layout.hpp>
#include <tileproof/layout_text.hpp>

#include <algorithm>

namespace tileproof::subject {
namespace {

using properties::law_id;

const departure_report& planted() {
    static const departure_report report = [] {
        const scratch_folder folder;
        builder b(options_of(miniature(), folder.path()));
        return find_departures(b, {.seed = 7, .cases = 600});
    }();
    return report;
}

std::string all_departures() {
    std::string text;
    for (const departure& d : planted().departures) {
        if (d.why.law == law_id::L13) continue;
        text += symptom_of(d.why).text() + " |";
        for (const law_id law : d.laws) text += " " + std::string(properties::about(law).code);
        text += " | " + d.text + " | seen " + std::to_string(d.seen) + "\n";
    }
    return text;
}

// The departures whose symptom begins so.
std::vector<const departure*> found(const std::string& cause) {
    std::vector<const departure*> all;
    for (const departure& d : planted().departures)
        if (symptom_of(d.why).text().starts_with(cause)) all.push_back(&d);
    return all;
}
// The smallest case of the only one that has the word.
std::string smallest(const std::string& cause, const std::string& word = "") {
    std::vector<std::string> texts;
    for (const departure* d : found(cause))
        if (d->text.find(word) != std::string::npos)
            texts.push_back(d->minimal ? d->text : d->text + ", perhaps not the smallest");
    return texts.size() == 1 ? texts[0] : "not one but these:\n" + all_departures();
}

TEST(PlantedDepartures, ShrinkToTheSmallestCaseOfTheirLaw) {
    // 1 + (0 - 1) 2 = -1 elements; with a stride of 1 they are 0, as they must be.
    EXPECT_EQ(smallest("L1 wrong value element space size"), "naive [0] strides [2]");
    // The element in the pad would lie at -1: L1 says it as well as L2, and both of one departure.
    std::vector<const departure*> in_the_pad;
    for (const departure& d : planted().departures)
        if (d.text == "packed [1] -> {left_pad(1): 0 -> 0}" && d.minimal &&
            std::ranges::find(d.laws, law_id::L1) != d.laws.end())
            in_the_pad.push_back(&d);
    ASSERT_EQ(in_the_pad.size(), 1u) << all_departures();
    EXPECT_THAT(in_the_pad[0]->laws, testing::UnorderedElementsAre(law_id::L1, law_id::L2));
    // A single digit is right in any order, and so are those of length 1.
    EXPECT_EQ(smallest("L2 wrong value X"), "tile R=[] H=[[2,2]] P=[[1,1;0,1]] Y=[]");
    EXPECT_EQ(smallest("L2 valid but refused program"), "packed [1] -> {modulo(1,1): 0 -> 0}");
    // A step from (0,1) carries: no carry without a second digit.
    EXPECT_EQ(smallest("L5 disagreement hidden index"), "packed [2,2] -> {merge: 0,1 -> 0}");
    EXPECT_EQ(smallest("L6 disagreement when it is made of its type alone"), "packed [1]");
    // Rows of one whole vector, the second of which begins at 1.
    EXPECT_EQ(smallest("L9 ", "naive"), "naive [2,4] strides [1,1]");
}

// A quotient of 24 bits is right up to 2^24; where the law sees it first is the search's affair.
TEST(PlantedDepartures, AreFoundBeyondTheReachOfAReference) {
    int beyond = 0;
    for (const departure& d : planted().departures) {
        if (d.text.find("merge") == std::string::npos || !d.text.starts_with("packed") ||
            d.why.law == law_id::L13 || d.why.law == law_id::L5)
            continue;
        EXPECT_GT(layout(parse_layout(d.text)).element_space_size(), 1 << 24) << d.text;
        ++beyond;
    }
    EXPECT_GT(beyond, 0) << all_departures();
}

TEST(PlantedDepartures, AcceptMostMistakes) {
    std::vector<std::string> rules;
    for (const departure* d : found("L13 ")) rules.push_back(d->why.where.part);
    EXPECT_GE(rules.size(), 10u);
    EXPECT_THAT(rules, testing::Contains(testing::HasSubstr("slice")));
}

TEST(PlantedDepartures, AreShownByProgramsThatRun) {
    for (const departure& d : planted().departures) {
        const bool compiles = !is_not_compiled(d.why);
        EXPECT_EQ(d.printed.find("error:") == std::string::npos, compiles)
            << d.program << d.printed;
        EXPECT_FALSE(d.printed.empty()) << d.program;
    }
    for (const departure* d : found("L2 wrong value X"))
        EXPECT_EQ(d->printed, "X0 of P (1) and Y (): 2\n");
    for (const departure* d : found("L1 wrong value element space size"))
        EXPECT_THAT(d->printed, testing::HasSubstr("element space size: -1\n"));
    for (const departure* d : found("L2 valid but refused program"))
        EXPECT_THAT(d->printed, testing::HasSubstr("modulo: not yet"));
    for (const departure* d : found("L2 valid but refused program"))
        EXPECT_THAT(d->program, testing::Not(testing::HasSubstr("printf")));  // making it fails
}

// Each law that judges libraries had cases here, so that one that finds nothing would be missed above.
TEST(PlantedDepartures, AreLookedForByEachLaw) {
    for (const auto& [law, n] : planted().laws)
        EXPECT_GT(n.judged, 0) << properties::about(law).code;
    EXPECT_TRUE(planted().not_judged.empty());
}

}  // namespace
}  // namespace tileproof::subject
