// SPDX-License-Identifier: MIT
// Chosen layouts of the miniature library, compiled in one program: each law sees its planted departure, and none in
// the library that is right.
#include "extras/subject/judge.hpp"

#include "extras/subject/explain.hpp"
#include "tests/extras/subject/miniature.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tileproof/layout_text.hpp>
#include <tileproof/tile/tile_text.hpp>

namespace tileproof::subject {
namespace {

using properties::failure;
using properties::failure_kind;
using properties::law_id;

const char* const texts[] = {
    "naive [0] strides [2]",
    "packed [2] -> {left_pad(1): 0 -> 0}",
    "packed [2,3] -> {merge: 0,1 -> 0}",
    "packed [8] -> {slice(1,5): 0 -> 0}",
    "packed [65536,32767] -> {merge: 0,1 -> 0}",
    "packed [4] -> {modulo(2,5): 0 -> 0}",
    "packed [4,6] -> {pass: 1 -> 0; pass: 0 -> 1}",
};

const any_case beyond_its_end =
    either(outside_case{.layout = parse_layout("packed [4] -> {slice(0,5): 0 -> 0}"),
                        .style = number_style::known,
                        .broken = "slice"});

// What the laws say of each of the texts.
std::vector<verdict> verdicts_of(bool right) {
    const scratch_folder folder;
    builder b(options_of(miniature(right), folder.path()));
    std::vector<asked_case> cases;
    for (const char* text : texts)
        cases.push_back({either(outside_case{parse_layout(text)}),
                         {at_compile_time},
                         {.all = true, .cuts = true}});
    return judge(b, cases);
}
const std::vector<verdict>& planted() {
    static const std::vector<verdict> all = verdicts_of(false);
    return all;
}
std::vector<law_id> broken(std::size_t text) {
    std::vector<law_id> laws;
    for (const failure& f : planted()[text].failures) laws.push_back(f.law);
    return laws;
}

TEST(JudgedSubject, HoldsWhereTheLibraryIsRight) {
    for (const verdict& v : verdicts_of(true)) {
        for (const failure& f : v.failures) ADD_FAILURE() << sentence(f);
        EXPECT_GE(v.judged.size(), 3u);
    }
}

TEST(JudgedSubject, FailsByTheLawThatIsBroken) {
    using testing::Contains;
    EXPECT_THAT(broken(0), Contains(law_id::L1));
    EXPECT_THAT(broken(1), Contains(law_id::L2));
    EXPECT_THAT(broken(2), Contains(law_id::L5));
    EXPECT_THAT(broken(3), Contains(law_id::L9));
    EXPECT_THAT(broken(4), Contains(law_id::L6));
    EXPECT_THAT(broken(6), testing::ElementsAre(law_id::L6));  // it says that it is static
}

TEST(JudgedSubject, TakesAProgramThatDoesNotCompileForAFailureOfItsOwn) {
    ASSERT_FALSE(planted()[5].failures.empty());
    const failure& f = planted()[5].failures.front();
    EXPECT_TRUE(is_not_compiled(f));
    EXPECT_THAT(f.detail, testing::HasSubstr("modulo: not yet"));
    for (std::size_t i = 0; i < planted().size(); ++i)  // and of no other
        EXPECT_EQ(std::ranges::any_of(planted()[i].failures, is_not_compiled), i == 5) << texts[i];
}

// Of one cause: other lengths and other types, the same law, kind, quantity and form.
TEST(JudgedSubject, ComparesCausesAsData) {
    failure f{.law = law_id::L2, .kind = failure_kind::refused_valid, .quantity = "program"};
    f.detail = "no member named 'f' in 'pad<int>' of 4";
    failure g = f;
    g.detail = "no member named 'f' in 'pad<number<4>>' of 5";
    EXPECT_EQ(symptom_of(f), symptom_of(g));
    g.detail = "no member named 'g' in 'pad<int>' of 4";
    EXPECT_NE(symptom_of(f), symptom_of(g));
    failure form{.law = law_id::L6, .kind = failure_kind::disagreement, .quantity = "offset"};
    form.expected = {.by = at_run_time};
    EXPECT_EQ(symptom_of(form),
              (symptom{law_id::L6, failure_kind::disagreement, "offset", at_run_time}));
}

TEST(JudgedSubject, BecomesSmallerByWholeVectors) {
    const scratch_folder folder;
    builder b(options_of(miniature(), folder.path()));
    const any_case start = either(outside_case{parse_layout("naive [2,60] strides [1,1]")});
    std::optional<symptom> cause;
    const verdict before = judge(b, {{start}})[0];
    for (const failure& f : before.failures)
        if (f.law == law_id::L9) cause = symptom_of(f);
    ASSERT_TRUE(cause);
    const smallest_case least = make_smallest(b, start, *cause, [] { return false; });
    EXPECT_TRUE(least.minimal);
    EXPECT_EQ(text_of(least.what), "naive [2,4] strides [1,1]");
}

TEST(JudgedSubject, CountsWhoHoldsEachElementOfATile) {
    for (const bool right : {false, true}) {
        const scratch_folder folder;
        builder b(options_of(miniature(right), folder.path()));
        const auto v = judge(b, {{either(parse_tile("tile R=[] H=[[2,3]] P=[[1,1;0,1]] Y=[]"))}});
        EXPECT_THAT(v[0].judged, testing::Contains(law_id::L11));
        EXPECT_EQ(v[0].failures.empty(), right);
    }
}

TEST(JudgedSubject, AcceptsAMistakeOnlyWhereTheLibraryDoes) {
    for (const bool right : {false, true}) {
        const scratch_folder folder;
        builder b(options_of(miniature(right), folder.path()));
        EXPECT_EQ(judge(b, {{beyond_its_end}})[0].failures.empty(), right);
    }
}

}  // namespace
}  // namespace tileproof::subject
