// SPDX-License-Identifier: MIT
// Chosen layouts of the miniature library, compiled in one program: each law sees its planted departure, and none in
// the library that is right.
#include "extras/subject/judge.hpp"

#include "extras/subject/smallest_case.hpp"
#include "extras/subject/trial.hpp"
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

// What the laws say of each of the texts.
std::vector<verdict> verdicts_of(bool right) {
    const scratch_folder folder;
    builder b(options_of(miniature(right), folder.path()));
    trial t(b);
    std::vector<asked_case> cases;
    for (const char* text : texts)
        cases.push_back({{parse_layout(text)}, {at_compile_time}, {.all = true, .cuts = true}});
    return t.judge(std::span<const asked_case>(cases));
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

TEST(JudgedSubject, BecomesSmallerByWholeVectors) {
    const scratch_folder folder;
    builder b(options_of(miniature(), folder.path()));
    trial t(b);
    outside_case start{parse_layout("naive [2,60] strides [1,1]")};
    const std::vector<asked_case> cases{{start}};
    std::string cause;
    const verdict before = t.judge(std::span<const asked_case>(cases))[0];
    for (const failure& f : before.failures)
        if (f.law == law_id::L9) cause = symptom(f);
    const smallest_case least = make_smallest(t, either(start), cause, [] { return false; });
    EXPECT_TRUE(least.minimal);
    EXPECT_EQ(print_layout(std::get<outside_case>(least.what).layout), "naive [2,4] strides [1,1]");
}

TEST(JudgedSubject, CountsWhoHoldsEachElementOfATile) {
    for (const bool right : {false, true}) {
        const scratch_folder folder;
        builder b(options_of(miniature(right), folder.path()));
        trial t(b);
        const std::vector<tile_encoding> tiles{
            parse_tile("tile R=[] H=[[2,3]] P=[[1,1;0,1]] Y=[]")};
        const std::vector<verdict> v = t.judge(std::span<const tile_encoding>(tiles));
        EXPECT_THAT(v[0].judged, testing::Contains(law_id::L11));
        EXPECT_EQ(v[0].failures.empty(), right);
    }
}

TEST(JudgedSubject, AcceptsAMistakeOnlyWhereTheLibraryDoes) {
    for (const bool right : {false, true}) {
        const scratch_folder folder;
        builder b(options_of(miniature(right), folder.path()));
        trial t(b);
        const std::vector<outside_mistake> mistakes{
            {{parse_layout("packed [4] -> {slice(0,5): 0 -> 0}"), number_style::known}, "slice"}};
        EXPECT_EQ(t.judge(std::span<const outside_mistake>(mistakes))[0].failures.empty(), right);
    }
}

}  // namespace
}  // namespace tileproof::subject
