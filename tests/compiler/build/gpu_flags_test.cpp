// SPDX-License-Identifier: MIT
// What --offload-arch means to the cpu devices.
#include "compiler/build/compile_gpu.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tileproof::compiler {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(GpuFlags, NameOneGpuOrNone) {
    EXPECT_EQ(gpu_of({"-DN=8", "--offload-arch=gfx942:sramecc+:xnack-"}), "gfx942");
    EXPECT_EQ(gpu_of({"--offload-arch=gfx90a", "--offload-arch=gfx90a:xnack+"}), "gfx90a");
    EXPECT_EQ(gpu_of({"--offload-arch=gfx90a", "--offload-arch=gfx1100"}), "");
    EXPECT_EQ(gpu_of({"-DN=8"}), "");
}

TEST(GpuFlags, AreTheNameOfThatGpu) {
    EXPECT_THAT(flags_of_gpu("gfx90a"),
                ElementsAre("-DTILEPROOF_GPU_NAME=\"gfx90a\"", "-DTILEPROOF_GPU_gfx90a"));
    for (const char* none : {"", "gfx", "native", "gfx9-generic", "sm_90"})
        EXPECT_THAT(flags_of_gpu(none), IsEmpty()) << none;
}

TEST(GpuFlags, LeaveTheOthersInTheirOrder) {
    EXPECT_THAT(flags_without_gpu({"-O1", "--offload-arch=gfx942", "-DA"}),
                ElementsAre("-O1", "-DA"));
}

}  // namespace
}  // namespace tileproof::compiler
