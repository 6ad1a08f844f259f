// SPDX-License-Identifier: MIT
// Several cases in flight in one process, as on a GPU: the campaign must say what it says of one at a time.
#include "fuzz/campaign/campaign.hpp"

#include "fuzz/worker/shared_case.hpp"
#include "fuzz/worker/worker.hpp"
#include "properties/crash_note.hpp"
#include "toy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

namespace tileproof::fuzz::testing {

using namespace properties;

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

void sleep_ms(int n) { std::this_thread::sleep_for(std::chrono::milliseconds(n)); }

// Waits until `count` threads of this process have come here; false: they have not in ten seconds.
bool meet(std::atomic<int>& here, int count) {
    ++here;
    for (int i = 0; i < 10000 && here < count; ++i) sleep_ms(1);
    return here >= count;
}

class InFlight : public ::testing::Test {
  protected:
    InFlight() {
        list.push_back(std::make_unique<toy>("toy"));
        the_toy().on = "cuda";
        options.seed = 42;
        options.cases = 400;
        options.minimize_seconds = 60;
    }
    toy& the_toy() { return static_cast<toy&>(*list[0]); }
    campaign_report run(int jobs) {
        options.jobs = jobs;
        return run_campaign(list, options);
    }
    // Everything that must not depend on the number of cases in flight.
    static std::string said(const campaign_report& r) {
        std::string all = to_json(r.properties.at(0).counts).dump() + r.verdict().substr(0, 6);
        for (const law_row& row : r.rows) all += row.sentence;
        for (const reported_finding& f : r.findings) {
            nlohmann::json j = to_json(f.what, "");
            j.erase("found");
            all += '\n' + j.dump();
        }
        for (const std::string& trouble : r.troubles) all += trouble;
        return all;
    }
    void expect_the_same_of_four() {
        const std::string one = said(run(1));
        for (int i = 0; i < 3; ++i) EXPECT_EQ(said(run(4)), one);
    }

