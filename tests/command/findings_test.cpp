// SPDX-License-Identifier: MIT
#include "tests/command/run_command.hpp"
#include "tests/properties/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace tileproof::command::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

class Findings : public ::testing::Test {
  protected:
    Findings() {
        fs::create_directories(folder.path() / "f");
        // One that holds by now, and one that cannot: a text that is said to be malformed and is not.
        json f = {{"tileproof_finding", 1},
                  {"law", "L1"},
                  {"property", "layout/L1"},
                  {"subject", "layout"},
                  {"device", "host"},
                  {"case", {{"layout", "packed [3]"}}},
                  {"failure", "It was wrong once."},
                  {"seed", 1},
                  {"index", 0},
                  {"minimised", true},
                  {"first_seen_as", {{"layout", "packed [3,4]"}}},
                  {"found", "then"},
                  {"version", "0.0.1"}};
        write("held.json", f);
        f["law"] = "L13";
        f["property"] = "layout/L13";
        f["case"] = {{"text", "packed [3]"},
                     {"rule", "?"},
                     {"certain", true},
                     {"names", ""},
                     {"description", nullptr}};
        f["failure"] = "It is accepted.";
        f["minimised"] = false;
        write("failing.json", f);
    }
    void write(const std::string& name, const json& f) const {
        std::ofstream(folder.path() / "f" / name) << f.dump();
    }
    command_result findings(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "findings");
        arguments.insert(arguments.end(), {"--store", "f"});
        return run_tileproof(arguments, "", folder.path().string());
    }
    bool exists(const std::string& name) const { return fs::exists(folder.path() / "f" / name); }
    properties::testing::scratch_folder folder;
};

TEST_F(Findings, AreListedWithLawAndSentence) {
    const auto r = findings({"list"});
    EXPECT_EQ(r.exit_code, 0) << r.err;
    EXPECT_THAT(r.out, HasSubstr("f/held.json\n    L1 bounds of layout/L1: It was wrong once."));
    EXPECT_THAT(r.out, HasSubstr("L13 refusal of layout/L13 (not minimized): It is accepted."));
    EXPECT_THAT(findings({"list"}).out, r.out);
}

TEST_F(Findings, AreShownWholeOneOrAll) {
    const auto one = findings({"show", "held.json"});
    EXPECT_EQ(one.exit_code, 0) << one.err;
    EXPECT_THAT(one.out, HasSubstr("case      {\"layout\":\"packed [3]\"}"));
    EXPECT_THAT(one.out, HasSubstr("first     {\"layout\":\"packed [3,4]\"}"));
    EXPECT_THAT(one.out, HasSubstr("replay    tileproof replay f/held.json"));
    EXPECT_THAT(one.out, Not(HasSubstr("L13")));
    EXPECT_THAT(findings({"show"}).out, HasSubstr("L13"));
    const auto none = findings({"show", "other.json"});
    EXPECT_EQ(none.exit_code, 2);
    EXPECT_THAT(none.err, HasSubstr("There is no finding 'other.json' in f"));
}

TEST_F(Findings, AreDeletedByPruneWhenTheyAreFixedAndOnlyThen) {
    const auto r = findings({"prune"});
    EXPECT_EQ(r.exit_code, 0) << r.err;
    EXPECT_THAT(r.out, HasSubstr("held.json  deleted, fixed"));
    EXPECT_THAT(r.out, HasSubstr("failing.json  kept, still fails"));
    EXPECT_THAT(r.out, HasSubstr("1 of 2 findings kept."));
    EXPECT_FALSE(exists("held.json"));
    EXPECT_TRUE(exists("failing.json"));
}

