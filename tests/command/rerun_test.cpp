// SPDX-License-Identifier: MIT
// Every command that runs stored findings again is asked about the same five, and all must agree.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "tests/command/run_command.hpp"
#include "tests/properties/scratch_folder.hpp"

namespace tileproof::command::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::HasSubstr;

// FACTOR=2 doubles what must be copied.
constexpr const char* kernel = R"(
#include <hip/hip_runtime.h>
#include <tileproof/kernel_test.hpp>
#ifndef FACTOR
#define FACTOR 1
#endif
__global__ void scale(const float* in, float* out, long n) {
    const long i = blockIdx.x * long{blockDim.x} + threadIdx.x;
    if (i < n) out[i] = FACTOR * in[i];
}
static const tileproof::kernel_test scaled =
    tileproof::elementwise<float, float>("scaled", [](float v) { return v; })
        .launch([](const float* in, float* out, long n) {
            if (n > 0) scale<<<(n + 63) / 64, 64>>>(in, out, n);
        });
#ifdef CRASH
__global__ void crash() { __builtin_trap(); }
static const tileproof::kernel_test crashing =
    tileproof::elementwise<float, float>("crashing", [](float v) { return v; })
        .launch([](const float*, float*, long) { crash<<<1, 64>>>(); });
#endif
#ifdef WAVES
__global__ void widen(const float* in, float* out, long n) {
    const long i = blockIdx.x * long{blockDim.x} + threadIdx.x;
    if (i < n) out[i] = warpSize == 32 ? in[i] : in[i] + 32;
}
static const tileproof::kernel_test widened =
    tileproof::elementwise<float, float>("widened", [](float v) { return v; })
        .launch([](const float* in, float* out, long n) {
            if (n > 0) widen<<<(n + 63) / 64, 64>>>(in, out, n);
        });
#endif
)";

json host_finding(const char* law, const char* property, const json& the_case) {
    return {{"tileproof_finding", 1},
            {"law", law},
            {"property", property},
            {"subject", "layout"},
            {"device", "host"},
            {"case", the_case},
            {"failure", "Wrong."},
            {"seed", 1},
            {"index", 0},
            {"minimised", true},
            {"first_seen_as", nullptr},
            {"found", "then"},
            {"version", "0.0.1"}};
}

class Rerun : public ::testing::Test {
  protected:
    Rerun() {
        fs::create_directories(folder.path() / "a");
        std::ofstream(folder.path() / "a/k.hip") << kernel;
    }
    command_result ask(std::vector<std::string> arguments) const {
        return run_tileproof(arguments, "", folder.path().string());
    }
    std::vector<std::string> check_with(std::vector<std::string> more) const {
        more.insert(more.begin(), {"check", "a/k.hip", "--flag=-DFACTOR=2", "--flag=-DCRASH",
                                   "--device", "cpu", "--cases", "3", "--seed", "7"});
        return more;
    }
    void write(const std::string& name, const json& f) const {
        fs::create_directories(folder.path() / "f");
        std::ofstream(folder.path() / "f" / name) << f.dump();
    }
    // The five, and what becomes of them.
    std::map<std::string, std::string> make_five() const {
        const json not_malformed{{"text", "packed [3]"},
                                 {"rule", "?"},
                                 {"certain", true},
                                 {"names", ""},
                                 {"description", nullptr}};
        std::map<std::string, std::string> states;
        EXPECT_EQ(ask(check_with({"--store", "f"})).exit_code, 1);
        for (const auto& entry : fs::directory_iterator(folder.path() / "f"))
            states[entry.path().filename()] = "still fails";
        EXPECT_GE(states.size(), 2u);
        write("held.json", host_finding("L1", "layout/L1", {{"layout", "packed [3]"}}));
        states["held.json"] = "fixed";
        write("failing.json", host_finding("L13", "layout/L13", not_malformed));
        states["failing.json"] = "still fails";
        write("other.json", host_finding("L1", "layout/L13", not_malformed));
        states["other.json"] = "another law fails";
        return states;
    }
    static std::map<std::string, std::string> states_in(const command_result& r) {
        std::map<std::string, std::string> states;
        const json report = json::parse(r.out, nullptr, false);
        EXPECT_FALSE(report.is_discarded()) << r.err;
        if (report.is_discarded()) return states;
        for (const json& e : report["earlier_findings"])
            states[fs::path(e["file"].get<std::string>()).filename()] = e["state"];
        return states;
    }
    json stored(const std::string& name) const {
        return json::parse(std::ifstream(folder.path() / "f" / name));
    }
    properties::testing::scratch_folder folder;
    std::optional<unexplained> quick{std::in_place};
};

