// SPDX-License-Identifier: MIT
// Merging: corpora by coverage, findings by cause, and what is left when a merge is killed or its disk is full. Coverage is
// libFuzzer's, of the target with planted bugs (planted_input.cpp).
#include "extras/cluster/merge_campaign.hpp"
#include "fuzz/finding/finding.hpp"
#include "fuzz/libfuzzer/fuzz_findings.hpp"
#include "fuzz/libfuzzer/fuzz_process.hpp"
#include "system/file.hpp"
#include "tests/properties/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

namespace tileproof::cluster::testing {
namespace {

namespace fs = std::filesystem;
using namespace fuzz;
using namespace properties;
using namespace system;
using properties::testing::scratch_folder;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

constexpr const char* target_name = "planted_input";

class Merge : public ::testing::Test {
  protected:
    Merge() {
        targets = fuzz_targets(PLANTED_TARGETS);
        write_campaign(folder.path(), c);
        for (const fuzz_target& t : targets) known_list.push_back(fuzz_input_property(t));
    }
    void SetUp() override { ASSERT_EQ(targets.size(), 1u); }

    // An attempt that had these inputs.
    attempt worker(int task, const std::vector<std::string>& inputs) {
        const attempt a = new_attempt(folder.path(), task);
        write_atomically(a.folder / "started", "");
        put(a.folder / "corpus" / target_name, inputs);
        worker_status s;
        s.campaign = campaign_id(c);
        s.what = worker_status::phase::ended;
        s.clock = now_on_server(folder.path()).seconds;
        save_status(s, a.folder / "status.json");
        return a;
    }
    void found(const attempt& a, const std::string& bytes, law_id law,
               const std::string& part = "x.cpp") {
        finding f;
        f.property = "fuzz/planted_input";
        f.subject = target_name;
        f.device = "host";
        f.the_case = fuzz_input_case(bytes);
        f.broken_by({.law = law,
                     .kind = failure_kind::unknown,
                     .where = {.part = part},
                     .detail = "It is bad."});
        finding_store(a.folder / "findings").save(f);
    }
    // As libFuzzer does, by a name for each content.
    static void put(const fs::path& corpus, const std::vector<std::string>& inputs) {
        for (const std::string& i : inputs)
            write_atomically(corpus / std::to_string(std::hash<std::string>()(i)), i);
    }
    // What merges left, and in how many folders.
    std::vector<std::string> corpus() const {
        std::vector<std::string> all;
        for (const auto& file : fs::recursive_directory_iterator(merged()))
            if (file.is_regular_file()) all.push_back(read_bounded(file.path(), 1 << 20));
        return all;
    }
    auto merges() const { return std::distance(fs::directory_iterator(merged()), {}); }
    fs::path merged() const {
        fs::create_directories(folder.path() / "corpus" / target_name);
        return folder.path() / "corpus" / target_name;
    }
    merged_campaign merge(std::function<bool()> stop = {}) {
        listed_properties known(known_list);
        return merge_campaign(folder.path(), known,
                              {.jobs = 2, .targets = targets, .stop = std::move(stop)});
    }

