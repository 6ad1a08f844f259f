// SPDX-License-Identifier: MIT
// The scripts for Slurm, without one. slurm_test.sh runs them under a real one.
#include "extras/cluster/slurm.hpp"
#include "system/file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace tileproof::cluster::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

slurm_jobs example_jobs(std::vector<std::string> options = {}) {
    return {.folder = "/shared/my night's",
            .program = "/opt/bin/tileproof",
            .tasks = 32,
            .options = std::move(options),
            .environment = {{"TILEPROOF_FUZZ_TARGETS", "/opt/a b"}}};
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

TEST(SlurmScript, RunsOneTaskOfTheArrayAndMayBeStartedAgain) {
    const auto lines = lines_of(array_script(example_jobs()));
    EXPECT_EQ(lines.front(), "#!/bin/sh");
    EXPECT_THAT(lines, Contains("#SBATCH --array=0-31"));
    EXPECT_THAT(lines, Contains("#SBATCH --requeue"));
    EXPECT_THAT(lines, Contains("#SBATCH --signal=B:USR1@120"));
    EXPECT_THAT(lines, Contains("#SBATCH \"--output=/shared/my night's/logs/task-%a.log\""));
    EXPECT_THAT(lines, Contains("export TILEPROOF_FUZZ_TARGETS='/opt/a b'"));
    EXPECT_THAT(lines.back(), HasSubstr("exec /opt/bin/tileproof task "));
    EXPECT_THAT(lines.back(), HasSubstr("\"$SLURM_ARRAY_TASK_ID\""));
    const auto merge = lines_of(merge_script(example_jobs()));
    EXPECT_THAT(merge, Not(Contains(HasSubstr("--array"))));
    EXPECT_THAT(merge.back(), HasSubstr("exec /opt/bin/tileproof merge "));
}

TEST(SlurmScript, PassesOptionsOnAsOneWordEach) {
    const slurm_jobs j =
        example_jobs({"--gres=gpu:2", "-p", "gpu", "--comment=a # \"b\"", "--exclusive"});
    for (const std::string& script : {array_script(j), merge_script(j)}) {
        const auto lines = lines_of(script);
        EXPECT_THAT(lines, Contains("#SBATCH --gres=gpu:2"));
        EXPECT_THAT(lines, Contains("#SBATCH -p gpu"));
        EXPECT_THAT(lines, Contains(R"(#SBATCH "--comment=a # \"b\"")"));
        EXPECT_THAT(lines, Contains("#SBATCH --exclusive"));
    }
}

TEST(SlurmScript, RefusesWhatItSetsItselfAndWhatNoScriptCanHold) {
    for (const char* option : {"--array=0-3", "--array", "-a0-3", "--dependency=afterok:1", "-d",
                               "--wrap=ls", "--parsable", "--export=NONE", "--comment=a\nrm -rf"})
        EXPECT_THROW(array_script(example_jobs({option})), system::store_error) << option;
}

}  // namespace
}  // namespace tileproof::cluster::testing