// root may delete anything; so somebody else asks.
TEST_F(Findings, ThatCannotBeDeletedAreKeptAndSaidSo) {
    fs::permissions(folder.path(), fs::perms(0755));
    fs::permissions(folder.path() / "f", fs::perms(0555));
    const auto r = run_shell(
        "command=\"\"; [ $(id -u) != 0 ] || command='setpriv --reuid 65534 --clear-groups'; "
        "$command \"$TILEPROOF\" findings prune --store f",
        folder.path().string());
    fs::permissions(folder.path() / "f", fs::perms(0755));
    EXPECT_EQ(r.exit_code, 2) << r.err;
    EXPECT_THAT(r.out,
                HasSubstr("held.json  kept, fixed but cannot be deleted: Permission denied."));
    EXPECT_THAT(r.out, HasSubstr("2 of 2 findings kept."));
    EXPECT_TRUE(exists("held.json"));
}

TEST_F(Findings, ArePrunedByNameWhereOneIsNamed) {
    json f = json::parse(std::ifstream(folder.path() / "f/held.json"));
    write("held too.json", f);
    EXPECT_EQ(findings({"prune", "held too.json"}).exit_code, 0);
    EXPECT_FALSE(exists("held too.json"));
    EXPECT_TRUE(exists("held.json"));
}

TEST_F(Findings, OfASourceAreListedAndPrunedWithTheOthers) {
    fs::create_directories(folder.path() / "f/scale-1234");
    fs::rename(folder.path() / "f/held.json", folder.path() / "f/scale-1234/held.json");
    EXPECT_THAT(findings({"list"}).out, HasSubstr("f/scale-1234/held.json\n"));
    EXPECT_THAT(findings({"prune"}).out, HasSubstr("1 of 2 findings kept."));
    EXPECT_FALSE(exists("scale-1234/held.json"));
    EXPECT_TRUE(exists("failing.json"));
}

TEST_F(Findings, OfAFolderThatIsNotThereAreNone) {
    const auto r = run_tileproof({"findings", "--store", "nowhere"}, "", folder.path().string());
    EXPECT_EQ(r.exit_code, 0) << r.err;
    EXPECT_EQ(r.out, "There are no findings in nowhere.\n");
    EXPECT_FALSE(fs::exists(folder.path() / "nowhere"));
}

TEST_F(Findings, ThatCannotBeReadAreNotPruned) {
    std::ofstream(folder.path() / "f/torn.json") << "{\"law\": ";
    const auto r = findings({"prune"});
    EXPECT_THAT(r.err, HasSubstr("torn.json"));
    EXPECT_THAT(r.out, HasSubstr("1 of 2 findings kept."));
    EXPECT_TRUE(exists("torn.json"));
}

// Another law of the same case is broken now: not well, so it stays.
TEST_F(Findings, WhoseCaseBreaksAnotherLawNowAreKept) {
    json f = json::parse(std::ifstream(folder.path() / "f/failing.json"));
    f["law"] = "L1";
    write("other_law.json", f);
    EXPECT_THAT(findings({"prune"}).out, HasSubstr("other_law.json  kept, another law fails"));
}

TEST_F(Findings, OfAKernelThatIsNotHereAreKept) {
    json f = json::parse(std::ifstream(folder.path() / "f/held.json"));
    f["property"] = "transpose_magic@cpu";
    f["device"] = "cpu";
    write("other.json", f);
    const auto r = findings({"prune"});
    EXPECT_THAT(
        r.out,
        HasSubstr("other.json  kept, cannot run here: The finding is about transpose_magic"));
    EXPECT_TRUE(exists("other.json"));
}

TEST_F(Findings, ThatCannotBeReadAreNamedAndTheOthersListed) {
    std::ofstream(folder.path() / "f/torn.json") << "{\"law\": ";
    const auto r = findings({});
    EXPECT_EQ(r.exit_code, 0);
    EXPECT_THAT(r.err, HasSubstr("torn.json"));
    EXPECT_THAT(r.out, HasSubstr("held.json"));
    EXPECT_EQ(findings({"burn"}).exit_code, 2);
}

}  // namespace
}  // namespace tileproof::command::testing
