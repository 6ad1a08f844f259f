// SPDX-License-Identifier: MIT
// The written programs as their readers run them: exit code 1 while the bug is there, 0 when it is gone.
#include "tests/command/run_command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace tileproof::fuzz::testing {
namespace {

using ::testing::HasSubstr;

command::testing::command_result run_program(const std::string& name,
                                             const std::string& environment = "") {
    return command::testing::run_shell(environment + " '" + TILEPROOF_PROGRAMS + "/" + name + "'");
}

void expect_gone(const command::testing::command_result& r) {
    EXPECT_EQ(r.exit_code, 0) << r.out << r.err;
    EXPECT_THAT(r.out, HasSubstr("The bug is gone.\n"));
}
void expect_there(const command::testing::command_result& r) {
    EXPECT_EQ(r.exit_code, 1) << r.out << r.err;
    EXPECT_THAT(r.out, HasSubstr("The bug is there: "));
}

class LibPrograms : public ::testing::TestWithParam<const char*> {};

TEST_P(LibPrograms, EndWithOneWhileTheBugIsThereAndWithZeroWhenItIsGone) {
    expect_gone(run_program(GetParam()));
    expect_there(run_program(std::string(GetParam()) + "_planted"));
}

INSTANTIATE_TEST_SUITE_P(Laws, LibPrograms,
                         ::testing::Values("L1", "L2", "L3", "L4", "L5", "L6", "L7", "L8", "L9",
                                           "L10", "L12", "L13", "tile_L2", "tile_L11", "tile_L12",
                                           "tile_L13"),
                         [](const auto& test) { return std::string(test.param); });

class KernelPrograms : public ::testing::TestWithParam<const char*> {};

TEST_P(KernelPrograms, EndWithZeroForTheProjectsKernelAndForAnotherThatIsRight) {
    expect_gone(run_program(GetParam()));
    expect_gone(run_program(std::string(GetParam()) + "_planted"));
}

TEST_P(KernelPrograms, EndWithOneWhileTheBugIsThere) {
    if (std::string(GetParam()) == "transpose_refused") return;  // no kernel runs in it
    for (const char* bug :
         {"wrong_place", "unwritten", "too_far", "input_modified", "not_repeatable"}) {
        SCOPED_TRACE(bug);
        expect_there(
            run_program(std::string(GetParam()) + "_planted", std::string("PLANTED=") + bug));
    }
}

// By its signal, or as a sanitizer has it.
TEST_P(KernelPrograms, DoNotEndWithZeroAfterACrash) {
    if (std::string(GetParam()) == "transpose_refused") return;
    EXPECT_NE(run_program(std::string(GetParam()) + "_planted", "PLANTED=crashes").exit_code, 0);
}

INSTANTIATE_TEST_SUITE_P(Contracts, KernelPrograms,
                         ::testing::Values("transpose", "transpose_refused", "copy", "copy_back",
                                           "permute", "relayout", "product", "product_transposed",
                                           "product_in_place", "mlp"),
                         [](const auto& test) { return std::string(test.param); });

// Read where nothing of the operand lies: what a GPU without fences shows in the result alone.
TEST(KernelPrograms, SeeWhatIsReadBetweenAndAroundTheElements) {
    for (const char* name : {"transpose_planted", "copy_planted"})
        expect_there(run_program(name, "PLANTED=reads_poison"));
}

TEST(KernelPrograms, SeeAKernelThatStartsWhatItRefuses) {
    const command::testing::command_result r =
        run_program("transpose_refused_planted", "ACCEPTS=1");
    expect_there(r);
    EXPECT_THAT(r.out, HasSubstr("The kernel starts a problem that it must refuse."));
}

}  // namespace
}  // namespace tileproof::fuzz::testing
