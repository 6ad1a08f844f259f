// SPDX-License-Identifier: MIT
// Bugs of layouts that one law finds and the others do not: why it is there.
#include "properties/layout/layout_property.hpp"
#include "tests/quality/only_law.hpp"
#include "tests/quality/planted_coordinates.hpp"
#include "tests/quality/planted_layouts.hpp"

#include <gmock/gmock.h>

namespace tileproof::quality {

using properties::law_id;
using properties::layout_property;
using properties::layout_subject;
using properties::property_list;

namespace {

using ::testing::ElementsAre;

// The laws that a right subject of the kind can be asked: planted layouts make no moves and claim no vectors, planted
// coordinates have no inverse.
property_list asked(const layout_subject& subject, std::initializer_list<law_id> laws) {
    property_list list;
    for (const law_id law : laws) list.push_back(layout_property(law, subject));
    return list;
}
std::set<std::string> broken_by(layout_bug bug) {
    const planted_layout_subject subject(bug);
    using enum law_id;
    return laws_broken_in(asked(subject, {L1, L2, L3, L4}), 500);
}
std::set<std::string> broken_by(coordinate_bug bug) {
    const planted_coordinate_subject subject(bug);
    using enum law_id;
    return laws_broken_in(asked(subject, {L1, L2, L5, L7, L9}), 500);
}

TEST(OnlyOneLaw, FindsAnElementSpaceThatIsOneShort) {
    EXPECT_THAT(broken_by(layout_bug::space_one_short), ElementsAre("L1"));
}
TEST(OnlyOneLaw, FindsRowsThatLieBottomUp) {
    EXPECT_THAT(broken_by(layout_bug::rows_bottom_up), ElementsAre("L2"));
}
TEST(OnlyOneLaw, FindsAFalseClaimOfWhatRepeats) {
    EXPECT_THAT(broken_by(layout_bug::wrong_dim_repeats), ElementsAre("L3"));
}
TEST(OnlyOneLaw, FindsDimsOfTheBaseThatAStageCannotName) {
    EXPECT_THAT(broken_by(coordinate_bug::dims_of_base_renamed), ElementsAre("L7"));
}
TEST(OnlyOneLaw, FindsAnInverseWithoutTheOffset) {
    EXPECT_THAT(broken_by(layout_bug::inverse_without_offset), ElementsAre("L4"));
}
TEST(OnlyOneLaw, FindsADroppedCarry) {
    EXPECT_THAT(broken_by(coordinate_bug::carry_dropped), ElementsAre("L5"));
}
TEST(OnlyOneLaw, FindsVectorsClaimedOverAnXor) {
    EXPECT_THAT(broken_by(coordinate_bug::vectors_over_xor), ElementsAre("L9"));
}
TEST(OnlyOneLaw, IsBrokenByNothingWhereNoBugIsPlanted) {
    EXPECT_THAT(broken_by(layout_bug::none), ElementsAre());
    EXPECT_THAT(broken_by(coordinate_bug::none), ElementsAre());
}

}  // namespace
}  // namespace tileproof::quality
