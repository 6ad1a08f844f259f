// SPDX-License-Identifier: MIT
// Two bugs in one kernel: each has findings of its own, made smaller without a step to the other.
#include "fuzz/campaign/campaign.hpp"
#include "tests/fuzz/campaign/toy.hpp"

#include <gtest/gtest.h>

#include <map>

namespace tileproof::fuzz::testing {

using namespace properties;

namespace {

// K1 fails at a line.
failure at_line(unsigned line) {
    failure f{.law = law_id::K1, .kind = failure_kind::out_of_bounds};
    f.where.operand = "the output";
    f.witness = failure_witness{.kernel = "k", .access = {.file = "k.hip", .line = line}};
    f.witness->memory = memory_space::global;
    return f;
}

failure wrong_value() {
    return {
        .law = law_id::K1, .kind = failure_kind::wrong_value, .where = {.operand = "the output"}};
}

class kernel_on : public toy {
  public:
    explicit kernel_on(std::string device) : toy("k@" + device) { on = std::move(device); }
    std::string subject() const override { return "k"; }
};

campaign_report run(property_list list) {
    campaign_options o;
    o.seed = 3;
    o.cases = 200;
    return run_campaign(list, o);
}

TEST(CampaignBugs, AtTwoLinesOfOneLawAreTwoFindingsEachWithItsOwnSmallestCase) {
    auto k = std::make_unique<kernel_on>("cpu-checked");
    k->judge = [](std::int64_t n) {
        case_result r;
        if (n > 4) r.laws.push_back(failed(at_line(14)));
        if (n > 90) r.laws.push_back(failed(at_line(22)));
        if (r.laws.empty()) r.laws.push_back(held(law_id::K1));
        return r;
    };
    property_list list;
    list.push_back(std::move(k));
    const campaign_report report = run(std::move(list));
    std::map<unsigned, std::int64_t> smallest;
    for (const reported_finding& f : report.findings)
        smallest[f.what.why.witness->access.line] = f.what.the_case.at("n");
    EXPECT_EQ(smallest, (std::map<unsigned, std::int64_t>{{14, 5}, {22, 91}}));
    EXPECT_EQ(report.bugs.size(), 2u);
    EXPECT_EQ(report.rows.at(0).judged, 200) << "a law that fails at two lines is judged once";
}

TEST(CampaignBugs, OfAnotherDeviceAreExplainedByTheOneThatSeesLines) {
    auto seen = std::make_unique<kernel_on>("cpu-checked"),
         blind = std::make_unique<kernel_on>("cpu");
    seen->judge = [](std::int64_t n) {
        return n > 4 ? result_of(failed(at_line(14))) : result_of(held(law_id::K1));
    };
    blind->judge = [](std::int64_t n) {
        return n > 6 ? result_of(failed(wrong_value())) : result_of(held(law_id::K1));
    };
    property_list list;
    list.push_back(std::move(blind));
    list.push_back(std::move(seen));
    const campaign_report report = run(std::move(list));
    ASSERT_EQ(report.bugs.size(), 1u);
    EXPECT_EQ(report.bugs[0].lead.witness->access.line, 14u);
    EXPECT_EQ(report.bugs[0].findings.size(), 2u);
}

TEST(CampaignBugs, WithoutALineAreLookedForBesideThoseThatHaveOne) {
    auto k = std::make_unique<kernel_on>("cpu-checked");
    k->judge = [](std::int64_t n) {
        case_result r;
        if (n % 2) r.laws.push_back(failed(at_line(14)));
        if (n > 6) r.laws.push_back(failed(wrong_value()));
        if (r.laws.empty()) r.laws.push_back(held(law_id::K1));
        return r;
    };
    property_list list;
    list.push_back(std::move(k));
    const campaign_report report = run(std::move(list));
    ASSERT_EQ(report.bugs.size(), 2u);
    EXPECT_EQ(report.bugs[1].lead.kind, failure_kind::wrong_value);
    const finding& alone = report.findings[report.bugs[1].leading].what;
    EXPECT_EQ(alone.the_case.at("n").get<std::int64_t>() % 2, 0) << "it became the other bug";
    EXPECT_TRUE(alone.beside.empty());
}

}  // namespace
}  // namespace tileproof::fuzz::testing
