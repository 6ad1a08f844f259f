// SPDX-License-Identifier: MIT
#include "report/html_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <regex>

#include "report/html_text.hpp"
#include "tests/fuzz/diagnosis/evidence.hpp"

namespace tileproof::properties::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::optional<std::string> source(const std::string&, unsigned line) {
    if (line == 14) return "    part[y][x] = in[i] < 1;";
    if (line == 18) return "    out[o] = part[x][y];";
    return std::nullopt;
}

campaign_report one_race() {
    campaign_report r;
    const finding f = found(race("part", 14, 18));
    r.rows.push_back(
        {f.law, f.property, f.subject, f.device, 9, 1, law_row::verdict::failed, f.failure, 0});
    r.findings.push_back({f, "store/a b.json", ""});
    tally counts;
    counts.cases = 10;
    counts.labels = {{"type: float32", 6}, {"type: <int8>", 4}};
    r.properties.push_back({f.property, f.subject, f.device, counts, {}, {}, 0});
    r.find_bugs();
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
    const std::string page = html_report(one_race(), {{"cuda", "H200"}}, "k.hip, seed 7", source);
    EXPECT_THAT(page, HasSubstr("<article id=\"bug-1\">"));
    EXPECT_THAT(page, HasSubstr("<span class=\"at\">    part[y][x] = in[i] &lt; 1;</span>"));
    EXPECT_THAT(page, HasSubstr("<span class=\"at\">    out[o] = part[x][y];</span>"));
    EXPECT_EQ(count(page, "class=\"says\""), 2u);
    EXPECT_THAT(page, HasSubstr("data-copy=\"tileproof replay"));
    EXPECT_THAT(page, HasSubstr("cuda: H200"));
}

TEST(HtmlReport, ChartsWhatWasCoveredWithItsShareAsText) {
    const std::string page = html_report(one_race(), {}, "k.hip", source);
    EXPECT_THAT(page, HasSubstr("<th scope=\"row\">&lt;int8&gt;</th><td class=\"n\">40.0 %</td>"));
    EXPECT_THAT(page, HasSubstr("style=\"width:60.0%\""));
}

TEST(HtmlReport, NeedsNoNetwork) {
    const std::string page = html_report(one_race(), {}, "k.hip", source);
    EXPECT_FALSE(std::regex_search(page, std::regex("(src|href)=\"[^#]|url\\(|@import")));
}

TEST(HtmlReport, LeavesOutPartsThatHaveNothingToSay) {
    campaign_report r = one_race();
    r.bugs.clear();
    r.findings.clear();
    const std::string page = html_report(r, {}, "k.hip", source);
    EXPECT_THAT(page, Not(HasSubstr("id=\"bugs\"")));
    EXPECT_THAT(page, Not(HasSubstr("id=\"earlier\"")));
}

}  // namespace
}  // namespace tileproof::properties::testing
