// SPDX-License-Identifier: MIT
// Tests with a predicate in place of one right answer: every right answer is held, whatever run gives which, and a wrong one
// is told in the predicate's words.
#include "properties/earlier_cases.hpp"
#include "properties/kernel/kernel_property.hpp"
#include "properties/kernel/user/user_property.hpp"
#include "properties/property.hpp"
#include "tests/compiler/build/broken_laws.hpp"

#include <gtest/gtest.h>

#include <rapidcheck.h>
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace tileproof::compiler {

using namespace properties;

namespace {

const char* const accepts_file = "tests/compiler/build/accepts.hip";

std::unique_ptr<property> accepting(const std::string& subject, const std::string& device) {
    for (auto& p : user_properties(library_of(accepts_file), accepts_file, device))
        if (p->subject() == subject) return std::move(p);
    return nullptr;
}

// The first failures over some cases, by law.
std::map<law_id, failure> failures_of(const property& p, int random_cases) {
    std::map<law_id, failure> all;
    std::vector<nlohmann::json> cases = p.first_cases();
    rc::Random random(7);
    for (int i = 0; i < random_cases; ++i) cases.push_back(p.generate(random, i % 101));
    for (const nlohmann::json& c : cases) {
        forget_earlier_cases();
        for (const law_result& r : p.check(c).laws)
            if (r.why) all.emplace(r.law, *r.why);
    }
    return all;
}

TEST(Accepts, HoldsForWhateverIsRight) {
    for (const char* device : {"cpu", "cpu-checked"})
        for (const auto& p : user_properties(library_of(accepts_file), accepts_file, device)) {
            if (!p->subject().starts_with("right_")) continue;
            const auto broken = broken_laws(*p, device == std::string("cpu") ? 300 : 60);
            EXPECT_TRUE(broken.empty()) << p->name() << "\n" << text(broken);
        }
}

struct planted_answer {
    const char* kernel;
    law_id law;
    failure_kind kind;
    const char* words;  // of the sentence, without numbers
    const char* given = "";
};
const planted_answer planted[] = {
    {"index_out_of_range", law_id::K1, failure_kind::not_accepted, "Index is out of range"},
    {"not_the_greatest", law_id::K1, failure_kind::not_accepted, "A greater element is left out"},
    {"index_twice", law_id::K1, failure_kind::not_accepted, "Index is there twice"},
    {"wrong_value", law_id::K1, failure_kind::not_accepted,
     "A value is not what its index stands for"},
    {"index_unset", law_id::K2, failure_kind::unwritten, ""},
    {"odd_in_the_third_run", law_id::K1, failure_kind::not_accepted, "They are wrong",
     "further run"},
    {"keeps_what_was_there", law_id::K4, failure_kind::not_accepted, "They are wrong",
     "other memory"},
    {"loses_elements", law_id::K1, failure_kind::not_accepted, "Elements are lost"},
    {"whole_sum_and_two", law_id::K1, failure_kind::not_accepted, "They are wrong"},
};
class PlantedAnswers : public testing::TestWithParam<planted_answer> {};

TEST_P(PlantedAnswers, AreToldInTheWordsOfThePredicate) {
    for (const char* device : {"cpu", "cpu-checked"}) {
        // A read of what nobody wrote, which cpu-checked names by itself.
        if (GetParam().law == law_id::K4 && device == std::string("cpu-checked")) continue;
        const auto p = accepting(GetParam().kernel, device);
        ASSERT_TRUE(p);
        const auto found = failures_of(*p, 150);
        ASSERT_EQ(found.size(), 1u) << device;
        const failure& f = found.begin()->second;
        EXPECT_EQ(f.law, GetParam().law) << sentence(f);
        EXPECT_EQ(f.kind, GetParam().kind) << sentence(f);
        EXPECT_EQ(words_of(f.where.text), GetParam().words);
        EXPECT_NE(f.given.find(GetParam().given), std::string::npos) << f.given;
    }
}

INSTANTIATE_TEST_SUITE_P(All, PlantedAnswers, testing::ValuesIn(planted),
                         [](const auto& test) { return std::string(test.param.kernel); });

TEST(Accepts, IsToBlameWhereItChangesAnInput) {
    const auto p = accepting("changes_its_input", "cpu");
    ASSERT_TRUE(p);
    EXPECT_THROW((void)failures_of(*p, 20), wrong_declaration);
}

TEST(Accepts, SaysNothingOfRunsThatDiffer) {
    const auto p = accepting("right_top_k", "cpu");
    EXPECT_EQ(std::ranges::count(p->laws(), law_id::K5), 0);
    const kernel_view* const view = view_of(*p);
    const kernel_case c = view->case_of(p->first_cases().back());
    EXPECT_FALSE(view->observe(c).tells);
}

}  // namespace
}  // namespace tileproof::compiler
