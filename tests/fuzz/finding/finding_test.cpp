// SPDX-License-Identifier: MIT
#include "fuzz/finding/finding.hpp"

#include "system/file.hpp"
#include "tests/properties/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <random>

namespace tileproof::fuzz::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

finding example() {
    finding f;
    f.law = properties::law_id::K3;
    f.property = "transpose_tiled@cpu";
    f.subject = "transpose_tiled";
    f.device = "cpu";
    f.the_case = {{"rows", 1}, {"columns", 2}};
    f.failure = "4 bytes were overwritten.";
    f.seed = 0xffffffffffffffffu;
    f.index = 12;
    f.minimized = true;
    f.first_seen_as = {{"rows", 7}, {"columns", 9}};
    f.found = time_stamp();
    f.version = "0.1.0";
    return f;
}

std::string error_of(std::string_view text) {
    try {
        parse_finding(text);
    } catch (const system::store_error& e) {
        return e.what();
    }
    return "nothing was thrown";
}

TEST(Finding, IsTheSameAfterARoundTripThroughItsFile) {
    const properties::testing::scratch_folder folder;
    const finding_store store(folder.path() / "findings");
    const finding saved = example();
    const auto file = store.save(saved);
    EXPECT_EQ(to_json(load_finding(file), file), to_json(saved, file));
    EXPECT_EQ(load_finding(file).seed, saved.seed);
}

TEST(Finding, IsNamedAfterLawPropertyAndCaseAlone) {
    finding f = example();
    EXPECT_THAT(file_name(f),
                ::testing::MatchesRegex("K3-transpose_tiled@cpu-[0-9a-f]{16}\\.json"));
    const std::string name = file_name(f);
    f.seed = 1;
    f.failure = "?";
    EXPECT_EQ(file_name(f), name);
    f.the_case["rows"] = 2;
    EXPECT_NE(file_name(f), name);
}

TEST(Finding, HasAFileNameWithoutSlashesWhateverItsPropertyIsCalled) {
    finding f = example();
    f.property = "../../etc/pass wd<float>";
    EXPECT_EQ(file_name(f).find_first_of("/ <>"), std::string::npos);
}

TEST(Finding, TellsTheCommandThatReplaysIt) {
    EXPECT_EQ(replay_command(".tileproof/findings/a.json"),
              "tileproof replay .tileproof/findings/a.json");
    EXPECT_EQ(replay_command("it's here/a.json"), "tileproof replay 'it'\\''s here/a.json'");
}

TEST(Finding, OfAnotherSchemaIsRefused) {
    for (const int schema : {0, 3, 999}) {
        json j = to_json(example(), "f");
        j["tileproof_finding"] = schema;
        EXPECT_THAT(error_of(j.dump()), HasSubstr("schema " + std::to_string(schema)));
    }
}

// As the first version stored them, letter for letter.
TEST(Finding, OfTheFirstSchemaIsRead) {
    const finding f = parse_finding(R"({
  "tileproof_finding": 1, "law": "K1", "law_name": "exact", "property": "scale@cpu", "subject": "scale",
  "device": "cpu", "case": {"source": "a/scale.hip", "test": "scale", "dims": [33]},
  "failure": "Element (1) of out is 2, but must be 1.", "seed": 7, "index": 12, "minimised": true,
  "first_seen_as": null, "found": "2026-11-21T04:50:00Z", "version": "0.1.0",
  "replay": "tileproof replay f.json"})");
    EXPECT_TRUE(f.minimized);
    EXPECT_EQ(f.failure, "Element (1) of out is 2, but must be 1.");
    EXPECT_EQ(f.why.kind, properties::failure_kind::unknown);
    EXPECT_EQ(f.kernel, (user_kernel{"a/scale.hip", "scale", "clang++-19", {}}));
}

TEST(Finding, OfAUsersKernelIsAnotherOneWithOtherFlags) {
    finding f = example();
    const std::string without = file_name(f);
    f.kernel = user_kernel{"k.hip", "t", "clang++-19", {"-DN=1"}};
    const std::string one = file_name(f);
    EXPECT_EQ(parse_finding(to_json(f, "f").dump()).kernel, f.kernel);
    f.kernel->flags = {"-DN=2"};
    EXPECT_NE(file_name(f), one);
    EXPECT_NE(one, without);
}

