// SPDX-License-Identifier: MIT
#include "properties/layout/layout_property.hpp"

#include "fuzz/campaign/campaign.hpp"
#include "fuzz/worker/case_round.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

namespace tileproof::properties {

using namespace fuzz;

namespace {

using nlohmann::json;
using ::testing::HasSubstr;

TEST(LayoutProperties, AreOneForEachLaw) {
    std::set<std::string> names;
    for (const auto& p : layout_properties(dynamic_layouts())) {
        names.insert(p->name());
        EXPECT_EQ(p->device(), "host");
        EXPECT_EQ(p->laws().size(), 1u);
    }
    EXPECT_THAT(names, ::testing::IsSupersetOf({"layout/L1", "layout/L10", "layout/L13",
                                                "layout/L2", "layout/L3", "layout/L4"}));
}

TEST(LayoutProperties, HoldAndReachEverythingRequired) {
    const auto list = layout_properties(dynamic_layouts());
    campaign_options o;
    o.seed = 11;
    o.cases = 2500;  // more than cases_before_judging() of each
    const campaign_report report = run_campaign(list, o);
    EXPECT_EQ(report.exit_code(), 0);
    for (const law_row& row : report.rows)
        EXPECT_EQ(row.what, law_row::verdict::held) << title(row.law) << ": " << row.sentence;
    // The law of vectors gets layouts that claim some.
    for (const property_report& p : report.properties)
        if (p.name == "layout/L9") {
            EXPECT_LT(20 * p.counts.discarded, p.counts.cases);
        }
}

TEST(LayoutProperties, GiveEveryCaseAsJsonThatCanBeReadAgain) {
    for (const auto& p : layout_properties(dynamic_layouts())) {
        const case_source source(*p);
        for (int i = 0; i < 300; ++i) {
            const json c = source.at(3, i);
            const json again = json::parse(c.dump());
            ASSERT_EQ(again, c);
            ASSERT_FALSE(p->classify(again).empty());
            const case_result result = p->check(again);
            ASSERT_EQ(result.first_failure(), nullptr) << c << sentence(*result.first_failure());
        }
    }
}

// A limit that is one too low refuses what may be: only a layout at the limit shows it.
TEST(LayoutProperties, BeginWithALayoutOfAsManyDimsAsThereMayBe) {
    for (const auto& p : layout_properties(dynamic_layouts())) {
        if (p->laws().front() == law_id::L13) continue;  // of layouts that are refused
        bool met = false;
        for (const json& c : p->first_cases())
            for (const std::string& label : p->classify(c)) met = met || label == "rank: 16";
        EXPECT_TRUE(met) << p->name();
    }
}

TEST(LayoutProperties, TakeSmallerStepsThatAreCasesAgain) {
    for (const auto& p : layout_properties(dynamic_layouts())) {
        const json c = case_source(*p).at(3, 60);
        int steps = 0;
        for (const json& s : p->smaller(c)) {
            EXPECT_NE(s, c);
            EXPECT_NO_THROW(p->check(s)) << s;
            ++steps;
        }
        EXPECT_GT(steps, 0) << c;
    }
}

TEST(LayoutProperties, RefuseACaseThatIsNone) {
    for (const auto& p : layout_properties(dynamic_layouts()))
        for (const json& c : {json(), json(5), json::object(), json{{"layout", "packed ["}},
                              json{{"layout", 7}}, json{{"text", 7}}})
            EXPECT_THROW(p->check(c), bad_case) << p->name() << c;
}

// A subject whose offsets are one too large.
class off_by_one : public layout_subject {
  public:
    class evaluator : public layout_evaluator {
      public:
        explicit evaluator(std::unique_ptr<layout_evaluator> of) : of_(std::move(of)) {}
        layout_index lengths() const override { return of_->lengths(); }
        long_index_t element_space_size() const override { return of_->element_space_size(); }
        std::optional<long_index_t> offset(std::span<const long_index_t> index) const override {
            const auto right = of_->offset(index);
            return right ? std::optional(*right + 1) : right;
        }

      private:
        std::unique_ptr<layout_evaluator> of_;
    };
    std::string_view name() const override { return "off_by_one"; }
    std::unique_ptr<layout_evaluator> make(const layout_description& d) const override {
        return std::make_unique<evaluator>(dynamic_layouts().make(d));
    }
};

TEST(LayoutProperties, FindTheSmallestLayoutThatASubjectGetsWrong) {
    const off_by_one subject;
    property_list list;
    list.push_back(layout_property(law_id::L2, subject));
    campaign_options o;
    o.cases = 50;
    const campaign_report report = run_campaign(list, o);
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_EQ(report.findings[0].what.the_case, json({{"layout", "packed [1]"}}));
    EXPECT_THAT(report.findings[0].what.failure, HasSubstr("index (0)"));
}

// A subject that takes a text for a layout that has a zero byte in it, and dies of it.
class dies_of_zero : public layout_subject {
  public:
    std::string_view name() const override { return "dies_of_zero"; }
    std::unique_ptr<layout_evaluator> make(const layout_description& d) const override {
        if (d.base.lengths == std::vector<long_index_t>{0}) std::abort();
        return dynamic_layouts().make(d);
    }
};

TEST(LayoutProperties, CutAMalformedTextThatCrashesItsReader) {
    const dies_of_zero subject;
    property_list list;
    list.push_back(refusal_property(subject));
    campaign_options o;
    o.seed = 1;
    o.cases = 3000;
    o.minimize_seconds = 20;
    const campaign_report report = run_campaign(list, o);
    ASSERT_GE(report.findings.size(), 1u);
    EXPECT_THAT(report.findings[0].what.the_case.at("text").get<std::string>(),
                ::testing::AnyOf("packed[0]", "naive[0]strides[0]", "naive[0]strides[1]"));
}

}  // namespace
}  // namespace tileproof::properties
