// SPDX-License-Identifier: MIT
#include "tests/quality/planted_bug.hpp"

#include "fuzz/finding/cause.hpp"

#include <algorithm>
#include <set>

namespace tileproof::quality {

using namespace fuzz;
using namespace properties;

namespace {

using nlohmann::json;

constexpr std::size_t starts = 20;
constexpr int most_cases = 60'000;

property_list only(std::unique_ptr<property> one) {
    property_list list;
    list.push_back(std::move(one));
    return list;
}

}  // namespace

void PrintTo(const planted_bug& b, std::ostream* out) { *out << b.name << ", " << title(b.law); }

std::string name_of_bug(const testing::TestParamInfo<planted_bug>& tested) {
    return tested.param.name + "_" + std::string(about(tested.param.law).code);
}

void expect_minimum(const planted_bug& b, const json& the_case, const std::string& says) {
    EXPECT_NE(says.find(b.says), says.npos) << "It says: " << says;
    EXPECT_TRUE(std::any_of(b.minima.begin(), b.minima.end(),
                            [&](const json& minimum) {
                                json merged = the_case;
                                merged.merge_patch(minimum);
                                return merged == the_case;
                            }))
        << "It ends at " << the_case << ": " << says;
}

campaign_report hunt(const planted_bug& b, std::uint64_t seed, double seconds) {
    const property_list list = only(b.contract());
    campaign_options o;
    o.seed = seed;
    o.budget_seconds = o.minimize_seconds = seconds;
    o.case_seconds = std::min(b.case_seconds, 3.0);
    o.wanted = [&](const property&, law_id law) { return law == b.law; };
    o.stop_at_first = true;
    return run_campaign(list, o);
}

void expect_found(const planted_bug& b, const campaign_report& report) {
    ASSERT_EQ(report.findings.size(), 1u) << "not found";
    const finding& f = report.findings[0].what;
    EXPECT_TRUE(f.minimized) << f.the_case;
    expect_minimum(b, f.the_case, f.failure);
}

bug_under_test::bug_under_test(const planted_bug& b)
    : bug_(b), list_(only(b.contract())), worker_(list_, b.case_seconds) {}

bug_under_test::failing bug_under_test::judge(const json& c) {
    worker_.send(check_request{0, c});
    const worker_answer answer = worker_.wait();
    const failure* wrong = answer.result.failure_of(bug_.law);
    return {c, wrong ? sentence(*wrong) : std::string(), wrong ? *wrong : properties::failure(),
            others_than(wrong, answer.result),
            answer.end && answer.end->what == process_end::kind::time_limit};
}

shrunk_case bug_under_test::shrunk(const failing& f) {
    return shrink(worker_, contract(), 0, f.the_case, f.why, f.beside, f.hung, 60);
}

void bug_under_test::expect_minimum_from_twenty_cases(const std::function<json()>& next) {
    std::set<json> met;
    std::int64_t drawn = 0, tries = 0;
    for (; met.size() < starts && drawn < most_cases; ++drawn) {
        const failing f = judge(next());
        if (f.failure.empty() || !met.insert(f.the_case).second) continue;
        SCOPED_TRACE("from " + f.the_case.dump());
        const shrunk_case least = shrunk(f);
        tries += least.tries;
        EXPECT_TRUE(least.minimal) << least.the_case;
        expect_minimum(bug_, least.the_case, sentence(least.why));
        if (met.size() > 1) continue;
        EXPECT_EQ(shrunk(f).the_case, least.the_case) << "the second time it ends elsewhere";
        for (const json& simpler : contract().smaller(least.the_case))
            EXPECT_TRUE(judge(simpler).failure.empty()) << simpler << " is smaller and fails";
    }
    EXPECT_EQ(met.size(), starts) << "different failing cases in " << drawn;
    std::printf(
        "%zu failing cases of %lld, each made smallest in %.1f tries\n", met.size(),
        static_cast<long long>(drawn),
        static_cast<double>(tries) / static_cast<double>(std::max<std::size_t>(met.size(), 1)));
}

}  // namespace tileproof::quality
