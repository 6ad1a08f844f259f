// SPDX-License-Identifier: MIT
// The shared folder: who works on what, what is refused, and what `status` makes of it.
#include "extras/cluster/campaign_folder.hpp"
#include "extras/cluster/campaign_status.hpp"
#include "system/file.hpp"
#include "system/process.hpp"
#include "tests/properties/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fcntl.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

namespace tileproof::cluster::testing {
namespace {

namespace fs = std::filesystem;
using properties::testing::scratch_folder;
using system::store_error;
using system::write_atomically;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using phase = worker_status::phase;

campaign example_campaign(int tasks = 4) {
    return {.kind = "fuzz",
            .tasks = tasks,
            .seconds = 100,
            .seed = 7,
            .targets = {"a", "b", "c"},
            .options = "{\"jobs\":0}",
            .version = "0",
            .started = "2026-01-01T00:00:00Z"};
}

std::string refusal(const fs::path& folder) {
    try {
        read_campaign(folder);
    } catch (const store_error& e) {
        return e.what();
    }
    return "";
}

TEST(CampaignFolder, GivesBackWhatWasWritten) {
    const scratch_folder folder;
    write_campaign(folder.path(), example_campaign());
    const campaign c = read_campaign(folder.path());
    EXPECT_EQ(c.kind, "fuzz");
    EXPECT_EQ(c.tasks, 4);
    EXPECT_EQ(c.seed, 7u);
    EXPECT_THAT(c.targets, ElementsAre("a", "b", "c"));
    EXPECT_EQ(c.options, "{\"jobs\":0}");
}

TEST(CampaignFolder, RefusesWhatIsNoCampaignOfThisVersionAndLeavesIt) {
    const scratch_folder folder;
    EXPECT_THAT(refusal(folder.path()), HasSubstr("holds no campaign"));
    const fs::path file = folder.path() / "campaign.json";
    for (const char* text :
         {"", "{", "[]", "{\"tileproof_campaign\":\"one\"}", "{\"tileproof_campaign\":1}",
          "{\"tileproof_campaign\":1,\"version\":\"\",\"started\":\"\","
          "\"kind\":\"other\",\"tasks\":0,\"seconds\":1,\"seed\":1,\"targets\":[],\"options\":{}"
          "}"}) {
        std::ofstream(file, std::ios::trunc) << text;
        EXPECT_NE(refusal(folder.path()), "") << text;
    }
    std::ofstream(file, std::ios::trunc) << "{\"tileproof_campaign\":99}";
    EXPECT_THAT(refusal(folder.path()), HasSubstr("another version of tileproof"));
    EXPECT_THROW(write_campaign(folder.path(), example_campaign()), store_error);
    std::ifstream kept(file);
    EXPECT_EQ(nlohmann::json::parse(kept)["tileproof_campaign"], 99);
}

TEST(CampaignFolder, GivesEachAttemptToOneOnly) {
    const scratch_folder folder;
    EXPECT_EQ(new_attempt(folder.path(), 3).number, 1);
    EXPECT_EQ(new_attempt(folder.path(), 3).number, 2);
    EXPECT_EQ(new_attempt(folder.path(), 0).number, 1);
    fs::create_directory(folder.path() / "tasks/0003/4");  // made by somebody else at this moment
    fs::create_directory(folder.path() / "tasks/0003/no number");
    EXPECT_EQ(new_attempt(folder.path(), 3).number, 5);
    std::vector<std::string> names;
    for (const attempt& a : attempts_in(folder.path())) names.push_back(a.name());
    EXPECT_THAT(names, ElementsAre("task-0-attempt-1", "task-3-attempt-1", "task-3-attempt-2",
                                   "task-3-attempt-4", "task-3-attempt-5"));
}

// Started twice at one moment, as when Slurm gives up a node that still runs.
TEST(CampaignFolder, GivesNoAttemptToTwoProcessesThatAskAtOnce) {
    const scratch_folder folder;
    constexpr int processes = 8, attempts = 25;
    std::vector<std::unique_ptr<system::process>> running;
    for (int p = 0; p < processes; ++p)
        running.push_back(std::make_unique<system::process>(system::command{.body = [&] {
            for (int i = 0; i < attempts; ++i)
                std::printf("%d\n", new_attempt(folder.path(), 0).number);
            std::fflush(stdout);
        }}));
    std::multiset<int> numbers;
    for (auto& p : running) {
        EXPECT_TRUE(p->wait().well());
        p->read();
        std::istringstream lines(p->output());
        for (int n = 0; lines >> n;) numbers.insert(n);
    }
    ASSERT_EQ(numbers.size(), 1u * processes * attempts);
    EXPECT_EQ(std::set<int>(numbers.begin(), numbers.end()).size(), numbers.size());
}

TEST(CampaignFolder, SaysWhyItCannotBeWritten) {
    const scratch_folder folder;
    write_atomically(folder.path() / "tasks", "a file where a folder must be");
    EXPECT_THROW(new_attempt(folder.path(), 0), store_error);
    EXPECT_THROW(write_campaign(folder.path() / "tasks", example_campaign()), store_error);
}

TEST(CampaignFolder, SharesTargetsAndSeedsOut) {
    EXPECT_THAT(share_of(example_campaign(2), 0), ElementsAre("a", "c"));
    EXPECT_THAT(share_of(example_campaign(2), 1), ElementsAre("b"));
    EXPECT_THAT(share_of(example_campaign(4), 3), ElementsAre("a"));
    EXPECT_THAT(share_of(example_campaign(1), 0), ElementsAre("a", "b", "c"));
    std::set<std::uint64_t> seeds;
    std::vector<std::uint32_t> slices;
    for (int task = 0; task < 64; ++task)
        for (int number = 1; number < 5; ++number) {
            seeds.insert(seed_of(example_campaign(), {task, number, {}}));
            slices.push_back(first_slice_seed_of(example_campaign(), {task, number, {}}));
        }
    EXPECT_EQ(seeds.size(), 256u);
    std::sort(slices.begin(), slices.end());
    for (std::size_t i = 1; i < slices.size(); ++i) EXPECT_GE(slices[i] - slices[i - 1], 1u << 14);
}

TEST(WorkerStatus, IsReadAsItWasWrittenAndKeepsAShortHistory) {
    const scratch_folder folder;
    worker_status s{.campaign = "c",
                    .host = "n1",
                    .job = "4_1",
                    .pid = 12,
                    .what = phase::stopped,
                    .clock = 1.5,
                    .seconds = 2.5,
                    .findings = 3,
                    .targets = {{"a", {10, 2, 30, 4}}},
                    .history = {},
                    .gpu = "hip",
                    .troubles = {"One."}};
    for (int i = 0; i < 1000; ++i) {
        s.seconds = i;
        s.note_history();
    }
    EXPECT_LT(s.history.size(), 64u);
    EXPECT_GT(s.history.size(), 16u);
    EXPECT_EQ(s.history.back().seconds, 999);
    save_status(s, folder.path() / "s.json");
    EXPECT_EQ(load_status(folder.path() / "s.json"), s);
    for (const char* text : {"", "{}", "{\"tileproof_worker\":2}"}) {
        write_atomically(folder.path() / "s.json", text);
        EXPECT_THROW(load_status(folder.path() / "s.json"), store_error);
    }
}

class CampaignStatus : public ::testing::Test {
  protected:
    CampaignStatus() { write_campaign(folder.path(), c); }

