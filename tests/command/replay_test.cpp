// SPDX-License-Identifier: MIT
#include "tests/command/run_command.hpp"
#include "tests/properties/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

namespace tileproof::command::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

class Replay : public ::testing::Test {
  protected:
    command_result replay(const json& finding, std::vector<std::string> more = {}) {
        std::ofstream(folder.path() / "f.json") << finding.dump();
        more.insert(more.begin(), {"replay", "f.json"});
        return run_tileproof(more, "", folder.path().string());
    }
    // An L1 that holds, by a project without bugs; and one that cannot hold: the reference of an L13
    // case that is said to be malformed and is not.
    static json held() {
        return {{"tileproof_finding", 1},
                {"law", "L1"},
                {"property", "layout/L1"},
                {"subject", "layout"},
                {"device", "host"},
                {"case", {{"layout", "packed [3]"}}},
                {"failure", "Wrong."},
                {"seed", 1},
                {"index", 0},
                {"minimised", true},
                {"first_seen_as", nullptr},
                {"found", "then"},
                {"version", "0.0.1"}};
    }
    static json failing() {
        json f = held();
        f["law"] = "L13";
        f["property"] = "layout/L13";
        f["case"] = {{"text", "packed [3]"},
                     {"rule", "?"},
                     {"certain", true},
                     {"names", ""},
                     {"description", nullptr}};
        return f;
    }
    properties::testing::scratch_folder folder;
};

TEST_F(Replay, ExitsWithOneWhileTheFindingFails) {
    for (const auto& more : {std::vector<std::string>{}, {"--in-this-process"}}) {
        const auto r = replay(failing(), more);
        EXPECT_EQ(r.exit_code, 1) << r.err;
        EXPECT_THAT(r.out, HasSubstr("L13 refusal of layout/L13\ncase    {"));
        EXPECT_THAT(r.out, HasSubstr("It still fails: "));
    }
}

TEST_F(Replay, ExitsWithZeroWhenItIsFixed) {
    const auto r = replay(held());
    EXPECT_EQ(r.exit_code, 0) << r.err;
    EXPECT_THAT(r.out, HasSubstr("Fixed:"));
}

TEST_F(Replay, RunsAKernelsFindingOnItsDevice) {
    json f = held();
    f["law"] = "K1";
    f["property"] = "transpose_tiled@cpu";
    f["subject"] = "transpose_tiled";
    f["device"] = "cpu";
    f["case"] =
        json::parse(R"({"type": "float32", "rows": 3, "columns": 2, "batch": 1, "input_leading": 2,
        "output_leading": 3, "input_batch_stride": 6, "output_batch_stride": 6, "input_offset": 0,
        "output_offset": 0, "data": "special", "data_seed": 0, "fence": "after", "repeats": 1})");
    const auto r = replay(f);
    EXPECT_EQ(r.exit_code, 0) << r.err;
    f["case"].erase("rows");
    EXPECT_THAT(replay(f).err, HasSubstr("cannot be judged"));
    f["property"] = "transpose_magic@cpu";
    EXPECT_THAT(replay(f).err, HasSubstr("transpose_magic@cpu, which this build does not have"));
}

TEST_F(Replay, RefusesFilesThatHoldNoFinding) {
    const auto refused = [&](const std::string& text) {
        std::ofstream(folder.path() / "bad.json") << text;
        const auto r = run_tileproof({"replay", "bad.json"}, "", folder.path().string());
        EXPECT_EQ(r.exit_code, 2) << text.substr(0, 100);
        EXPECT_EQ(std::count(r.err.begin(), r.err.end(), '\n'), 1) << r.err;
        return r.err;
    };
    EXPECT_THAT(refused(""), HasSubstr("It is not JSON"));
    EXPECT_THAT(refused("{}"), HasSubstr("'tileproof_finding' is missing"));
    EXPECT_THAT(refused(std::string(1'000'000, '[')), HasSubstr("nested deeper"));
    EXPECT_THAT(refused(std::string(20'000'000, ' ')), HasSubstr("more than 16777216 bytes"));
    EXPECT_THAT(refused("\xff\xfe\xfd"), HasSubstr("It is not JSON"));
    json other = held();
    other["law"] = "K1";  // a law that this property does not check
    EXPECT_THAT(refused(other.dump()), HasSubstr("K1 exact does not judge this case"));
    for (const char* file : {"missing.json", "/", "/proc/self/mem"}) {
        const auto r = run_tileproof({"replay", file}, "", folder.path().string());
        EXPECT_EQ(r.exit_code, 2) << file;
        EXPECT_THAT(r.err, HasSubstr("cannot be read")) << file;
    }
}

}  // namespace
}  // namespace tileproof::command::testing