TEST(Finding, SaysWhichMemberIsMissingOrOfTheWrongKind) {
    const json whole = to_json(example(), "f");
    for (const char* key :
         {"tileproof_finding", "law", "property", "subject", "device", "case", "failure", "seed",
          "index", "minimized", "first_seen_as", "found", "version"}) {
        json j = whole;
        j.erase(key);
        EXPECT_THAT(error_of(j.dump()), HasSubstr(std::string("'") + key + "' is missing")) << key;
    }
    json j = whole;
    j["property"] = 5;
    EXPECT_EQ(error_of(j.dump()), "It is not a finding: 'property' is of the wrong kind (number).");
    for (const char* key : {"law", "property", "subject", "device"}) {
        j = whole;
        j[key] = std::string(100'000, 'A');
        EXPECT_EQ(error_of(j.dump()), std::string("It is not a finding: '") + key +
                                          "' has 100000 characters, and a name has at most 4000.");
    }
    j = whole;
    j["seed"] = 1e300;
    EXPECT_THAT(error_of(j.dump()), HasSubstr("'seed' is 1e+300, but must be a whole number from"));
    j["seed"] = -1;
    EXPECT_THAT(error_of(j.dump()), HasSubstr("'seed' is -1, but must be a whole number from 0"));
    j = whole;
    j["index"] = 1.5;
    EXPECT_THAT(error_of(j.dump()), HasSubstr("'index' is 1.5"));
    j = whole;
    j["law"] = "K99";
    EXPECT_THAT(error_of(j.dump()), HasSubstr("'K99' that does not exist"));
    EXPECT_THAT(error_of("[]"), HasSubstr("not a JSON object"));
}

// Every file that a broken disk or an editor could leave is read or refused, nothing else.
TEST(Finding, SurvivesRandomDamageToItsFile) {
    const std::string whole = to_json(example(), "f").dump();
    std::mt19937 random(7);
    int refused = 0;
    for (int round = 0; round < 20'000; ++round) {
        std::string text = whole;
        for (int i = 0; i < 3; ++i) {
            const std::size_t at = random() % text.size();
            if (random() % 4 == 0)
                text.resize(at + 1);
            else
                text[at] = static_cast<char>(random());
        }
        try {
            parse_finding(text);
        } catch (const system::store_error&) {
            ++refused;
        }
    }
    EXPECT_GT(refused, 1000);
}

TEST(FindingStore, IsEmptyWhenItsFolderDoesNotExist) {
    const auto contents = finding_store("/nonexistent/findings").load();
    EXPECT_TRUE(contents.findings.empty());
    EXPECT_TRUE(contents.problems.empty());
}

TEST(FindingStore, ReplacesAFindingByASmallerOne) {
    const properties::testing::scratch_folder folder;
    const finding_store store(folder.path());
    const auto before = store.save(example());
    finding smaller = example();
    smaller.the_case = {{"rows", 1}, {"columns", 1}};
    const auto after = store.replace(before, smaller);
    EXPECT_FALSE(std::filesystem::exists(before));
    ASSERT_EQ(store.load().findings.size(), 1u);
    EXPECT_EQ(store.load().findings[0].file, after);
    store.replace(after, smaller);  // in place: it must not remove what it wrote
    EXPECT_EQ(store.load().findings.size(), 1u);
}

TEST(FindingStore, ReportsDamagedFilesAndReadsTheOthers) {
    const properties::testing::scratch_folder folder;
    const finding_store store(folder.path());
    store.save(example());
    std::ofstream(folder.path() / "K1-empty.json");
    std::ofstream(folder.path() / "K1-cut.json") << to_json(example(), "f").dump().substr(0, 100);
    std::ofstream(folder.path() / "notes.txt") << "not a finding";
    std::filesystem::create_directory(folder.path() / "folder.json");
    const auto contents = store.load();
    EXPECT_EQ(contents.findings.size(), 1u);
    ASSERT_EQ(contents.problems.size(), 3u);
    EXPECT_THAT(contents.problems[0], HasSubstr("K1-cut.json"));
    EXPECT_THAT(contents.problems[1], HasSubstr("K1-empty.json"));
    EXPECT_THAT(contents.problems[2], HasSubstr("Is a directory"));
}

}  // namespace
}  // namespace tileproof::fuzz::testing
