// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/efficiency.hpp"

#include <gtest/gtest.h>

namespace tileproof::cpu_checked {
namespace {

site here{"k.hip", "k", 12, 1, 1, 0, 0, nullptr};

// One access of each of `count` lanes, lane l at base + l * stride.
std::vector<logged_access> lanes(unsigned count, std::uintptr_t stride, std::uint16_t bytes,
                                 bool shared) {
    std::vector<logged_access> all;
    for (unsigned l = 0; l < count; ++l)
        all.push_back({&here, 0x1000 + l * stride, l, bytes, false, shared});
    return all;
}

TEST(Efficiency, CountsTheSegmentsOfARowAndOfAColumn) {
    EXPECT_EQ(global_segments(lanes(32, 4, 4, false)).steps, 2u);
    EXPECT_EQ(global_segments(lanes(32, 4, 4, false)).fewest, 2u);
    EXPECT_EQ(global_segments(lanes(32, 4096, 4, false)).steps, 32u);
    EXPECT_EQ(global_segments(lanes(32, 0, 4, false)).steps, 1u);
}

TEST(Efficiency, CountsOneMoreSegmentWhenARowBeginsInTheMiddle) {
    auto shifted = lanes(32, 4, 4, false);
    for (auto& a : shifted) a.address += 4;
    EXPECT_EQ(global_segments(shifted).steps, 3u);
    EXPECT_EQ(global_segments(shifted).fewest, 2u);
}

TEST(Efficiency, CountsBankConflictsOfFourBytes) {
    EXPECT_EQ(bank_passes(lanes(32, 4, 4, true)).steps, 1u);
    EXPECT_EQ(bank_passes(lanes(32, 32 * 4, 4, true)).steps, 32u) << "a column of tile[32][32]";
    EXPECT_EQ(bank_passes(lanes(32, 33 * 4, 4, true)).steps, 1u) << "a column of tile[32][33]";
    EXPECT_EQ(bank_passes(lanes(32, 8, 4, true)).steps, 2u);
    EXPECT_EQ(bank_passes(lanes(32, 0, 4, true)).steps, 1u) << "one word for all";
    EXPECT_EQ(bank_passes(lanes(32, 1, 1, true)).steps, 1u) << "bytes of the same words";
}

TEST(Efficiency, ServesWideAccessesInParts) {
    const step_count eight = bank_passes(lanes(32, 8, 8, true)),
                     sixteen = bank_passes(lanes(32, 16, 16, true));
    EXPECT_EQ(eight.steps, 2u);
    EXPECT_EQ(eight.fewest, 2u);
    EXPECT_EQ(sixteen.steps, 4u);
    EXPECT_EQ(sixteen.fewest, 4u);
    EXPECT_EQ(bank_passes(lanes(32, 128, 8, true)).steps, 32u);
}

TEST(Efficiency, GroupsWhatTheLanesOfAWaveDoAtOnePlaceForTheSameTime) {
    efficiency_check check;
    check.launch_begin("k");
    std::vector<logged_access> log;
    for (unsigned thread = 0; thread < 64; ++thread)
        for (int turn = 0; turn < 3; ++turn)
            log.push_back({&here, 0x1000 + thread * 128u, thread, 4, false, true});
    check.logged(log, 32);
    const auto lines = check.take();
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_EQ(lines[0].requests, 6u);
    EXPECT_EQ(lines[0].lanes, 192u);
    EXPECT_EQ(lines[0].steps, 6u * 32);
    EXPECT_EQ(lines[0].per_request(lines[0].fewest), 1.0);
}

}  // namespace
}  // namespace tileproof::cpu_checked
