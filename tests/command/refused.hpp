// SPDX-License-Identifier: MIT
// Arguments that the command refuses: exit code 2, and one sentence on standard error that has these words.
//
//   expect_refused(run_tileproof({"verify", "--budget", "soon"}), "--budget 'soon' is not a duration");
#pragma once

#include "tests/command/run_command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace tileproof::command::testing {

struct refused {
    std::vector<std::string> arguments;
    const char* says;
};

inline void expect_refused(const command_result& r, const char* says) {
    EXPECT_EQ(r.exit_code, 2);
    EXPECT_THAT(r.err, ::testing::StartsWith("tileproof: "));
    EXPECT_THAT(r.err, ::testing::EndsWith(".\n"));
    EXPECT_EQ(std::count(r.err.begin(), r.err.end(), '\n'), 1) << r.err;
    EXPECT_THAT(r.err, ::testing::HasSubstr(says));
}

}  // namespace tileproof::command::testing