TEST_F(Rerun, SaysTheSameWhicheverCommandIsAsked) {
    const auto expected = make_five();
    EXPECT_EQ(states_in(ask(check_with({"--store", "f", "--json", "-"}))), expected);
    const auto exit_code = [](const std::string& state) { return state == "fixed" ? 0 : 1; };
    for (const auto& [name, state] : expected) {
        EXPECT_EQ(ask({"replay", "f/" + name}).exit_code, exit_code(state)) << name;
        fs::create_directories(folder.path() / "copy");
        fs::copy(folder.path() / "f" / name, folder.path() / "copy" / name);
        const auto r = ask({"minimize", "copy/" + name, "--budget", "5s", "--out", "programs"});
        EXPECT_EQ(r.exit_code, exit_code(state)) << name << r.err;
    }
    EXPECT_EQ(states_in(ask({"verify", "--store", "f", "--cases", "1", "--json", "-"})), expected);
    const auto pruned = ask({"findings", "prune", "--store", "f"});
    for (const auto& [name, state] : expected) {
        EXPECT_THAT(pruned.out, HasSubstr(state == "fixed" ? name + "  deleted, fixed"
                                                           : name + "  kept, " + state));
        EXPECT_EQ(fs::exists(folder.path() / "f" / name), state != "fixed") << name;
    }
}

TEST_F(Rerun, CompilesAUsersKernelAsItWasCompiled) {
    EXPECT_EQ(ask(check_with({"--store", "f"})).exit_code, 1);
    std::string scaled;
    for (const auto& entry : fs::directory_iterator(folder.path() / "f"))
        if (entry.path().filename().string().find("scaled") != std::string::npos)
            scaled = entry.path().filename();
    json f = stored(scaled);
    EXPECT_EQ(f["kernel"]["source"], "a/k.hip");
    EXPECT_EQ(f["kernel"]["test"], "scaled");
    EXPECT_EQ(f["kernel"]["flags"], json({"-DFACTOR=2", "-DCRASH"}));
    EXPECT_EQ(ask({"replay", "f/" + scaled}).exit_code, 1);
    f["kernel"]["flags"] = json::array();
    write("plain.json", f);
    EXPECT_EQ(ask({"replay", "f/plain.json"}).exit_code, 0);  // another kernel, and a right one
    f["kernel"]["test"] = "gone";
    f["property"] = "gone@cpu";
    write("gone.json", f);
    EXPECT_EQ(ask({"replay", "f/gone.json"}).exit_code, 2);
    fs::remove(folder.path() / "a/k.hip");
    EXPECT_EQ(ask({"replay", "f/" + scaled}).exit_code, 2);
}

TEST_F(Rerun, JudgesAUsersKernelWithTheWavesThatItHad) {
    const std::vector<std::string> plain{
        "check",  "a/k.hip", "--flag=-DWAVES", "--device", "cpu", "--cases", "6",
        "--seed", "7",       "--store",        "f"};
    auto both = plain;
    both.insert(both.end(), {"--wave", "both"});
    EXPECT_EQ(ask(plain).exit_code, 0);
    EXPECT_EQ(ask(both).exit_code, 1);
    const std::string name = fs::directory_iterator(folder.path() / "f")->path().filename();
    json f = stored(name);
    EXPECT_EQ(f["kernel"]["wave"], "both");
    EXPECT_EQ(f["case"]["wave"], "64");
    EXPECT_EQ(f["subject"], "widened");
    EXPECT_EQ(ask({"replay", "f/" + name}).exit_code, 1);
    auto again = plain;
    again.insert(again.end(), {"--json", "-"});
    EXPECT_EQ(states_in(ask(again)).at(name), "still fails");
    // It is explained by the build that it is of, and not by that of this run.
    quick.reset();
    again.insert(again.end(), {"--wave", "32"});
    const auto narrow = ask(again);
    EXPECT_EQ(narrow.exit_code, 1) << narrow.err;
    const json report = json::parse(narrow.out, nullptr, false);
    ASSERT_FALSE(report.is_discarded()) << narrow.err;
    EXPECT_THAT(report["bugs"][0]["fails_when"].get<std::string>(), HasSubstr("wave == 64"));
    f["case"]["wave"] = "32";
    write("narrow.json", f);
    EXPECT_THAT(ask({"replay", "f/narrow.json"}).err, HasSubstr("It holds now"));
}

