// SPDX-License-Identifier: MIT
// The wrong formula beside the right one, for the bugs that are planted in layouts.
#include "fuzz/diagnosis/layout_formula.hpp"

#include "fuzz/diagnosis/diagnose.hpp"
#include "properties/layout/layout_property.hpp"
#include "tests/quality/planted_layouts.hpp"
#include "tests/quality/planted_tiles.hpp"

#include <gtest/gtest.h>
#include <tileproof/layout_text.hpp>
#include <tileproof/tile/tile_text.hpp>

namespace tileproof::diagnosis {
namespace {

using namespace fuzz;
using namespace properties;
using namespace quality;
using enum layout_bug;

struct wrong_layout_case {
    const char* name;
    layout_bug bug;
    const char *layout, *text;  // what it begins with
};
void PrintTo(const wrong_layout_case& c, std::ostream* out) { *out << c.name; }

const wrong_layout_case cases[] = {
    {"MergeSwapped", merge_swapped, "packed [1,2] -> {merge: 0,1 -> 0}",
     "stage 1, `merge`: (i) has offset (i / B0) * B1 + (i % B0); must have i ("},
    {"UnmergeWrongOrder", unmerge_wrong_order, "packed [4] -> {unmerge(2,2): 0 -> 0,1}",
     "stage 1, `unmerge`: (i,j) has offset i + j * L0; must have i * L1 + j ("},
    {"XorSwapped", xor_swapped, "packed [2,2] -> {xor: 0,1 -> 0,1}",
     "stage 1, `xor`: (i,j) has offset (i xor j % L0) * L1 + j; must have i * L1 + (j xor i % L1) "
     "("},
    {"SliceBeginIgnored", slice_begin_ignored, "packed [2] -> {slice(1,2): 0 -> 0}",
     "stage 1, `slice`: (i) has offset i; must have i + begin ("},
    {"ModuloIgnored", modulo_ignored, "packed [1] -> {modulo(1,2): 0 -> 0}",
     "stage 1, `modulo`: (i) has offset i; must have (i % modulus) ("},
    {"OffsetIgnored", offset_ignored, "packed [2] -> {offset(1): 0 -> 0}",
     "stage 1, `offset`: (i) has offset i; must have i + by ("},
    {"FreezeTakesFirst", freeze_takes_first, "packed [2,2] -> {freeze(1): 0 -> (); pass: 1 -> 0}",
     "stage 1, `freeze`: (i) has offset i; must have i + L0 * at ("},
    {"EmbedSwapped", embed_swapped, "packed [9] -> {embed([2,2],[1,3]): 0 -> 0,1}",
     "stage 1, `embed`: (i,j) has offset i * s1 + j * s0; must have i * s0 + j * s1 ("},
    {"AlignedNotRounded", aligned_not_rounded, "aligned [2,1] align 2",
     "the base: (i,j) has offset i * L1 + j; must have i * (L1 rounded up to align) + j ("},
    {"PadOffByOne", pad_off_by_one, "packed [1] -> {pad(0,1): 0 -> 0}",
     "stage 1, `pad`: (i) has an element where i == L0 - right; must have none ("},
    {"LeftPadUnchecked", left_pad_unchecked, "packed [1] -> {left_pad(1): 0 -> 0}",
     "stage 1, `left_pad`: (i) has an element where i < left; must have none ("},
    {"GatherShifted", gather_shifted, "packed [2] -> {gather([0,1]): 0 -> 0}",
     "offsets are wrong since stage 1, `gather`"},
    {"InALaterStage", slice_begin_ignored,
     "packed [3,4] -> {merge: 0,1 -> 0} -> {slice(1,9): 0 -> 0} -> {unmerge(4,2): 0 -> 0,1}",
     "stage 2, `slice`: (i) has offset i; must have i + begin ("},
};

class WrongLayout : public testing::TestWithParam<wrong_layout_case> {};

TEST_P(WrongLayout, IsExplainedByItsStageAndFormula) {
    const planted_layout_subject subject(GetParam().bug);
    const auto found = explain_layout(subject, parse_layout(GetParam().layout));
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->text.starts_with(GetParam().text)) << found->text;
}

INSTANTIATE_TEST_SUITE_P(Planted, WrongLayout, testing::ValuesIn(cases),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(RightLayout, IsNotExplained) {
    const planted_layout_subject subject(none);
    for (const wrong_layout_case& c : cases)
        EXPECT_FALSE(explain_layout(subject, parse_layout(c.layout))) << c.layout;
    EXPECT_FALSE(explain_layout(planted_layout_subject(xor_swapped), parse_layout("packed [2,2]")));
}

// A finding of a campaign: named by its stage, with its condition over what the layout has in it.
TEST(LayoutFinding, IsNamedByItsStageAndHasItsFormulaAndCondition) {
    static const planted_layout_subject subject(slice_begin_ignored);
    property_list list;
    list.push_back(layout_property(law_id::L2, subject));
    finding f;
    f.law = law_id::L2;
    f.property = list[0]->name();
    f.subject = "planted";
    f.the_case = {{"layout", "packed [2] -> {slice(1,2): 0 -> 0}"}};
    f.why = list[0]->check(f.the_case).first_failure()[0];
    listed_properties known(list);
    const diagnosis d = diagnose_finding(f, {{f.why}}, known, {.seconds = 20});
    EXPECT_EQ(d.heading, "Wrong offset since stage 1, `slice`");
    EXPECT_TRUE(d.instead.starts_with("stage 1, `slice`: (i) has offset i; must have i + begin"))
        << d.instead;
    EXPECT_TRUE(d.fails_when.starts_with("of layouts of this form exactly those with begin > 0 ("))
        << d.fails_when;
}

TEST(WrongTile, HasItsFormulaBesideTheRightOne) {
    const planted_tiles merged({.first_listed_is_fastest = true});
    const auto found = explain_tile(merged, parse_tile("tile R=[] H=[[2,2]] P=[[1,1;0,1]] Y=[]"));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->quantity, "X0");
    EXPECT_TRUE(found->text.starts_with("X0 of (p0) is ")) << found->text;
    EXPECT_FALSE(
        explain_tile(planted_tiles({}), parse_tile("tile R=[] H=[[2,2]] P=[[1,1;0,1]] Y=[]")));
}

struct wrong_tile_case {
    const char* name;
    law_id law;
    planted_tile_bug bug;
    const char *smallest, *fails_when;
};
void PrintTo(const wrong_tile_case& c, std::ostream* out) { *out << c.name; }

class WrongTileCondition : public testing::TestWithParam<wrong_tile_case> {};

// Learned from cases of its own, and then tried on a thousand others.
TEST_P(WrongTileCondition, IsLearnedAndPredictsFreshCases) {
    const wrong_tile_case& c = GetParam();
    const planted_tiles subject(c.bug);
    property_list list;
    for (auto& p : tile_properties(subject))
        if (p->laws().front() == c.law) list.push_back(std::move(p));
    ASSERT_EQ(list.size(), 1u);
    finding f;
    f.law = c.law;
    f.property = list[0]->name();
    f.subject = "planted";
    f.the_case = {{"tile", c.smallest}};
    const case_result judged = list[0]->check(f.the_case);
    ASSERT_NE(judged.first_failure(), nullptr);
    f.why = *judged.first_failure();
    listed_properties known(list);
    const diagnosis d = diagnose_finding(f, {{f.why}}, known, {.seconds = 60});
    EXPECT_TRUE(d.fails_when.starts_with(c.fails_when)) << d.fails_when << d.tried;
    sampling s({.properties = list, .place = 0, .the_case = f.the_case}, {.seconds = 60});
    s.run();
    ASSERT_TRUE(s.found);
    const sampling::trial trial = s.try_fresh(1000, 99);
    EXPECT_GE(trial.cases, 900u);
    EXPECT_EQ(trial.wrong, 0u) << trial.first_wrong;
}

// Of a replicated tile only the first register is right.
void one_register(const tile_map& map, long_index_t, long_index_t*, long_index_t* y) {
    if (map.replicas > 1 && !map.y_lengths.empty()) y[0] = 0;
}
// Beyond its fourth register the first register dim begins again.
void four_registers(const tile_map& map, long_index_t, long_index_t*, long_index_t* y) {
    if (!map.y_lengths.empty()) y[0] %= 4;
}

INSTANTIATE_TEST_SUITE_P(Planted, WrongTileCondition,
                         testing::Values(wrong_tile_case{"ALastRegisterReadAgain",
                                                         law_id::L11,
                                                         {.distort = repeat_last_register},
                                                         "tile R=[] H=[[2]] P=[] Y=[1,0]",
                                                         "exactly when last y > 1 ("},
                                         wrong_tile_case{
                                             "OneRegisterWhereThreadsHoldTheSame",
                                             law_id::L2,
                                             {.distort = one_register},
                                             "tile R=[2] H=[[2]] P=[[0,0]] Y=[1,0]",
                                             "exactly when y0 > 1 and replication: yes ("},
                                         wrong_tile_case{"AFirstRegisterDimOfFour",
                                                         law_id::L2,
                                                         {.distort = four_registers},
                                                         "tile R=[] H=[[5]] P=[] Y=[1,0]",
                                                         "exactly when y0 > 4 ("}),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(WrongTile, IsNotExplainedByAFormulaThatDoesNotFit) {
    const planted_tiles repeated({.distort = repeat_last_register});
    const auto found = explain_tile(repeated, parse_tile("tile R=[] H=[[4]] P=[] Y=[1,0]"));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->text, "");
}

}  // namespace
}  // namespace tileproof::diagnosis
