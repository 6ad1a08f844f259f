// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/case_runner.hpp"

#include "tests/fuzz/campaign/toy.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <set>
#include <string>
#include <thread>

namespace tileproof::diagnosis {
namespace {

using fuzz::testing::fails;
using nlohmann::json;
using properties::law_id;
using properties::property_list;

property_list list_of(std::function<properties::case_result(std::int64_t)> judge) {
    auto p = std::make_unique<fuzz::testing::toy>("toy");
    p->judge = std::move(judge);
    property_list list;
    list.push_back(std::move(p));
    return list;
}

// Says its number and its process.
property_list telling_list() {
    return list_of([](std::int64_t n) {
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        return fails(law_id::K2, std::to_string(n) + " of " + std::to_string(::getpid()));
    });
}

double ten_seconds(const json&) { return 10; }
json numbered(int n) { return {{"n", n}}; }
std::vector<json> numbered(int from, int to) {
    std::vector<json> all;
    for (int n = from; n < to; ++n) all.push_back(numbered(n));
    return all;
}
std::string said(const fuzz::worker_answer& a) {
    return sentence(*a.result.failure_of(law_id::K2));
}

TEST(CaseRunner, AnswersEachCaseWhicheverWasExpected) {
    const property_list list = telling_list();
    case_runner r(list, 0, 3, ten_seconds);
    r.expect_later(numbered(1, 6));
    r.expect_next(numbered(7, 9));
    for (const int n : {5, 1, 8, 20, 7, 1})
        EXPECT_TRUE(said(r.run(numbered(n))).starts_with(std::to_string(n) + " of ")) << n;
}

TEST(CaseRunner, RunsExpectedCasesInOtherProcesses) {
    const property_list list = telling_list();
    const auto processes = [&](std::size_t workers) {
        case_runner r(list, 0, workers, ten_seconds);
        r.expect_later(numbered(1, 9));
        std::set<std::string> all;
        for (const json& c : numbered(1, 9)) {
            const std::string text = said(r.run(c));
            all.insert(text.substr(text.rfind(' ')));
        }
        return all.size();
    };
    EXPECT_EQ(processes(1), 1u);
    EXPECT_EQ(processes(3), 3u);
}

TEST(CaseRunner, KeepsTheEndOfAnExpectedCaseForThatCase) {
    const property_list list = list_of([](std::int64_t n) {
        if (n == 2) std::abort();
        return properties::case_result();
    });
    case_runner r(list, 0, 3, ten_seconds);
    r.expect_later(numbered(1, 6));
    for (const json& c : numbered(1, 6)) EXPECT_EQ(r.run(c).end.has_value(), c["n"] == 2) << c;
}

TEST(CaseRunner, GivesEachCaseItsOwnLimit) {
    const property_list list = list_of([](std::int64_t) {
        std::this_thread::sleep_for(std::chrono::seconds(1));
        return properties::case_result();
    });
    case_runner r(list, 0, 2, [](const json& c) { return c["n"] == 2 ? 0.1 : 20.0; });
    r.expect_later(numbered(1, 4));
    for (const json& c : numbered(1, 4)) EXPECT_EQ(r.run(c).end.has_value(), c["n"] == 2) << c;
}

}  // namespace
}  // namespace tileproof::diagnosis