    // A worker as it was `ago` seconds ago, by a clock that is `skew` seconds ahead.
    attempt add(int task, phase what, double ago = 0, double skew = 0) {
        const attempt a = new_attempt(folder.path(), task);
        write_atomically(a.folder / "started", "");
        worker_status s;
        s.campaign = campaign_id(c);
        s.host = "n" + std::to_string(task);
        s.what = what;
        s.targets["a"] = {.executions = 100, .a_second = 10, .coverage = 50 + task, .corpus = 5};
        s.clock = now_on_server(folder.path()).seconds - ago + skew;
        s.note_history();
        save_status(s, a.folder / "status.json");
        const auto then = static_cast<time_t>(s.clock - skew);
        const timespec times[2]{{then, 0}, {then, 0}};
        ::utimensat(AT_FDCWD, (a.folder / "status.json").c_str(), times, 0);
        return a;
    }
    campaign_status look() { return look_at(folder.path(), 60); }

    const scratch_folder folder;
    const campaign c = example_campaign();
};

TEST_F(CampaignStatus, AddsUpWhatItsWorkersSay) {
    add(0, phase::running);
    add(1, phase::ended);
    const attempt a = add(2, phase::running);
    write_atomically(a.folder / "findings/L2-x.json", "{}");
    const campaign_status s = look();
    EXPECT_EQ(s.running, 2);
    EXPECT_EQ(s.ended, 1);
    EXPECT_EQ(s.waiting, 1);
    EXPECT_EQ(s.executions, 300);
    EXPECT_EQ(s.a_second, 20) << "of those that run";
    EXPECT_EQ(s.findings, 1);
    EXPECT_EQ(s.targets.at("a").coverage, 52) << "the most of one, not a sum";
    EXPECT_EQ(s.history.back().executions, 300);
    EXPECT_THAT(s.warnings, ElementsAre());
    EXPECT_THAT(status_text(s), HasSubstr("not merged yet"));
    EXPECT_EQ(status_json(s)["workers"].size(), 3u);
}

TEST_F(CampaignStatus, SeesTheDeadAndThoseThatWereTakenUp) {
    add(0, phase::running, 100);
    add(1, phase::running, 100);
    add(1, phase::running);
    add(2, phase::stopped, 100);
    const campaign_status s = look();
    ASSERT_EQ(s.workers.size(), 4u);
    EXPECT_TRUE(s.workers[0].dead);
    EXPECT_FALSE(s.workers[1].dead) << "its task is taken up";
    EXPECT_TRUE(s.workers[1].taken_up);
    EXPECT_FALSE(s.workers[3].dead) << "it said that it stops";
    EXPECT_EQ(s.running, 1);
    EXPECT_THAT(status_text(s), HasSubstr("task-0-attempt-1 on n0"));
}

TEST_F(CampaignStatus, IsNotMisledByAClockThatIsWrong) {
    add(0, phase::running, 0, 5000);
    add(1, phase::running, 0, -5000);
    const campaign_status s = look();
    EXPECT_EQ(s.running, 2);
    ASSERT_EQ(s.warnings.size(), 2u);
    EXPECT_THAT(s.warnings[0], HasSubstr("The clock of n0"));
    EXPECT_THAT(s.warnings[0], HasSubstr("s ahead of"));
    EXPECT_THAT(s.warnings[1], HasSubstr("The clock of n1"));
    EXPECT_THAT(s.warnings[1], HasSubstr("s behind"));
}

TEST_F(CampaignStatus, NamesFilesThatItCannotReadAndGoesOn) {
    write_atomically(add(0, phase::running).folder / "status.json", "{");
    write_atomically(add(1, phase::running).folder / "status.json", "{\"tileproof_worker\":9}");
    add(2, phase::running);
    write_atomically(folder.path() / "merged.json", "{\"tileproof_merge\":9}");
    const campaign_status s = look();
    EXPECT_EQ(s.running, 1);
    EXPECT_EQ(s.warnings.size(), 3u);
}

TEST_F(CampaignStatus, CountsNothingOfAnEarlierCampaignOfTheFolder) {
    add(0, phase::ended);
    campaign next = c;
    next.started = "2026-01-02T00:00:00Z";
    write_campaign(folder.path(), next);
    EXPECT_TRUE(look().workers.empty());
    EXPECT_EQ(new_attempt(folder.path(), 0).number, 2) << "and writes over nothing of it";
}

TEST_F(CampaignStatus, IsShownToWhoMayOnlyRead) {
    add(0, phase::running);
    ::chmod(folder.path().c_str(), 0555);
    // Root may write everywhere, so that a root is somebody else for a moment.
    const uid_t me = ::geteuid();
    if (me == 0) ASSERT_EQ(::seteuid(65534), 0);
    const campaign_status s = look();
    EXPECT_EQ(s.running, 1);
    ASSERT_EQ(s.warnings.size(), 1u);
    EXPECT_THAT(s.warnings[0], HasSubstr("cannot be written"));
    EXPECT_THROW(write_campaign(folder.path(), c), store_error);
    EXPECT_THROW(new_attempt(folder.path(), 1), store_error);
    if (me == 0) ASSERT_EQ(::seteuid(me), 0);
    ::chmod(folder.path().c_str(), 0755);
}

TEST(MergeRecord, IsReadAsItWasWrittenAndSaysWhatItIsNot) {
    const scratch_folder folder;
    EXPECT_EQ(last_merge(folder.path()), "") << "no merge yet";
    note_merge(folder.path(), "now");
    EXPECT_EQ(last_merge(folder.path()), "now");
    write_atomically(folder.path() / "merged.json", "{\"tileproof_merge\":1,");
    EXPECT_THROW(last_merge(folder.path()), store_error);
}

}  // namespace
}  // namespace tileproof::cluster::testing
