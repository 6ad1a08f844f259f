// SPDX-License-Identifier: MIT
// The tutorial's copy program: every flag, in every spelling, and every input that it refuses.
#include "tests/command/run_command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tileproof::command::testing {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

command_result copy(std::vector<std::string> flags) {
    flags.insert(flags.begin(), "copy");
    return run_tileproof(flags);
}

TEST(Copy, RunsTheTutorialsProblemWithoutAFlag) {
    const auto r = copy({});
    EXPECT_EQ(r.exit_code, 0);
    EXPECT_EQ(r.err, "");
    EXPECT_THAT(r.out, HasSubstr("m: 64, n: 8, prec: fp16, id: all (copy_registers: "));
    EXPECT_THAT(r.out, ContainsRegex("Perf: [0-9]+\\.[0-9]+ ms, [0-9]+\\.[0-9]+ GB/s"));
    EXPECT_THAT(r.out, HasSubstr("valid: y (all 512 elements, bit for bit)"));
}

TEST(Copy, TakesEveryFlagInTheTutorialsSpelling) {
    const auto r = copy(
        {"-m=513", "-n=7", "-id=1", "-kernel=0", "-v=1", "-prec=fp32", "-warmup=1", "-repeat=2"});
    EXPECT_EQ(r.exit_code, 0) << r.err;
    EXPECT_THAT(r.out, HasSubstr("m: 513, n: 7, prec: fp32, id: 1 (copy_registers: "));
    EXPECT_THAT(r.out, HasSubstr("device: cpu\n"));
    EXPECT_THAT(r.out, HasSubstr("valid: y (all 3591 elements, bit for bit)"));
}

TEST(Copy, TakesFlagsAndValuesApartAndWithTwoDashes) {
    const auto r = copy({"-m", "33", "--n", "65", "-prec", "fp16", "--repeat=1", "-warmup", "0"});
    EXPECT_EQ(r.exit_code, 0) << r.err;
    EXPECT_THAT(r.out, HasSubstr("m: 33, n: 65, prec: fp16, id: all"));
}

TEST(Copy, HasFourKernels) {
    const char* names[] = {"copy_registers", "copy_lds", "copy_elementwise", "copy_wide"};
    for (int id = 0; id < 4; ++id) {
        const auto r = copy({"-m=9", "-n=130", "-kernel=" + std::to_string(id), "-repeat=1"});
        EXPECT_EQ(r.exit_code, 0) << r.err;
        EXPECT_THAT(r.out, HasSubstr("(" + std::string(names[id]) + ": "));
        EXPECT_THAT(r.out, HasSubstr("valid: y"));
    }
}

// -id is the wave, as in the tutorial: the others load and store nothing.
TEST(Copy, LeavesTheCopyToTheWaveThatIsNamed) {
    for (int wave = 0; wave < 4; ++wave)
        for (const char* shape : {"-n=8", "-n=5"}) {
            const auto r = copy({"-m=1030", shape, "-id=" + std::to_string(wave), "-repeat=1",
                                 "-device=cpu-checked", "-warmup=0"});
            EXPECT_EQ(r.exit_code, 0) << r.err;
            EXPECT_THAT(r.out, HasSubstr("id: " + std::to_string(wave) + " (copy_registers: "));
            EXPECT_THAT(r.out, HasSubstr("valid: y"));
        }
}

TEST(Copy, DoesNotVerifyWhereThatIsNotAskedFor) {
    const auto r = copy({"-v=0", "-repeat=1"});
    EXPECT_EQ(r.exit_code, 0);
    EXPECT_THAT(r.out, HasSubstr("valid: not asked for (-v=0)"));
    EXPECT_THAT(r.out, Not(HasSubstr("valid: y")));
}

TEST(Copy, CopiesNothingWhenThereIsNothing) {
    const auto r = copy({"-m=0", "-n=5", "-repeat=1"});
    EXPECT_EQ(r.exit_code, 0) << r.err;
    EXPECT_THAT(r.out, HasSubstr("valid: y (all 0 elements"));
}

TEST(Copy, RunsOnTheDeviceThatIsAskedFor) {
    const auto r = copy({"-device=cpu-checked", "-m=5", "-n=5", "-repeat=1", "-warmup=0"});
    EXPECT_TRUE(r.exit_code == 0 || r.err.find("cpu-checked") != std::string::npos) << r.err;
    const auto none = copy({"-device=abacus"});
    EXPECT_EQ(none.exit_code, 2);
    EXPECT_THAT(none.err, HasSubstr("abacus"));
}

// What it says: refusals.txt.
TEST(Copy, RefusesBadInputAndCopiesNothing) {
    const std::vector<std::string> all[] = {{"-m=-1"},
                                            {"-n=-3"},
                                            {"-id=4"},
                                            {"-id=-1"},
                                            {"-id=0", "-kernel=1"},
                                            {"-kernel=4"},
                                            {"-prec=fp8"},
                                            {"-warmup=-1"},
                                            {"-repeat=0"},
                                            {"-m=4611686018427387904"},
                                            {"-m=1000000000000"},
                                            {"-m=1", "-n=2000000000000000000"},
                                            {"-m=many"},
                                            {"-v=perhaps"},
                                            {"-speed=1"}};
    for (const auto& flags : all) {
        const auto r = copy(flags);
        EXPECT_EQ(r.exit_code, 2) << flags[0];
        EXPECT_EQ(r.out, "") << flags[0];
        EXPECT_NE(r.err, "") << flags[0];
    }
}

TEST(Copy, ShowsItsFlagsAndDefaultsWhenAskedForHelp) {
    const auto r = copy({"--help"});
    EXPECT_EQ(r.exit_code, 0);
    for (const char* part :
         {"--m", "--n", "--id", "--kernel", "--v", "--prec", "--warmup", "--repeat", "=64", "=8",
          "=fp16", "=50", "=100", "0 through registers"})
        EXPECT_THAT(r.out, HasSubstr(part));
}

}  // namespace
}  // namespace tileproof::command::testing
