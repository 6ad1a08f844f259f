// SPDX-License-Identifier: MIT
#include "system/limited_run.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "tests/properties/scratch_folder.hpp"

namespace tileproof::system {
namespace {

constexpr const char *memory = "TILEPROOF_COMPILER_MEMORY", *seconds = "TILEPROOF_COMPILER_SECONDS";

command bash(const std::string& line) { return {.words = {"/bin/bash", "-c", line}}; }

// Without the variables while it lives.
class LimitedRun : public ::testing::Test {
  protected:
    LimitedRun() { unset(); }
    ~LimitedRun() override { unset(); }
    static void unset() {
        unsetenv(memory);
        unsetenv(seconds);
    }
    static std::string limit_of(const std::string& line) { return run_limited(bash(line)).limit; }
};

TEST_F(LimitedRun, OfWhatEndsByItselfSaysWhatItPrintedAndNoLimit) {
    const limited_result well = run_limited(bash("echo one"));
    EXPECT_TRUE(well.how.well());
    EXPECT_EQ(well.output, "one\n");
    EXPECT_EQ(well.limit, "");
    // A source line with the words, as a compiler quotes it, is no lack of memory.
    const limited_result wrong = run_limited(
        bash("echo 'k.hip:3:5: error: no'; echo '  3 | cc1plus: out of memory'; exit 1"));
    EXPECT_EQ(wrong.how.number, 1);
    EXPECT_EQ(wrong.limit, "");
}

TEST_F(LimitedRun, GivesEachProcessTheMemoryThatTheEnvironmentSays) {
    EXPECT_EQ(run_limited(bash("v=$(ulimit -v); (( v >= 1048576 && v <= 8388608 ))")).how.number,
              0);
    setenv(memory, "2GiB", 1);
    EXPECT_EQ(run_limited(bash("ulimit -v")).output, "2097152\n");
    EXPECT_EQ(run_limited(bash("ulimit -v 1000000; ulimit -v")).output, "1000000\n");
    const std::string said = limit_of("echo 'LLVM ERROR: out of memory'; exit 1");
    EXPECT_TRUE(said.starts_with("bash needs more than the 2.0 GiB of memory ")) << said;
}

TEST_F(LimitedRun, FindsEachCompilersWayToSayThatMemoryIsOut) {
    for (const char* words :
         {"cc1plus: out of memory allocating 65536 bytes after a total of 1",
          "virtual memory exhausted: Cannot allocate memory", "ld: fatal error: out of memory",
          "terminate called after throwing an instance of 'std::bad_alloc'"})
        EXPECT_NE(limit_of(std::string("echo; echo \"") + words + "\"; exit 1"), "") << words;
}

TEST_F(LimitedRun, BlamesTheSystemsMemoryOnlyWhereAProcessOfTheCompilerWasKilled) {
    const auto tells = [](const std::string& line) {
        const result r = run(bash(line));
        return tells_of_sigkill(r.how, r.output);
    };
    EXPECT_FALSE(tells("echo 'errors.hip:3:5: error: use of undeclared not_declared'; exit 1"));
    EXPECT_FALSE(tells("kill -SEGV $$"));
    EXPECT_TRUE(tells("kill -KILL $$"));
    EXPECT_TRUE(tells("bash -c 'kill -KILL $$'; exit $?"));
    for (const char* words : {"clang++-19: error: unable to execute command: Killed",
                              "g++: fatal error: Killed signal terminated program cc1plus",
                              "collect2: fatal error: ld terminated with signal 9 [Killed]",
                              "nvcc error   : 'cicc' died due to signal 9 (Kill signal)"})
        EXPECT_TRUE(tells(std::string("echo \"") + words + "\"; exit 1")) << words;
}

TEST_F(LimitedRun, StopsWhatDoesNotEnd) {
    setenv(seconds, "1", 1);
    const limited_result r = run_limited(bash("sleep 1000"));
    EXPECT_EQ(r.how.what, ending::kind::time_limit);
    EXPECT_TRUE(r.limit.starts_with("bash had not ended after 1 s, ")) << r.limit;
}

TEST_F(LimitedRun, StopsAFileThatGrowsWithoutEnd) {
    const properties::testing::scratch_folder folder;
    command c = bash("yes > '" + (folder.path() / "long").string() + "'");
    c.largest_file = 64 << 20;
    const limited_result r = run_limited(c);
    EXPECT_EQ(r.how.what, ending::kind::exit);  // not SIGXFSZ
    EXPECT_TRUE(r.limit.starts_with("bash wrote a file of more than 0.06 GiB, ")) << r.limit;
    EXPECT_NE(
        limit_of("echo '<built-in>: fatal error: when writing output to a.ii: No such file or "
                 "directory'; exit 1"),
        "");
    EXPECT_EQ(limit_of("echo 'fatal error: when writing output to a: No space left on device'; "
                       "exit 1"),
              "");
    EXPECT_EQ(std::filesystem::file_size(folder.path() / "long"), c.largest_file);
}

TEST_F(LimitedRun, RefusesWordsThatAreNoLimit) {
    for (const char* wrong : {"8", "0GiB", "-1GiB", "8 GiB", "lots"}) {
        setenv(memory, wrong, 1);
        EXPECT_THROW(run_limited(bash("true")), std::runtime_error) << wrong;
    }
    unsetenv(memory);
    for (const char* wrong : {"0", "-5", "10min", "1e3"}) {
        setenv(seconds, wrong, 1);
        EXPECT_THROW(run_limited(bash("true")), std::runtime_error) << wrong;
    }
}

}  // namespace
}  // namespace tileproof::system
