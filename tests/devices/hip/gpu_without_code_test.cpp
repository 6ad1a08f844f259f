// SPDX-License-Identifier: MIT
// A GPU that the build has no code for is not available, and one that it has code for goes by its name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/command/run_command.hpp"

namespace {

using testing::HasSubstr;
using testing::Not;
using tileproof::command::testing::command_result;

command_result with_gpu(const std::string& architecture, const std::string& arguments) {
    return tileproof::command::testing::run_shell(
        "TILEPROOF_STAND_IN=" + architecture +
        " LD_PRELOAD=" TILEPROOF_STAND_IN_LIBRARY " exec \"$TILEPROOF\" " + arguments);
}

TEST(GpuWithoutCode, IsNotAvailable) {
    const command_result list = with_gpu("gfx906:sramecc+:xnack-", "list");
    EXPECT_EQ(list.exit_code, 0) << list.err;
    EXPECT_THAT(list.out,
                HasSubstr("Not available: Device hip is not there: Stand-in 9000 is a gfx906"));
    EXPECT_THAT(list.out, Not(HasSubstr("GPU: Stand-in 9000")));
    const command_result verify = with_gpu("gfx906", "verify --device hip --cases 1");
    EXPECT_EQ(verify.exit_code, 2) << verify.out;
    EXPECT_THAT(verify.err, HasSubstr("gfx906"));
}

TEST(GpuWithCode, IsAvailableAndGoesByItsName) {
    const command_result list = with_gpu("gfx942:sramecc+:xnack-", "list");
    EXPECT_THAT(list.out, HasSubstr("GPU: Stand-in 9000"));
    EXPECT_THAT(list.out, HasSubstr("product_tiled on hip"));
}

// No name that only begins like one of the list's, and none without an architecture.
TEST(GpuWithoutCode, HasNoCodeByPartOfAName) {
    for (const char* architecture : {"gfx94", "gfx9", "gfx11000", "''"})
        EXPECT_EQ(with_gpu(architecture, "verify --device hip --cases 1").exit_code, 2)
            << architecture;
}

}  // namespace