TEST_F(Rerun, AndChecksNeedADeviceAndACompilerThatAreThere) {
    for (const auto& [option, word] :
         {std::pair{"--device", "abacus"}, {"--compiler", "no-such-c++"}}) {
        const auto r = ask({"check", "a/k.hip", option, word});
        EXPECT_EQ(r.exit_code, 2) << option;
        EXPECT_THAT(r.err, HasSubstr(word));
    }
    EXPECT_EQ(ask({"check", "a/k.hip", "--wave", "16"}).exit_code, 2);
}

TEST_F(Rerun, RunsNothingThatAStrangersFindingNamesUnlessItIsTrusted) {
    EXPECT_EQ(ask(check_with({"--store", "f"})).exit_code, 1);
    json f = stored(fs::directory_iterator(folder.path() / "f")->path().filename());
    const properties::testing::scratch_folder elsewhere;
    std::ofstream(elsewhere.path() / "k.hip") << kernel;
    f["kernel"]["source"] = (elsewhere.path() / "k.hip").string();
    write("far.json", f);
    EXPECT_THAT(ask({"replay", "f/far.json"}).err, HasSubstr("--trust-source"));
    EXPECT_EQ(ask({"replay", "f/far.json", "--trust-source"}).exit_code, 1);
    f["kernel"]["source"] = "a/k.hip";
    f["kernel"]["compiler"] = "./compiler";
    write("compiler.json", f);
    EXPECT_THAT(ask({"replay", "f/compiler.json"}).err, HasSubstr("--trust-source"));
    f["kernel"]["compiler"] = "clang++-19";
    f["kernel"]["flags"] = {"-fplugin=./x.so"};
    write("flag.json", f);
    EXPECT_THAT(ask({"replay", "f/flag.json"}).err, HasSubstr("--trust-source"));
}

TEST_F(Rerun, KeepsFilesOfOneNameInTwoFoldersApart) {
    fs::create_directories(folder.path() / "b");
    std::ofstream(folder.path() / "b/k.hip") << kernel;
    EXPECT_EQ(ask(check_with({})).exit_code, 1);
    const auto other = ask({"check", "b/k.hip", "--device", "cpu", "--cases", "3"});
    EXPECT_EQ(other.exit_code, 0) << other.out << other.err;  // it sees no finding of a/k.hip
}

TEST_F(Rerun, RefusesTwoTestsOfOneName) {
    std::ofstream(folder.path() / "a/k.hip") << kernel << R"(
static const tileproof::kernel_test again =
    tileproof::elementwise<float, float>("scaled", [](float v) { return 2 * v; })
        .launch([](const float*, float*, long) {});
)";
    EXPECT_EQ(ask(check_with({})).exit_code, 2);
}

TEST_F(Rerun, OfFindingsThatMakeNoSenseIsASentence) {
    json f = host_finding("L1", "layout/L1", nullptr);
    write("null.json", f);
    f["case"] = {{"rows", "many"}};
    write("strange.json", f);
    f["case"] = {{"layout", 7}};
    write("number.json", f);
    for (const char* name : {"null.json", "strange.json", "number.json"}) {
        for (const char* command : {"replay", "minimize"}) {
            const auto r = ask({command, std::string("f/") + name});
            EXPECT_EQ(r.exit_code, 2) << command << name << r.out;
            EXPECT_EQ(r.err.find("json.exception"), std::string::npos) << r.err;
        }
    }
    const auto pruned = ask({"findings", "prune", "--store", "f"});
    EXPECT_EQ((pruned.out + pruned.err).find("json.exception"), std::string::npos) << pruned.out;
    EXPECT_TRUE(fs::exists(folder.path() / "f/null.json"));
}

}  // namespace
}  // namespace tileproof::command::testing