    const scratch_folder folder;
    const campaign c{.kind = "fuzz",
                     .tasks = 4,
                     .seconds = 100,
                     .seed = 7,
                     .targets = {target_name},
                     .options = "{\"jobs\":0}",
                     .version = "0",
                     .started = "2026-01-01T00:00:00Z"};
    std::vector<fuzz_target> targets;
    property_list known_list;
};

TEST_F(Merge, KeepsOneInputForWhatManyReach) {
    worker(0, {"aaaa", "bbbb", "a"});
    worker(1, {"aaaa", "q", "zzzzzzzzzz"});
    const merged_campaign m = merge();
    const merged_target& t = m.corpora.targets.at(target_name);
    EXPECT_EQ(t.before, 6);
    EXPECT_LE(t.after, 5);
    EXPECT_GE(t.after, 2);
    EXPECT_GT(t.coverage, 0);
    EXPECT_EQ(std::ssize(corpus()), t.after);
    EXPECT_TRUE(m.complete);
    EXPECT_NE(last_merge(folder.path()), "");
    // Merged again, it is what it was.
    const auto before = corpus();
    EXPECT_EQ(merge().corpora.targets.at(target_name).after, std::ssize(before));
    EXPECT_EQ(merges(), 1) << "the first one went";
}

TEST_F(Merge, ReachesAllThatTheAttemptsReach) {
    for (int task = 0; task < 4; ++task)
        for (char first = 'a'; first <= 'z'; ++first)
            worker(task, {std::string(static_cast<std::size_t>(task * 4 + first % 4 + 1), first)});
    const merged_campaign m = merge();
    EXPECT_TRUE(m.warnings.empty());
    const scratch_folder all, least;
    for (const attempt& a : attempts_in(folder.path()))
        for (const auto& file : fs::directory_iterator(a.folder / "corpus" / target_name))
            fs::copy_file(file, all.path() / file.path().filename(),
                          fs::copy_options::skip_existing);
    const auto reached = merge_corpus(targets[0], all.path(), least.path(), {});
    ASSERT_TRUE(reached);
    EXPECT_EQ(m.corpora.targets.at(target_name).coverage, reached->coverage);
    EXPECT_GT(reached->coverage, 0);
}

TEST_F(Merge, KeepsEverythingOfACorpusThatCannotBeMerged) {
    worker(0, {"aaaa", "bbbb"});
    fs::path broken = folder.path() / "broken";
    std::ofstream(broken) << "#!/bin/sh\nexit 3\n";
    fs::permissions(broken, fs::perms::owner_all);
    targets[0].program = broken;
    const merged_campaign m = merge();
    EXPECT_THAT(corpus(), UnorderedElementsAre("aaaa", "bbbb"));
    EXPECT_THAT(m.warnings, Contains(HasSubstr("Of 2 inputs of planted_input all were kept")));
}

TEST_F(Merge, MakesOneSmallestFindingOfACauseWhoeverFoundIt) {
    const attempt a = worker(0, {}), b = worker(1, {});
    found(a, "a long way to bad! and on", law_id::L2);
    found(b, "bad! as well", law_id::L2);
    found(b, "this is worse!", law_id::L3, "y.cpp");
    const merged_campaign m = merge();
    ASSERT_EQ(m.findings.findings.size(), 2u);
    std::vector<std::string> smallest;
    for (const stored_finding& f : finding_store(folder.path() / "findings").load().findings)
        smallest.push_back(f.what.the_case["bytes"]);
    EXPECT_THAT(smallest, UnorderedElementsAre("bad!", "worse!"));
    for (const auto& [key, f] : m.findings.findings) EXPECT_EQ(f.seen, f.law == "L2" ? 2 : 1);
    EXPECT_EQ(finding_store(b.folder / "findings").load().findings.size(), 2u)
        << "what was found stays";
    // A second merge changes nothing, and says that both still fail.
    const merged_campaign again = merge();
    EXPECT_EQ(again.findings.reruns.still_fail.size(), 2u);
    EXPECT_EQ(finding_store(folder.path() / "findings").load().findings.size(), 2u);
}

TEST_F(Merge, TellsTwoLinesOfOneFileAndOfOneLawApart) {
    const attempt a = worker(0, {});
    found(a, "bad! once", law_id::L2, "x.cpp:26");
    found(a, "bad! again", law_id::L2, "x.cpp:26");
    found(a, "bad! elsewhere", law_id::L2, "x.cpp:35");
    std::set<std::string> causes;
    for (const stored_finding& f : finding_store(a.folder / "findings").load().findings)
        causes.insert(signature_of(f.what));
    EXPECT_EQ(causes.size(), 2u);
}

TEST_F(Merge, LeavesWhatAnotherVersionWroteAndMergesTheRest) {
    const attempt a = worker(0, {"aaaa"}), b = worker(1, {"zzzzzzzz"});
    found(a, "bad!", law_id::L2);
    write_atomically(b.folder / "status.json", R"({"tileproof_worker": 99, "x": 1})");
    write_atomically(b.folder / "findings" / "L2-x-1.json", R"({"tileproof_finding": 99})");
    write_atomically(folder.path() / "merged.json", R"({"tileproof_merge": 99, "more": 7})");
    const merged_campaign m = merge();
    EXPECT_EQ(m.unread, 3);
    EXPECT_TRUE(m.complete);
    EXPECT_EQ(m.findings.findings.size(), 1u);
    EXPECT_EQ(m.corpora.targets.at(target_name).before, 2);
    EXPECT_EQ(read_bounded(b.folder / "findings" / "L2-x-1.json", 1000),
              R"({"tileproof_finding": 99})");
    EXPECT_EQ(read_bounded(folder.path() / "merged.json.before", 1000),
              R"({"tileproof_merge": 99, "more": 7})");
    EXPECT_NE(last_merge(folder.path()), "");
    EXPECT_EQ(merge().unread, 2) << "the record is ours now, the others stay";
}

TEST_F(Merge, LosesNothingWhenItIsStoppedAndSaysThatItWas) {
    const attempt a = worker(0, {"aaaa", "bbbb"});
    found(a, "bad!", law_id::L2);
    const merged_campaign m = merge([] { return true; });
    EXPECT_FALSE(m.complete);
    EXPECT_EQ(last_merge(folder.path()), "");
    EXPECT_EQ(merges(), 0);
    EXPECT_EQ(finding_store(a.folder / "findings").load().findings.size(), 1u);
}

// Killed when it had written a part of the merged corpus, or all of it, and taken nothing away.
TEST_F(Merge, BeginsAnewAfterOneThatWasKilledHalfWay) {
    worker(0, {"aaaa"});
    for (const char* name : {"1", "2"}) fs::create_directories(folder.path() / "merges" / name);
    put(merged() / "merge-1", {"aaaa"});
    put(merged() / ".merge-2", {"aaaa"});
    const merged_campaign m = merge();
    EXPECT_TRUE(m.complete);
    EXPECT_THAT(corpus(), UnorderedElementsAre("aaaa"));
    EXPECT_EQ(merges(), 1) << "its own";
    EXPECT_TRUE(fs::exists(merged() / "merge-3"));
}

TEST_F(Merge, LeavesEverythingWhenTheDiskIsFull) {
    worker(0, {std::string(3000, 'a'), "bbbb"});
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    const rlimit full{2000, before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &full);
    std::string said;
    try {
        merge();
    } catch (const store_error& e) {
        said = e.what();
    }
    ::setrlimit(RLIMIT_FSIZE, &before);
    EXPECT_THAT(said, HasSubstr("takes no more inputs"));
    EXPECT_TRUE(merge().complete);
    EXPECT_EQ(merges(), 1);
    EXPECT_THAT(corpus(), Contains(std::string(3000, 'a')));
}

TEST_F(Merge, WritesAPageAndTheSameAsData) {
    worker(0, {"aaaa"});
    merge();
    std::ifstream page(folder.path() / "summary.md"), data(folder.path() / "summary.json");
    const std::string text{std::istreambuf_iterator<char>(page), {}};
    EXPECT_THAT(text, HasSubstr("# fuzz campaign of 2026-01-01T00:00:00Z on 4 tasks"));
    EXPECT_THAT(text, HasSubstr("## Corpora, merged"));
    EXPECT_EQ(nlohmann::json::parse(data)["merged"][target_name]["before"], 1);
}

TEST_F(Merge, TellsOfTargetsThatAreNotHereAndLeavesTheirCorpora) {
    worker(0, {"aaaa"});
    targets.clear();
    const merged_campaign m = merge();
    EXPECT_THAT(m.warnings, Contains(HasSubstr("1 of 1 fuzz targets are not here")));
    EXPECT_TRUE(corpus().empty());
}

}  // namespace
}  // namespace tileproof::cluster::testing
