// SPDX-License-Identifier: MIT
#include "extras/subject/library.hpp"

#include "extras/subject/cases.hpp"
#include "extras/subject/explain.hpp"
#include "extras/subject/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tileproof/layout.hpp>
#include <tileproof/layout_text.hpp>
#include <tileproof/tile/tile_text.hpp>

#include <set>

namespace tileproof::subject {
namespace {

const library& ck() {
    static const library l = load_library(std::filesystem::path(TILEPROOF_SUBJECTS) / "ck_tile");
    return l;
}
spelled_layout spelled(const char* text, number_style style, bool chained = false) {
    return spell(ck(), outside_case{parse_layout(text), style, chained, -1});
}

TEST(Spelling, WritesEachStageInTheWordsOfTheLibrary) {
    const auto s = spelled("packed [4] -> {pad(1,2): 0 -> 0}", number_style::known);
    EXPECT_THAT(s.lines,
                testing::ElementsAre(
                    "make_naive_tensor_descriptor_packed(make_tuple(number<4>{}), number<-1>{})",
                    "transform_tensor_descriptor(d0, make_tuple(make_pad_transform(number<4>{}, "
                    "number<1>{}, number<2>{})), make_tuple(sequence<0>{}), "
                    "make_tuple(sequence<0>{}))"));
    EXPECT_TRUE(s.numbers.empty());
}

TEST(Spelling, NamesTheNumbersOfRunTimeInTheOrderOfTheText) {
    const auto s = spelled("naive [3,4] strides [8,1] -> {slice(1,3): 0 -> 0; pass: 1 -> 1}",
                           number_style::given);
    EXPECT_THAT(s.numbers, testing::ElementsAre(3, 4, 8, 1, 3, 1, 3, 4));
    EXPECT_THAT(s.lines[1], testing::HasSubstr("make_slice_transform(index_t(v[4]), index_t(v[5]), "
                                               "index_t(v[6]))"));
}

TEST(Spelling, ChainsAdaptors) {
    const auto s = spelled("packed [6] -> {unmerge(2,3): 0 -> 0,1}", number_style::plain, true);
    EXPECT_THAT(s.lines[1], testing::StartsWith("make_single_stage_tensor_adaptor("));
    EXPECT_THAT(s.lines[2], testing::HasSubstr("chain_tensor_adaptors(d0, d1)"));
}

TEST(Spelling, WritesTiles) {
    EXPECT_THAT(spell(ck(), parse_tile("tile R=[] H=[[2,2]] P=[[1,1]] Y=[1,0]")),
                testing::HasSubstr("<sequence<>, tuple<sequence<2, 2>>, tuple<sequence<1>>, "
                                   "tuple<sequence<1>>, sequence<1>, sequence<0>>"));
}

TEST(Spelling, KnowsWhatHasNoWords) {
    EXPECT_FALSE(can_spell(ck(), parse_layout("packed [4] -> {gather([1]): 0 -> 0}")));
    EXPECT_TRUE(can_spell(ck(), parse_layout("packed [4] -> {left_pad(1): 0 -> 0}")));
    EXPECT_FALSE(fits_integers(ck(), parse_layout("packed [65536,65536]")));
}

TEST(Spelling, BelievesOnlyAGuaranteeThatIsSo) {
    const auto holds = [](const char* text, long_index_t vector) {
        return guarantee_holds({parse_layout(text), number_style::given, false, vector});
    };
    EXPECT_TRUE(holds("naive [2,8] strides [12,1]", 4));
    EXPECT_FALSE(holds("naive [2,8] strides [10,1]", 4));
    EXPECT_FALSE(holds("naive [2,8] strides [16,2]", 4));
    EXPECT_FALSE(holds("naive [2,8] strides [16,1] offset 2", 4));
    EXPECT_FALSE(holds("packed [2,6]", 4));
}

TEST(Spelling, LeavesUnknownWordsAlone) { EXPECT_EQ(filled("$a $ab $", {{"a", "1"}}), "1 $ab $"); }

// Cases are layouts that the library can spell; other numbers need no other program.
TEST(Cases, AreSpelledAndMeetEveryTransformOfTheLibrary) {
    properties::draw from(3);
    std::set<std::string> met;
    int varied = 0, large = 0;
    for (int n = 0; n < 400; ++n) {
        const outside_case c = random_case(ck(), from, n % 100);
        ASSERT_TRUE(can_spell(ck(), c.layout) && fits_integers(ck(), c.layout) &&
                    guarantee_holds(c));
        for (const stage_description& s : c.layout.stages)
            for (const item_description& i : s.items) met.insert(std::string(name_of(i.kind)));
        large += layout(c.layout).element_space_size() > (1 << 30) ? 1 : 0;
        if (const auto other = with_other_numbers(ck(), c, from)) {
            ++varied;
            EXPECT_EQ(layout_unit(*other, spell(ck(), *other)), layout_unit(c, spell(ck(), c)));
        }
    }
    EXPECT_EQ(met.size(), ck().transforms.size());
    EXPECT_GT(varied, 100);
    EXPECT_GT(large, 10);
}

std::string smallest(const char* text) {
    outside_case m{
        .layout = parse_layout(text), .style = number_style::known, .broken = "as it is"};
    return text_of(either(smallest_mistake(ck(), m)));
}
TEST(Cases, OfAMistakeAreMadeSmall) {
    EXPECT_EQ(smallest("packed [1,6,2,1] -> {pass: 0 -> 0; pass: 1 -> 2; slice(0,10): 2 -> 1; "
                       "pass: 3 -> 3}"),
              "packed [1] -> {slice(0,2): 0 -> 0}");
    EXPECT_EQ(smallest("naive [0,5] strides [39,0] -> {unmerge(1,1): 0 -> 0,1; pass: 1 -> 2}"),
              "packed [0] -> {unmerge(1,1): 0 -> 0,1}");
    EXPECT_EQ(smallest("packed [8] -> {unmerge(2,4): 0 -> 0,1} -> {right_pad(-7): 1 -> 0; "
                       "pass: 0 -> 1} -> {merge: 0,1 -> 0}"),
              "packed [1] -> {right_pad(-1): 0 -> 0}");
    EXPECT_EQ(smallest("naive [3,-4,2] strides [8,1,0] offset 5 -> {merge: 0,1,2 -> 0}"),
              "packed [-1]");
    EXPECT_EQ(smallest("aligned [2,2,1,2] align 40 -> {pass: 0 -> 0; pass: 1 -> 1; pass: 2 -> 2}"),
              "packed [1,1] -> {pass: 0 -> 0}");
    EXPECT_EQ(smallest("packed [4,5]"), "packed [4,5]");  // no mistake of ours
}

// What a false claim says of a dim, where no index shows it.
TEST(Cases, ShowTheDimWhoseClaimIsFalse) {
    const any_case c = either(outside_case{parse_layout("packed [3] -> {unmerge(3,1): 0 -> 0,1}")});
    const std::string program =
        smallest_program(ck(), c,
                         {.law = properties::law_id::L9,
                          .kind = properties::failure_kind::false_claim,
                          .quantity = "length",
                          .given = "Dimension 1 claims vectors of 3 elements with stride 1."});
    EXPECT_THAT(program, testing::HasSubstr("safe vector of dim 1: "));
    EXPECT_THAT(program, testing::HasSubstr("length 1: "));
    EXPECT_THAT(program, testing::Not(testing::HasSubstr("dim 0")));
}

// The whole program asks for all; one that asks for nothing, and one for each question, are tried before it.
TEST(Cases, ThatDoNotCompileAreShownByTheLineThatFails) {
    const any_case c = either(outside_case{parse_layout("packed [2] -> {modulo(1,2): 0 -> 0}")});
    const properties::failure f{.law = properties::law_id::L2,
                                .kind = properties::failure_kind::refused_valid,
                                .quantity = "program"};
    const auto questions = [](const std::string& program) {
        std::size_t count = 0;
        for (auto at = program.find("printf"); at != program.npos;
             at = program.find("printf", at + 1))
            ++count;
        return count;
    };
    const std::vector<std::string> programs = shorter_programs(ck(), c, f);
    ASSERT_EQ(programs.size(), 1 + questions(smallest_program(ck(), c, f)));
    EXPECT_EQ(questions(programs[0]), 0u);
    EXPECT_THAT(programs[0], testing::HasSubstr("make_modulo_transform(1, 2)"));
    for (std::size_t i = 1; i < programs.size(); ++i) EXPECT_EQ(questions(programs[i]), 1u);
    EXPECT_EQ(std::set(programs.begin(), programs.end()).size(), programs.size());
    properties::failure wrong = f;
    wrong.kind = properties::failure_kind::wrong_value;
    EXPECT_TRUE(shorter_programs(ck(), c, wrong).empty());
}

}  // namespace
}  // namespace tileproof::subject
