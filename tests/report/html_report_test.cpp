// SPDX-License-Identifier: MIT
#include "report/reports.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <regex>

#include "report/html_page.hpp"
#include "tests/fuzz/finding/evidence.hpp"

namespace tileproof::report::testing {

using namespace fuzz;

namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::optional<std::string> source_with_markup(const std::string&, unsigned line) {
    if (line == 14) return "    part[y][x] = in[i] < 1;";
    if (line == 18) return "    out[o] = part[x][y];";
    return std::nullopt;
}

campaign_report one_race() {
    campaign_report r;
    const finding f = fuzz::testing::found(fuzz::testing::race("part", 14, 18));
    r.rows.push_back(
        {f.law, f.property, f.subject, f.device, 9, 1, law_row::verdict::failed, f.failure, 0});
    r.findings.push_back({f, "store/a b.json", ""});
    tally counts;
    counts.cases = 10;
    counts.labels = {{"type: float32", 6}, {"type: <int8>", 4}};
    r.properties.push_back({f.property, f.subject, f.device, counts, {}, {}, 0});
    r.find_bugs();
    r.bugs[0].barrier = missing_barrier::between;
    return r;
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t n = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++n;
    return n;
}

TEST(Escaped, LeavesNothingThatAPageWouldObey) {
    EXPECT_EQ(escaped("<script>&\"x\""), "&lt;script&gt;&amp;&quot;x&quot;");
    EXPECT_EQ(escaped(std::string_view("a\xff\x1b[31m\tb\n", 9)),
              "a\xEF\xBF\xBD\xEF\xBF\xBD[31m\tb");
}

TEST(HtmlReport, ShowsTheBugWithBothLinesAndTheWayToSeeItAgain) {
    const std::string page =
        html_report(one_race(), {{"cuda", "H200"}}, "k.hip, seed 7", source_with_markup);
    EXPECT_THAT(page, HasSubstr("<article id=\"bug-1\">"));
    EXPECT_THAT(page, HasSubstr("<span class=\"at\">    part[y][x] = in[i] &lt; 1;</span>"));
    EXPECT_THAT(page, HasSubstr("<span class=\"at\">    out[o] = part[x][y];</span>"));
    EXPECT_EQ(count(page, "class=\"says\""), 3u);  // both marks, and what is missing between them
    EXPECT_LT(page.find("part[y][x] = in[i]"), page.find("... __syncthreads() is missing here"));
    EXPECT_LT(page.find("... __syncthreads() is missing here"), page.find("out[o] = part[x][y];"));
    EXPECT_THAT(page, HasSubstr("data-copy=\"tileproof replay"));
    EXPECT_THAT(page, HasSubstr("cuda: H200"));
}

TEST(HtmlReport, ChartsWhatWasCoveredWithItsShareAsText) {
    const std::string page = html_report(one_race(), {}, "k.hip", source_with_markup);
    EXPECT_THAT(page, HasSubstr("<th scope=\"row\">&lt;int8&gt;</th><td class=\"n\">40.0 %</td>"));
    EXPECT_THAT(page, HasSubstr("style=\"width:60.0%\""));
}

campaign_report one_explained() {
    campaign_report r = one_race();
    r.bugs[0].fails_when = "exactly when columns > rows";
    r.bugs[0].smallest = {
        2, {"(0,0)", "(1,0)", "(0,1)", "(1,1)"}, {"(0,0)", "-", "(0,1)", "(0,1)"}};
    r.bugs[0].cases = {"rows", "columns", {{1, 2, true}, {1, 2, true}, {2, 1, false}}};
    return r;
}

TEST(HtmlReport, ShowsTheSmallestCaseElementByElement) {
    const std::string page = html_report(one_explained(), {}, "k.hip", source_with_markup);
    EXPECT_EQ(count(page, "<table class=\"cells\">"), 2u);
    EXPECT_EQ(count(page, "<td class=\"wrong\">"), 2u);
    EXPECT_THAT(page, HasSubstr("<span class=\"aside\">wrong: </span>not written</td>"));
    EXPECT_THAT(page, HasSubstr("<span class=\"aside\">wrong: </span>(0,1)</td>"));
    EXPECT_EQ(count(html_report(one_race(), {}, "k.hip", source_with_markup), "class=\"cells\""),
              0u);
}

TEST(HtmlReport, ShowsAPartOfALargeCaseWithItsFirstWrongCell) {
    campaign_report r = one_race();
    side_by_side& s = r.bugs[0].smallest;
    s.columns = 100;
    for (int e = 0; e < 100 * 100; ++e) s.must.push_back(std::to_string(e));
    s.is = s.must;
    s.is[70 * 100 + 99] = "-";
    const std::string page = html_report(r, {}, "k.hip", source_with_markup);
    EXPECT_EQ(count(page, "<td class=\"wrong\">"), 1u);
    EXPECT_EQ(count(page, "<th scope=\"row\">99</th>"), 0u);
    EXPECT_EQ(count(page, "<th scope=\"row\">70</th>"), 2u);
}

TEST(HtmlReport, HasWhatWasLookedAtBesideTheCases) {
    campaign_report r = one_race();
    r.further.push_back({"proofs", "For all lengths", "bounds proved, i < n"});
    const std::string page = html_report(r, {}, "k.hip", source_with_markup);
    EXPECT_THAT(page, HasSubstr("<h2 id=\"proofs-title\">For all lengths</h2>"));
    EXPECT_THAT(page, HasSubstr("bounds proved, i &lt; n</pre>"));
}

TEST(HtmlReport, ScattersTheCasesOfACondition) {
    const std::string page = html_report(one_explained(), {}, "k.hip", source_with_markup);
    EXPECT_THAT(page,
                HasSubstr("aria-label=\"2 of 3 cases over rows and columns fail: exactly when "
                          "columns &gt; rows\""));
    EXPECT_THAT(page, HasSubstr("Crosses fail (2), rings pass (1)"));
}

TEST(HtmlFuzz, ShowsTheBugsAndTheTargets) {
    fuzz_state state;
    state.targets["layout_laws"].executions = 1234567;
    state.targets["kernels"].trouble = "ended <early>";
    EXPECT_THAT(html_fuzz(state, {}, "fuzz", source_with_markup),
                HasSubstr("class=\"verdict held\""));
    state.findings["a"] = {};
    const std::string page = html_fuzz(
        state,
        {{fuzz::testing::found(fuzz::testing::race("part", 14, 18)), "store/a.json", false, 0}},
        "fuzz", source_with_markup);
    EXPECT_THAT(page, HasSubstr("class=\"verdict failed\""));
    EXPECT_THAT(page, HasSubstr("<article id=\"bug-1\">"));
    EXPECT_THAT(page, HasSubstr("<td class=\"n\">1,234,567</td>"));
    EXPECT_THAT(page, HasSubstr("<td>ended &lt;early&gt;</td>"));
}

TEST(HtmlReport, ChartsSubjectsThatDrawAlikeTogether) {
    campaign_report r = one_race();
    for (int i = 0; i < 20; ++i) {
        r.properties.push_back(r.properties[0]);
        r.properties.back().subject = "other" + std::to_string(i);
    }
    r.properties.push_back(r.properties[0]);
    r.properties.back().counts.labels = {{"rank: 2", 10}};
    const std::string page = html_report(r, {}, "k.hip", source_with_markup);
    const std::string part = page.substr(page.find("id=\"coverage\""));
    EXPECT_EQ(count(part, "<details>"), 2u);
    EXPECT_THAT(part, HasSubstr("other10 and 9 others <span class=\"n\">210 cases</span>"));
    EXPECT_THAT(part, HasSubstr("<th scope=\"row\">&lt;int8&gt;</th><td class=\"n\">40.0 %</td>"));
}

TEST(HtmlReport, NeedsNoNetwork) {
    const std::string page = html_report(one_explained(), {}, "k.hip", source_with_markup);
    EXPECT_FALSE(std::regex_search(page, std::regex("(src|href)=\"[^#]|url\\(|@import")));
}

TEST(HtmlReport, LeavesOutPartsThatHaveNothingToSay) {
    campaign_report r = one_race();
    r.bugs.clear();
    r.findings.clear();
    const std::string page = html_report(r, {}, "k.hip", source_with_markup);
    EXPECT_THAT(page, Not(HasSubstr("id=\"bugs\"")));
    EXPECT_THAT(page, Not(HasSubstr("id=\"earlier\"")));
}

}  // namespace
}  // namespace tileproof::report::testing
