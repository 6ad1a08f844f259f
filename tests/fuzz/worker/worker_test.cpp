// SPDX-License-Identifier: MIT
#include "fuzz/worker/worker.hpp"

#include "properties/crash_note.hpp"
#include "tests/fuzz/campaign/toy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <thread>

namespace tileproof::fuzz::testing {

using namespace properties;

namespace {

using ::testing::HasSubstr;
using kind = process_end::kind;

property_list list_of(std::function<case_result(std::int64_t)> judge) {
    auto p = std::make_unique<toy>("toy");
    p->judge = std::move(judge);
    property_list list;
    list.push_back(std::move(p));
    return list;
}

// Gone, or a zombie that nobody has reaped yet.
bool is_dead(pid_t process) {
    std::ifstream stat("/proc/" + std::to_string(process) + "/stat");
    std::string number, name, state;
    return !(stat >> number >> name >> state) || state == "Z" || state == "X";
}

bool dies(pid_t process) {
    for (int i = 0; i < 500 && !is_dead(process); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return is_dead(process);
}

worker_answer check(const property_list& list, double case_seconds = 10) {
    worker w(list, case_seconds);
    w.send(check_request{0, {{"n", 3}}});
    return w.wait();
}

TEST(Worker, SaysWhatTheCheckSays) {
    const auto list = list_of([](std::int64_t n) { return fails(law_id::K2, std::to_string(n)); });
    const worker_answer answer = check(list);
    ASSERT_NE(answer.result.failure_of(law_id::K2), nullptr);
    EXPECT_EQ(sentence(*answer.result.failure_of(law_id::K2)), "3");
    EXPECT_FALSE(answer.end);
}

TEST(Worker, TurnsASegmentationFaultIntoAnAnswerWithItsAddressAndNote) {
    const auto list = list_of([](std::int64_t) {
        void* page = mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        char text[64];
        std::snprintf(text, sizeof text, "page at %p", page);
        note_for_crash(text);
        static_cast<volatile char*>(page)[5] = 1;
        return case_result{};
    });
    const worker_answer answer = check(list);
    ASSERT_TRUE(answer.end);
    EXPECT_EQ(answer.end->what, kind::signal);
    EXPECT_EQ(answer.end->number, SIGSEGV);
    EXPECT_TRUE(answer.end->has_address);
#if defined(__x86_64__)
    EXPECT_TRUE(answer.end->was_write);
#endif
    EXPECT_EQ(answer.end->address & 4095, 5u);
    EXPECT_THAT(answer.end->notes, HasSubstr("page at 0x"));
    EXPECT_EQ(answer.the_case, nlohmann::json({{"n", 3}}));
    EXPECT_THAT(sentence(*answer.result.failure_of(law_id::K1)), HasSubstr("SIGSEGV"));
}

TEST(Worker, TellsAReadFromAWrite) {
    const auto list = list_of([](std::int64_t) {
        void* page = mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        (void)static_cast<volatile char*>(page)[5];
        return case_result{};
    });
    const worker_answer answer = check(list);
    ASSERT_TRUE(answer.end);
    EXPECT_TRUE(answer.end->has_address);
    EXPECT_FALSE(answer.end->was_write);
}

// Its address is that of the instruction, which may lie near an operand.
TEST(Worker, SaysNoAddressOfADivisionByZero) {
    const auto list = list_of([](std::int64_t) {
        volatile int zero = 0;
        zero = 3 / zero;
        return case_result{};
    });
    const worker_answer answer = check(list);
    ASSERT_TRUE(answer.end);
    EXPECT_EQ(answer.end->number, SIGFPE);
    EXPECT_FALSE(answer.end->has_address);
    EXPECT_THAT(answer.end->sentence(), Not(HasSubstr("address")));
}

TEST(Worker, TurnsAnAbortIntoAnAnswerWithItsLastWords) {
    const auto list = list_of([](std::int64_t) -> case_result {
        std::fputs("this was not expected\n", stderr);
        std::abort();
    });
    const worker_answer answer = check(list);
    ASSERT_TRUE(answer.end);
    EXPECT_EQ(answer.end->number, SIGABRT);
    EXPECT_FALSE(answer.end->has_address);
    EXPECT_EQ(answer.end->output, "this was not expected");
}

TEST(Worker, TurnsAnExitIntoAnAnswer) {
    const auto list = list_of([](std::int64_t) -> case_result { std::_Exit(0); });
    const worker_answer answer = check(list);
    ASSERT_TRUE(answer.end);
    EXPECT_EQ(answer.end->what, kind::exit);
    EXPECT_EQ(answer.end->number, 0);
    EXPECT_THAT(answer.end->sentence(), HasSubstr("exit code 0 in the middle of the case"));
}

TEST(Worker, StopsACaseThatHangs) {
    const auto list = list_of([](std::int64_t) -> case_result {
        for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
    });
    const worker_answer answer = check(list, 0.2);
    ASSERT_TRUE(answer.end);
    EXPECT_EQ(answer.end->what, kind::time_limit);
    EXPECT_THAT(answer.end->sentence(), HasSubstr("had not ended after 0.2"));
}

TEST(Worker, CountsTheTimeOfAProcessorThatAnEndlessCaseTook) {
    const auto list = list_of([](std::int64_t) -> case_result {
        for (volatile int i = 0;; i = 1) {
        }
    });
    EXPECT_GE(check(list, 0.4).processor_seconds, 0.3);
}

TEST(Worker, KeepsUpWithAChildThatPrintsForEver) {
    const auto list = list_of([](std::int64_t) -> case_result {
        for (;;) std::fputs("and another line that nobody reads\n", stdout);
    });
    const worker_answer answer = check(list, 0.3);
    ASSERT_TRUE(answer.end);
    EXPECT_EQ(answer.end->what, kind::time_limit);
    EXPECT_LE(answer.end->output.size(), 4000u);
}

TEST(Worker, GoesOnWithAFreshProcessAfterACrash) {
    const auto list = list_of([](std::int64_t n) {
        if (n == 3) std::abort();
        return fails(law_id::K1, "alive");
    });
    worker w(list, 10);
    w.send(check_request{0, {{"n", 3}}});
    EXPECT_TRUE(w.wait().end);
    w.send(check_request{0, {{"n", 4}}});
    EXPECT_EQ(sentence(*w.wait().result.first_failure()), "alive");
}

TEST(Worker, NamesTheCaseOfABatchThatEndedTheProcess) {
    const toy source("toy");
    const auto list = list_of([](std::int64_t n) -> case_result {
        if (n > 500) std::abort();
        return fails(law_id::K1, "");
    });
    worker w(list, 10);
    w.send(round_request{0, 5, 0, 1000, 10.0, {}});
    const worker_answer answer = w.wait();
    ASSERT_TRUE(answer.end);
    EXPECT_GT(answer.the_case.at("n"), 500);
    worker again(list, 10);
    again.send(round_request{0, 5, 0, answer.index, 10.0, {}});
    EXPECT_EQ(again.wait().counts.cases, answer.index);  // all before it are well
}

TEST(Worker, StopsABatchAtALawThatIsNotKnownToFail) {
    const auto list =
        list_of([](std::int64_t n) { return fails(law_id::K1, n > 500 ? "big" : ""); });
    worker w(list, 10);
    w.send(round_request{0, 5, 0, 100, 10.0, {}});
    const worker_answer first = w.wait();
    EXPECT_EQ(first.counts.cases, first.index + 1);
    EXPECT_EQ(sentence(*first.result.first_failure()), "big");
    w.send(round_request{0, 5, 0, 100, 10.0, {law_id::K1}});
    const worker_answer all = w.wait();
    EXPECT_EQ(all.counts.cases, 100);
    EXPECT_TRUE(all.the_case.is_null());
    EXPECT_GT(all.counts.laws.at(law_id::K1).failed, 1);
}

TEST(Worker, ReportsAnExceptionOfTheCheckAsAFailure) {
    const auto list =
        list_of([](std::int64_t) -> case_result { throw std::runtime_error("Too odd."); });
    EXPECT_EQ(sentence(*check(list).result.failure_of(law_id::K1)), "The check threw: Too odd.");
}

TEST(Worker, LeavesNoChildBehind) {
    pid_t child = -1;
    {
        const auto list =
            list_of([](std::int64_t) { return fails(law_id::K1, std::to_string(getpid())); });
        worker w(list, 10);
        w.send(check_request{0, {{"n", 3}}});
        child = std::stoi(sentence(*w.wait().result.first_failure()));
        EXPECT_FALSE(is_dead(child));
    }
    EXPECT_TRUE(is_dead(child));
}

TEST(Worker, KillsWhatACaseHadStarted) {
    const auto list = list_of([](std::int64_t) {
        const pid_t grandchild = fork();
        if (grandchild == 0)
            for (;;) pause();
        return fails(law_id::K1, std::to_string(grandchild));
    });
    pid_t grandchild = -1;
    {
        worker w(list, 10);
        w.send(check_request{0, {{"n", 3}}});
        grandchild = std::stoi(sentence(*w.wait().result.first_failure()));
    }
    EXPECT_TRUE(dies(grandchild));
}

TEST(Worker, KillsWhatACaseHadStartedBeforeItCrashed) {
    const auto list = list_of([](std::int64_t) -> case_result {
        const pid_t grandchild = fork();
        if (grandchild == 0)
            for (;;) pause();
        std::fprintf(stderr, "%d", static_cast<int>(grandchild));
        std::abort();
    });
    worker w(list, 10);
    w.send(check_request{0, {{"n", 3}}});
    const worker_answer answer = w.wait();
    ASSERT_TRUE(answer.end);
    EXPECT_EQ(answer.end->what, kind::signal);  // though what it had started holds its channel open
    const pid_t grandchild = std::stoi(answer.end->output);
    EXPECT_TRUE(dies(grandchild));  // while the worker itself lives on
    kill(grandchild, SIGKILL);
}

}  // namespace
}  // namespace tileproof::fuzz::testing