    property_list list;
    campaign_options options;
};

TEST_F(InFlight, AreAsManyCasesAsThereAreJobs) {
    static std::atomic<int> here = 0;
    options.cases = 4;
    the_toy().judge = [](std::int64_t) { return fails(law_id::K1, meet(here, 4) ? "" : "alone"); };
    EXPECT_THAT(run(4).findings, IsEmpty());
}

TEST_F(InFlight, CasesOfADeviceThatTakesOneAtATimeAreNot) {
    static std::atomic<int> inside = 0;
    the_toy().on = "cpu";
    the_toy().judge = [](std::int64_t) {
        const bool alone = ++inside == 1;
        sleep_ms(1);
        --inside;
        return fails(law_id::K1, alone ? "" : "in company");
    };
    EXPECT_THAT(run(4).findings, IsEmpty());
}

TEST_F(InFlight, CasesCountAsOneByOne) {
    the_toy().judge = [](std::int64_t n) {
        if (n % 7 == 0) return case_result{.laws = {}, .discarded = "No sevens."};
        return case_result{.laws = {held(law_id::K1), held(law_id::K2)}, .discarded = ""};
    };
    options.cases = 5000;
    expect_the_same_of_four();
}

TEST_F(InFlight, FailuresAreFoundAsOneByOne) {
    the_toy().judge = [](std::int64_t n) {
        const bool odd_one = n % 100 == 55, big = n > 990;
        sleep_ms(odd_one || big ? 10 : 1);  // cases behind it have ended
        return case_result{.laws = {judged(law_id::K1, odd_one ? "ends in 55" : ""),
                                    judged(law_id::K2, big ? "big" : "")},
                           .discarded = ""};
    };
    expect_the_same_of_four();
    EXPECT_EQ(run(4).findings.size(), 2u);
}

TEST_F(InFlight, CrashesAreFoundAsOneByOne) {
    the_toy().first = {{{"n", 1}}, {{"n", 2}}, {{"n", 5000}}, {{"n", 3}}};
    the_toy().judge = [](std::int64_t n) {
        sleep_ms(n == 2 ? 20 : 1);
        if (n >= 4999) std::abort();
        return fails(law_id::K2, "");
    };
    expect_the_same_of_four();
    const campaign_report report = run(4);
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_EQ(report.findings[0].what.first_seen_as, nlohmann::json({{"n", 5000}}));
    EXPECT_EQ(report.findings[0].what.index, 2);
    EXPECT_EQ(report.properties[0].counts.cases, 400);
}

TEST_F(InFlight, HangsAreFoundAsOneByOne) {
    the_toy().first = {{{"n", 1}}, {{"n", 5000}}};
    the_toy().judge = [](std::int64_t n) {
        while (n >= 4999) sleep_ms(1000);
        return fails(law_id::K1, "");
    };
    options.cases = 30;
    options.case_seconds = 1;
    expect_the_same_of_four();
    const campaign_report report = run(4);
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_EQ(report.findings[0].what.why.kind, failure_kind::hang);
}

// As on a GPU: after a fault whatever runs fails, or gets no memory.
TEST_F(InFlight, FaultsOfTheDeviceAreFoundAsOneByOne) {
    static std::atomic<bool> faulty = false;
    the_toy().first = {{{"n", 1}}, {{"n", 2}}, {{"n", 5000}}, {{"n", 3}}, {{"n", 6000}}};
    the_toy().judge = [](std::int64_t n) {
        const bool culprit = n >= 4999;
        if (culprit) faulty = true;
        sleep_ms(culprit ? 20 : 2);
        if (faulty && !culprit && n % 2) return case_result{.laws = {}, .discarded = "No memory."};
        case_result r = fails(law_id::K2, faulty ? "The device has failed." : "");
        r.needs_new_process = faulty;
        return r;
    };
    expect_the_same_of_four();
    EXPECT_EQ(run(4).properties[0].counts.discarded, 0);
}

TEST_F(InFlight, GeneratorsThatThrowAreTroubleAsOneByOne) {
    class broken : public toy {
      public:
        broken() : toy("broken") { on = "cuda"; }
        nlohmann::json generate(rc::Random& random, int size) const override {
            if (size == 50) throw std::runtime_error("No dice.");
            return toy::generate(random, size);
        }
    };
    list[0] = std::make_unique<broken>();
    EXPECT_THAT(run(4).troubles, ElementsAre(HasSubstr("No dice.")));
}

TEST_F(InFlight, WhatFailsOnlyInCompanyIsAFindingThatSaysSo) {
    static std::atomic<int> inside = 0;
    the_toy().judge = [](std::int64_t) {
        const bool alone = ++inside == 1;
        sleep_ms(1);
        --inside;
        return fails(law_id::K1, alone ? "" : "It is crowded.");
    };
    const campaign_report report = run(4);
    ASSERT_EQ(report.findings.size(), 1u);
    const finding& f = report.findings[0].what;
    EXPECT_THAT(f.failure, HasSubstr("It is crowded. That was while "));
    EXPECT_THAT(f.failure,
                HasSubstr(" cases were in flight. Run again one by one in a fresh process, "
                          "all held. They are, by index: "));
    EXPECT_THAT(f.failure, HasSubstr(f.the_case.dump()));
    EXPECT_FALSE(f.minimized);
    EXPECT_EQ(report.properties[0].counts.cases, 400);
}

TEST_F(InFlight, WhatEndsTheProcessOnlyInCompanyIsAFindingAndGivenUp) {
    static std::atomic<int> inside = 0;
    the_toy().judge = [](std::int64_t) {
        if (++inside == 3) std::abort();
        sleep_ms(1);
        --inside;
        return fails(law_id::K2, "");
    };
    const campaign_report report = run(4);
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_THAT(report.findings[0].what.failure, HasSubstr("SIGABRT"));
    EXPECT_THAT(report.findings[0].what.failure, HasSubstr("all held"));
    EXPECT_EQ(report.rows[1].what, law_row::verdict::stopped);
}

TEST_F(InFlight, ADoubtIsSettledThoughTheTimeIsUp) {
    const auto late = std::chrono::steady_clock::now() + std::chrono::milliseconds(1000);
    the_toy().judge = [late](std::int64_t) {
        sleep_ms(20);
        return fails(law_id::K1, std::chrono::steady_clock::now() > late ? "Too late." : "");
    };
    options.cases.reset();
    options.budget_seconds = 1;
    const campaign_report report = run(4);
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_EQ(report.findings[0].what.failure, "Too late.");
}

TEST_F(InFlight, ADoubtThatNobodyHadTimeForIsAFinding) {
    the_toy().judge = [](std::int64_t) { return fails(law_id::K1, "wrong"); };
    options.interrupted = [] { return true; };  // asked when the first batch is on its way
    const campaign_report report = run(4);
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_THAT(report.findings[0].what.failure, HasSubstr("not run again one by one"));
}

TEST_F(InFlight, AFaultIsToldByTheThreadThatMetIt) {
    static std::atomic<int> here = 0;
    the_toy().first = {{{"n", 10}}, {{"n", 11}}, {{"n", 12}}};
    the_toy().judge = [](std::int64_t n) {
        note_for_crash("the note of " + std::to_string(n));
        meet(here, 3);
        if (n != 11) sleep_ms(60000);
        void* page = mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        static_cast<volatile char*>(page)[5] = 1;
        return case_result{};
    };
    worker w(list, 100, {}, 3);
    w.send(round_request{0, 5, 0, 3, 10.0, {}, true});
    const worker_answer answer = w.wait();
    ASSERT_TRUE(answer.end);
    EXPECT_EQ(answer.end->notes, "the note of 11");
    EXPECT_TRUE(answer.end->has_address);
    EXPECT_EQ(answer.end->address & 4095, 5u);
    EXPECT_EQ(answer.the_case, nlohmann::json({{"n", 11}}));
    EXPECT_EQ(answer.index, 1);
    EXPECT_THAT(answer.in_flight, UnorderedElementsAre(0, 1, 2));
}

TEST_F(InFlight, EachCaseHasATimeLimitOfItsOwn) {
    the_toy().judge = [](std::int64_t) {
        sleep_ms(20);
        return fails(law_id::K1, "");
    };
    worker w(list, 1, {}, 3);
    w.send(round_request{0, 5, 0, 300, 100.0, {}, true});  // two seconds in all
    EXPECT_EQ(w.wait().counts.cases, 300);
}

TEST_F(InFlight, AllCasesAreFoundWhenTileproofIsKilled) {
    const properties::testing::scratch_folder folder;
    const finding_store store(folder.path());
    options.store = &store;
    const auto inside = folder.path() / "inside";
    the_toy().first = {{{"n", 1}}, {{"n", 2}}, {{"n", 3}}};
    the_toy().judge = [inside](std::int64_t n) -> case_result {
        std::filesystem::create_directories(inside / std::to_string(n));
        for (;;) pause();
    };
    const pid_t campaign = fork();
    if (campaign == 0) {
        run(3);
        _exit(0);
    }
    for (const char* n : {"1", "2", "3"})
        while (!std::filesystem::exists(inside / n)) sleep_ms(1);
    kill(campaign, SIGKILL);
    waitpid(campaign, nullptr, 0);
    while (find_lost_cases(folder.path() / "running").empty()) sleep_ms(1);

    the_toy().judge = [](std::int64_t n) { return fails(law_id::K1, n == 2 ? "two" : ""); };
    options.cases = 0;
    const campaign_report report = run(3);
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_EQ(report.findings[0].what.the_case, nlohmann::json({{"n", 2}}));
    EXPECT_THAT(report.warnings, UnorderedElementsAre(HasSubstr("it held"), HasSubstr("it held"),
                                                      HasSubstr("it fails")));
    EXPECT_THAT(find_lost_cases(folder.path() / "running"), IsEmpty());
}

}  // namespace
}  // namespace tileproof::fuzz::testing
