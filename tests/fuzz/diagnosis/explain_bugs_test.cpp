// SPDX-License-Identifier: MIT
// Whatever explaining a bug does, the report stands: its findings, its verdict, its exit code, and the other bugs.
#include "fuzz/diagnosis/explain_bugs.hpp"
#include "fuzz/worker/worker.hpp"
#include "tests/fuzz/campaign/toy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <stdexcept>
#include <thread>

namespace tileproof::diagnosis {
namespace {

using namespace fuzz;
using namespace properties;

finding wrong_value_of(const char* subject) {
    finding f;
    f.property = std::string(subject) + "@cpu";
    f.subject = subject;
    f.device = "cpu";
    f.the_case = {{"dims", {1}}};
    f.broken_by({.law = law_id::K1,
                 .kind = failure_kind::wrong_value,
                 .where = {.operand = "y", .index = {0}, .affected = 1, .of = 1}});
    return f;
}

// Two bugs, of which only the second one lets itself be explained.
campaign_report two_bugs() {
    campaign_report r;
    for (const char* subject : {"first", "second"}) {
        r.findings.emplace_back().what = wrong_value_of(subject);
        law_row& row = r.rows.emplace_back();
        row.law = law_id::K1;
        row.subject = subject;
        row.what = law_row::verdict::failed;
    }
    r.find_bugs();
    return r;
}

struct bad_end {
    const char* name;
    void (*happens)();
};
void PrintTo(const bad_end& e, std::ostream* out) { *out << e.name; }

[[gnu::noinline]] int without_end(volatile int* depth) {
    volatile char frame[4096];
    frame[0] = static_cast<char>(*depth);
    return *depth < 0 ? 0 : without_end(depth) + frame[0];
}

const bad_end bad_ends[] = {
    {"Crash",
     [] {
         volatile int* volatile nowhere = nullptr;
         *nowhere = 1;
     }},
    {"Abort", [] { std::abort(); }},
    {"Exit", [] { std::_Exit(0); }},
    {"Exception", [] { throw std::runtime_error("nobody knows"); }},
    {"NoException", [] { throw 7; }},
    {"Hang",
     [] {
         for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
     }},
    {"Loop",
     [] {
         for (volatile int i = 0;; i = i + 1) {
         }
     }},
    {"Stack",
     [] {
         volatile int depth = 0;
         without_end(&depth);
     }},
    {"Memory",
     [] {
         for (;;) {
             auto* const block = new std::vector<char>(1 << 24, 'x');
             static_cast<volatile char*>(block->data())[0] = 'y';
         }
     }},
};

// Explained with a planted mistake in the explanation of the one of this name.
campaign_report explained(const std::string& bad, void (*happens)(),
                          campaign_report r = two_bugs()) {
    const property_list none;
    listed_properties known(none);
    explain_bugs(
        r, [&](const finding&) -> finding_properties& { return known; }, 1, 1,
        [&](const finding& f, std::span<const failure>, finding_properties&,
            const sampling_limits&) {
            if (f.subject == bad) happens();
            diagnosis d;
            d.fails_when = "exactly when n > 2";
            d.heading = "A better name";
            return d;
        });
    return r;
}

class BadExplainer : public ::testing::TestWithParam<bad_end> {};

TEST_P(BadExplainer, LeavesTheReportAsItIs) {
    limit_memory_of_workers(1 << 30);
    const campaign_report r = explained("second", GetParam().happens);
    limit_memory_of_workers(0);
    EXPECT_EQ(r.exit_code(), 1);
    ASSERT_EQ(r.bugs.size(), 2u);
    EXPECT_EQ(r.bugs[0].fails_when, "exactly when n > 2");
    EXPECT_EQ(r.bugs[1].heading, two_bugs().bugs[1].heading);
    EXPECT_EQ(r.bugs[1].lead.kind, failure_kind::wrong_value);
    EXPECT_EQ(r.bugs[1].fails_when, "");
    ASSERT_EQ(r.warnings.size(), 1u);
    EXPECT_NE(r.warnings[0].find("Bug 2 "), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(With, BadExplainer, ::testing::ValuesIn(bad_ends),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(ExplainBugs, GoesOnAfterABadExplanation) {
    const campaign_report r = explained("first", [] { std::abort(); });
    EXPECT_EQ(r.bugs[0].fails_when, "");
    EXPECT_EQ(r.bugs[1].fails_when, "exactly when n > 2");
    EXPECT_EQ(r.bugs[1].heading, "A better name");
}

// A property that cannot even be looked for: the build of a stored finding is gone, say.
TEST(ExplainBugs, SaysNoConditionWhereResultsChangeFromRunToRun) {
    campaign_report r = two_bugs();
    r.bugs[1].changes = true;
    r = explained(
        "none", [] {}, std::move(r));
    EXPECT_EQ(r.bugs[0].fails_when, "exactly when n > 2");
    EXPECT_EQ(r.bugs[1].fails_when, "");
    EXPECT_EQ(r.bugs[1].heading, two_bugs().bugs[1].heading);
}

TEST(ExplainBugs, SaysWhatAPropertyThatCannotBeFoundThrows) {
    campaign_report r = two_bugs();
    const property_list none;
    listed_properties known(none);
    explain_bugs(
        r,
        [&](const finding& f) -> finding_properties& {
            if (f.subject == "first") throw std::runtime_error("It does not compile any more.");
            return known;
        },
        4);
    EXPECT_EQ(r.exit_code(), 1);
    ASSERT_EQ(r.warnings.size(), 1u);
    EXPECT_NE(r.warnings[0].find("It does not compile any more."), std::string::npos);
}

// Another bug would say itself when it fails; without one, a condition that is true of one line says nothing of the others.
TEST(ExplainBugs, SaysWhichLawsFailElsewhereOfTheOnlyBug) {
    const auto fails_when = [](campaign_report r) {
        const property_list none;
        listed_properties known(none);
        explain_bugs(
            r, [&](const finding&) -> finding_properties& { return known; }, 1, 1,
            [](const finding&, std::span<const failure>, finding_properties&,
               const sampling_limits&) {
                diagnosis d;
                d.fails_when = "exactly when h > w";
                d.otherwise = {"K1", "K4"};
                return d;
            });
        return r.bugs.at(0).fails_when;
    };
    campaign_report one = two_bugs();
    one.findings.pop_back();
    one.find_bugs();
    ASSERT_EQ(one.bugs.size(), 1u);
    EXPECT_EQ(fails_when(one), "exactly when h > w; other cases fail K1 K4");
    EXPECT_EQ(fails_when(two_bugs()), "exactly when h > w");
}

TEST(ExplainBugs, SaysWhyNoConditionIsLookedForInHugeCases) {
    const auto fails_when = [](bool huge) {
        campaign_report r = two_bugs();
        if (huge) r.findings[0].what.the_case["huge"] = true;
        const property_list none;
        listed_properties known(none);
        explain_bugs(
            r, [&](const finding&) -> finding_properties& { return known; }, 1, 1,
            [](const finding&, std::span<const failure>, finding_properties&,
               const sampling_limits&) { return diagnosis(); });
        return r.bugs.at(0).fails_when;
    };
    EXPECT_EQ(fails_when(true).find("with lengths like these; a case takes too long"), 0u);
    EXPECT_EQ(fails_when(false), "");
}

// cpu finds a wrong value far away; the line comes from a run of that case on cpu-checked, which cpu says nothing of.
TEST(ExplainBugs, AsksForWhatTheDeviceOfTheFindingSees) {
    failure read{.law = law_id::K4, .kind = failure_kind::uninitialised};
    read.witness = failure_witness{.kernel = "add_offsets", .memory = memory_space::global};
    read.witness->access = {.file = "scan.hip", .function = "add_offsets", .line = 36};
    const auto laws_asked_for = [](campaign_report r) {
        r.find_bugs();
        EXPECT_EQ(r.bugs.at(0).lead.law, law_id::K4);
        const property_list none;
        listed_properties known(none);
        explain_bugs(
            r, [&](const finding&) -> finding_properties& { return known; }, 1, 1,
            [](const finding&, std::span<const failure> of_bug, finding_properties&,
               const sampling_limits&) {
                diagnosis d;
                for (const failure& f : of_bug) d.fails_when.append(about(f.law).code).append(" ");
                return d;
            });
        return r.bugs.at(0).fails_when;
    };
    campaign_report far = two_bugs();
    far.findings.pop_back();
    campaign_report near = far;
    far.findings[0].what.beside = {read};
    EXPECT_EQ(laws_asked_for(far), "K4 K1 ");
    near.findings[0].what.broken_by(read);
    EXPECT_EQ(laws_asked_for(near), "K4 ");
}

// One change mends both: they are told as one, with the condition of each and the heading of the one that another stands for.
TEST(ExplainBugs, SaysBothConditionsOfTwoThatOneChangeMends) {
    campaign_report r = two_bugs();
    int line = 0;
    for (auto& f : r.findings) {
        f.what.subject = "shifted";
        f.what.property = "shifted@cpu";
        f.what.kernel = user_kernel{.source = "k.hip", .test = "shifted"};
        f.what.the_case = {{"n", ++line}};
    }
    r.findings[1].what.why.where.operand = "z";
    r.find_bugs();
    ASSERT_EQ(r.bugs.size(), 2u);
    property_list list;
    list.push_back(std::make_unique<fuzz::testing::toy>("shifted@cpu"));
    listed_properties known(list);
    std::vector<nlohmann::json> also_tried;
    explain_bugs(
        r, [&](const finding&) -> finding_properties& { return known; }, 4, 1,
        [](const finding& f, std::span<const failure>, finding_properties&,
           const sampling_limits& limits) {
            diagnosis d;
            d.heading = "A wrong " + f.why.where.operand;
            d.fails_when =
                f.why.where.operand == "y" ? "exactly when h > w" : "exactly when h != w";
            if (limits.seconds < 0.3) d.fails_when = "it had no time";
            return d;
        },
        [&](const finding& f, const std::vector<const finding*>& others, double) {
            EXPECT_EQ(f.why.where.operand, "y");
            for (const finding* other : others) also_tried.push_back(other->the_case);
            return found_lines{.lines = {{.line = 7}}, .mended = {0}, .left = {}};
        });
    EXPECT_THAT(also_tried, ::testing::ElementsAre(nlohmann::json{{"n", 2}}));
    EXPECT_THAT(r.warnings, ::testing::IsEmpty());
    ASSERT_EQ(r.bugs.size(), 1u);
    EXPECT_EQ(r.bugs[0].heading, "A wrong y");
    EXPECT_EQ(r.bugs[0].fails_when, "exactly when h > w; A wrong z: exactly when h != w");
    EXPECT_EQ(r.bugs[0].findings, (std::vector<std::size_t>{0, 1}));
    ASSERT_EQ(r.bugs[0].likely.size(), 1u);
    EXPECT_EQ(r.bugs[0].likely[0].line, 7);
}

// All that a diagnosis says comes back from the process that made it.
TEST(ExplainBugs, KeepsAllThatADiagnosisSays) {
    campaign_report r = two_bugs();
    const property_list none;
    listed_properties known(none);
    explain_bugs(
        r, [&](const finding&) -> finding_properties& { return known; }, 1, 1,
        [](const finding&, std::span<const failure>, finding_properties&, const sampling_limits&) {
            diagnosis d;
            d.fails_when = "exactly when n > 2";
            d.whatever = "any data";
            d.instead = "elements are exchanged";
            d.smallest = {2, {"(0)", "(1)"}, {"(1)", "(0)"}};
            d.cases = {"n", "m", {{1, 2, false}, {3, 4, true}}};
            return d;
        });
    const bug& b = r.bugs[0];
    EXPECT_EQ(b.fails_when, "exactly when n > 2; any data");
    EXPECT_EQ(b.instead, "elements are exchanged");
    EXPECT_EQ(b.smallest.columns, 2u);
    EXPECT_EQ(b.smallest.must, (std::vector<std::string>{"(0)", "(1)"}));
    EXPECT_EQ(b.smallest.is, (std::vector<std::string>{"(1)", "(0)"}));
    EXPECT_EQ(b.cases.x, "n");
    EXPECT_EQ(b.cases.y, "m");
    ASSERT_EQ(b.cases.points.size(), 2u);
    EXPECT_EQ(b.cases.points[1].y, 4);
    EXPECT_TRUE(b.cases.points[1].fails);
    EXPECT_TRUE(r.warnings.empty());
}

}  // namespace
}  // namespace tileproof::diagnosis
