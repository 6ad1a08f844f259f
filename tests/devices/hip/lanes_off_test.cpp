// SPDX-License-Identifier: MIT
#include "tests/devices/hip/lanes_off.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>

namespace tileproof::tests {
namespace {

// Four bytes an instruction, from address 0, as llvm-objdump writes them.
std::vector<std::string> in(const std::vector<std::string>& instructions) {
    std::string listing = "0000000000000000 <kernel>:\n";
    for (std::size_t i = 0; i < instructions.size(); ++i) {
        char address[32];
        std::snprintf(address, sizeof address, "%012zX", 4 * i);
        listing += "\t" + instructions[i] + "   // " + address + ": BE83206A\n";
    }
    return wmma_with_lanes_off(listing);
}

const std::string wmma = "v_wmma_f32_16x16x16_f16 v[0:7], v[8:15], v[16:23], 0";

TEST(LanesOff, AreSeenInABranch) {
    EXPECT_THAT(in({"s_and_saveexec_b32 s3, vcc_lo", "s_cbranch_execz 1", wmma,
                    "s_or_b32 exec_lo, exec_lo, s3", "s_endpgm"}),
                testing::ElementsAre("kernel: v_wmma_f32_16x16x16_f16"));
    EXPECT_EQ(in({"s_mov_b32 s3, exec_lo", "v_cmpx_gt_i32_e32 s2, v0", wmma, "s_endpgm"}).size(),
              1u);
}

TEST(LanesOff, AreOnAgainBehindABranch) {
    EXPECT_TRUE(in({"s_and_saveexec_b32 s3, vcc_lo", "s_cbranch_execz 1", "v_mov_b32_e32 v0, 0",
                    "s_or_b32 exec_lo, exec_lo, s3", wmma, "s_endpgm"})
                    .empty());
    EXPECT_TRUE(in({"s_mov_b32 s3, exec_lo", "v_cmpx_gt_i32_e32 s2, v0", "v_mov_b32_e32 v0, 0",
                    "s_or_b32 exec_lo, exec_lo, s3", wmma, "s_endpgm"})
                    .empty());
}

TEST(LanesOff, StayOffBehindAnInnerBranch) {
    EXPECT_EQ(
        in({"s_and_saveexec_b32 s3, vcc_lo", "s_and_saveexec_b32 s4, s1",
            "s_or_b32 exec_lo, exec_lo, s4", wmma, "s_or_b32 exec_lo, exec_lo, s3", "s_endpgm"})
            .size(),
        1u);
}

TEST(LanesOff, AreOnAgainBehindBothBranches) {
    const std::vector<std::string> both{"s_and_saveexec_b32 s2, vcc_lo",
                                        "s_xor_b32 s2, exec_lo, s2", "v_mov_b32_e32 v0, 0",
                                        "s_and_not1_saveexec_b32 s2, s2", "v_mov_b32_e32 v0, 1"};
    auto right = both, wrong = both;
    right.insert(right.end(), {"s_or_b32 exec_lo, exec_lo, s2", wmma, "s_endpgm"});
    wrong.insert(wrong.end(), {wmma, "s_or_b32 exec_lo, exec_lo, s2", "s_endpgm"});
    EXPECT_TRUE(in(right).empty());
    EXPECT_EQ(in(wrong).size(), 1u);
    // The other form: all lanes are on for a moment between the two.
    EXPECT_TRUE(in({"s_and_saveexec_b32 s2, vcc_lo", "s_xor_b32 s1, exec_lo, s2",
                    "s_or_saveexec_b32 s2, s1", wmma, "s_xor_b32 exec_lo, exec_lo, s2",
                    "s_or_b32 exec_lo, exec_lo, s2", wmma, "s_endpgm"})
                    .empty());
    EXPECT_EQ(in({"s_and_saveexec_b32 s2, vcc_lo", "s_xor_b32 s1, exec_lo, s2",
                  "s_or_saveexec_b32 s2, s1", "s_xor_b32 exec_lo, exec_lo, s2", wmma, "s_endpgm"})
                  .size(),
              1u);
}

// Address 8: the loop's body. It ends when no lane is left, and then all of them are joined again.
TEST(LanesOff, AreOnAgainBehindALoopThatLanesLeaveOneByOne) {
    EXPECT_TRUE(in({"s_mov_b32 s3, 0", "v_mov_b32_e32 v0, 0", "v_add_u32_e32 v0, 1, v0",
                    "s_or_b32 s3, vcc_lo, s3", "s_and_not1_b32 exec_lo, exec_lo, s3",
                    "s_cbranch_execnz 65532", "s_or_b32 exec_lo, exec_lo, s3", wmma, "s_endpgm"})
                    .empty());
    EXPECT_EQ(in({"s_mov_b32 s3, 0", "v_mov_b32_e32 v0, 0", wmma, "s_or_b32 s3, vcc_lo, s3",
                  "s_and_not1_b32 exec_lo, exec_lo, s3", "s_cbranch_execnz 65532",
                  "s_or_b32 exec_lo, exec_lo, s3", "s_endpgm"})
                  .size(),
              1u);
}

// One way into the branch with all lanes, one with some: an instruction there may have lanes off.
TEST(LanesOff, CountWhereOnePathHasThem) {
    EXPECT_EQ(in({"s_cbranch_scc1 1", "s_and_saveexec_b32 s3, vcc_lo", wmma, "s_endpgm"}).size(),
              1u);
}

}  // namespace
}  // namespace tileproof::tests
