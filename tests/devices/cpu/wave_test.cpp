// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <set>
#include <string>
#include <vector>

#include "devices/cpu/launch.hpp"
#include "tests/devices/cpu/engine_kernels.hpp"

namespace tileproof::cpu_engine {
namespace {

using engine_kernels::shuffle;
using testing::HasSubstr;

// All tests run with waves of 32 and of 64 lanes.
class Wave : public testing::TestWithParam<unsigned> {
  protected:
    void SetUp() override {
        settings() = {};
        settings().wave_size = GetParam();
    }
    void TearDown() override {
        settings() = {};
        EXPECT_EQ(take_error(), "");
    }
    int size() const { return static_cast<int>(GetParam()); }
};
INSTANTIATE_TEST_SUITE_P(Sizes, Wave, testing::Values(32u, 64u));

// What HIP defines, written down lane by lane.
int source_lane(shuffle kind, int lane, int argument, int width) {
    const int first = lane / width * width, in_group = lane % width;
    switch (kind) {
        case shuffle::index:
            return first + (argument % width + width) % width;
        case shuffle::up:
            return in_group < argument ? lane : lane - argument;
        case shuffle::down:
            return in_group + argument >= width ? lane : lane + argument;
        case shuffle::xor_:
            return (lane ^ argument) >= first + width ? lane : lane ^ argument;
    }
    return -1;
}

TEST_P(Wave, ShufflesWithinGroupsOfEachWidth) {
    const int threads = 3 * size();
    for (shuffle kind : {shuffle::index, shuffle::up, shuffle::down, shuffle::xor_})
        for (int width = 1; width <= size(); width *= 2)
            for (int argument = 0; argument < size(); argument += argument < 5 ? 1 : 7) {
                std::vector<int> out(static_cast<std::size_t>(threads));
                engine_kernels::shuffle_lanes(kind, static_cast<unsigned>(threads), argument, width,
                                              out.data());
                for (int t = 0; t < threads; ++t)
                    ASSERT_EQ(
                        out[static_cast<std::size_t>(t)],
                        100 + t / size() * size() + source_lane(kind, t % size(), argument, width))
                        << "kind " << static_cast<int>(kind) << " width " << width << " argument "
                        << argument << " thread " << t;
            }
}

TEST_P(Wave, TakesTheWholeWaveWhenNoWidthIsGiven) {
    std::vector<int> out(GetParam() * 2);
    engine_kernels::shuffle_lanes(shuffle::index, GetParam() * 2, size() - 1, 0, out.data());
    EXPECT_EQ(out.front(), 100 + size() - 1);
    EXPECT_EQ(out.back(), 100 + 2 * size() - 1);
}

TEST_P(Wave, MovesValuesOfAnySize) {
    std::vector<int> out(GetParam());
    engine_kernels::shuffle_large(GetParam(), out.data());
    for (int t = 0; t < size(); ++t)
        ASSERT_EQ(out[static_cast<std::size_t>(t)], 10 * (t + 1 < size() ? t + 1 : t));
}

TEST_P(Wave, SumsByShufflesInEachWaveByItself) {
    const unsigned threads = 4 * GetParam();
    std::vector<int> out(threads);
    engine_kernels::wave_sum(threads, out.data());
    for (int t = 0; t < static_cast<int>(threads); ++t) {
        const int first = t / size() * size();
        ASSERT_EQ(out[static_cast<std::size_t>(t)], size() * first + size() * (size() - 1) / 2);
    }
}

TEST_P(Wave, VotesAmongTheLanesThatExist) {
    const unsigned threads = GetParam() + 5;  // the second wave has 5 lanes
    std::vector<int> in(threads, 0);
    in[1] = 1;
    for (unsigned t = GetParam(); t < threads; ++t) in[t] = 9;
    std::vector<unsigned long long> out(3 * threads);
    engine_kernels::ballots(threads, in.data(), out.data());
    EXPECT_EQ(out[0], 2u);
    EXPECT_EQ(out[1], 1u);
    EXPECT_EQ(out[2], 0u);
    EXPECT_EQ(out[3 * GetParam()], 31u);
    EXPECT_EQ(out[3 * GetParam() + 1], 1u);
    EXPECT_EQ(out[3 * GetParam() + 2], 1u);
}

TEST_P(Wave, LetsPartOfAWaveExchangeWhileTheRestHasEndedOrWaitsAtABarrier) {
    std::set<unsigned> of_absent;
    for (int k = 0; k < 40; ++k) {
        std::vector<int> out(GetParam(), -1);
        engine_kernels::partial_shuffle(GetParam(), 10, k % 2 != 0, out.data());
        for (int t = 0; t < 9; ++t) EXPECT_EQ(out[static_cast<std::size_t>(t)], t + 1);
        of_absent.insert(static_cast<unsigned>(out[9]));
        EXPECT_EQ(out[10], -1);
    }
    // Lane 10 takes no part: its value is undefined, large in some launches and small in others.
    EXPECT_EQ(of_absent, (std::set{0x4b4b4b4bu, 0xcbcbcbcbu}));
}

TEST_P(Wave, BringsLanesThatLeaveALoopEarlyTogetherBehindIt) {
    std::vector<int> out(GetParam());
    engine_kernels::uneven_loop(GetParam(), out.data());
    for (int t = 0; t < size(); ++t) {
        const int other = t ^ 1;
        ASSERT_EQ(out[static_cast<std::size_t>(t)], other + other % 3 + 1);
    }
}

TEST_P(Wave, ComputesTheSameUnderAnyOrderOfThreads) {
    std::vector<int> plain(2 * GetParam()), shuffled(2 * GetParam());
    engine_kernels::uneven_loop(2 * GetParam(), plain.data());
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        settings().shuffle_seed = seed;
        engine_kernels::uneven_loop(2 * GetParam(), shuffled.data());
        ASSERT_EQ(shuffled, plain);
    }
}

TEST_P(Wave, AcceptsAMaskOfExactlyTheLanesThatCome) {
    std::vector<int> out(GetParam(), -1);
    engine_kernels::masked_shuffle(GetParam(), 0xff, 8, out.data());
    EXPECT_EQ(out[3], 4);
    EXPECT_EQ(out[8], -1);
}

TEST_P(Wave, ReportsAMaskThatNamesLanesWhichDoNotCome) {
    std::vector<int> out(GetParam(), -1);
    engine_kernels::masked_shuffle(GetParam(), 0x3ff, 8, out.data());
    const std::string error = take_error();
    EXPECT_THAT(error, HasSubstr("Divergent wave operation in block (0,0,0) of "
                                 "tileproof::engine_kernels::masked_kernel"));
    EXPECT_THAT(error, HasSubstr("names lane 8 of wave 0 and 1 more that have not come"));
}

TEST_P(Wave, VotesAmongTheLanesOfEachMask) {
    const unsigned threads = 2 * GetParam();
    std::vector<int> in(threads);
    for (unsigned t = 0; t < threads; ++t) in[t] = t % 11 == 3 || t / 8 % 3 == 1 ? 5 : 0;
    for (unsigned width = 1; width <= GetParam(); width *= 2) {
        std::vector<unsigned long long> out(7 * threads);
        engine_kernels::masked_votes(threads, width, in.data(), out.data());
        for (unsigned t = 0; t < threads; ++t) {
            const unsigned first = t / width * width;
            unsigned long long yes = 0, like_mine = 0;
            for (unsigned o = first; o < first + width; ++o) {
                yes |= static_cast<unsigned long long>(in[o] != 0) << o % GetParam();
                like_mine |= static_cast<unsigned long long>(in[o] == in[t]) << o % GetParam();
            }
            const auto count = static_cast<unsigned>(std::popcount(yes));
            const bool all_alike = static_cast<unsigned>(std::popcount(like_mine)) == width;
            const std::vector<unsigned long long> right{
                count > 0,
                count == width,
                yes,
                like_mine,
                all_alike ? like_mine : 0,
                5 * count,
                static_cast<unsigned long long>(in[first + width - 1])};
            ASSERT_EQ(std::vector(out.begin() + 7 * t, out.begin() + 7 * t + 7), right)
                << "width " << width << ", thread " << t;
        }
    }
}

TEST_P(Wave, VotesInTilesAsByThemselves) {
    const unsigned threads = 2 * GetParam();
    std::vector<int> in(threads, 1);
    in[3] = in[20] = 0;
    for (unsigned t = 0; t < 16; ++t) in[threads - 16 + t] = 0;
    std::vector<unsigned long long> out(4 * threads);
    engine_kernels::votes_in_tiles(threads, in.data(), out.data());
    const auto of = [&](unsigned t) {
        return std::vector(out.begin() + 4 * t, out.begin() + 4 * t + 4);
    };
    EXPECT_THAT(of(15), testing::ElementsAre(1u, 0u, 0xfff7u, 15u));
    EXPECT_THAT(of(16), testing::ElementsAre(1u, 0u, 0xffefu, 15u));
    EXPECT_THAT(of(32), testing::ElementsAre(1u, 1u, 0xffffu, 16u));
    EXPECT_THAT(of(threads - 1), testing::ElementsAre(0u, 0u, 0u, 0u));
}

TEST_P(Wave, GetsOnWhileAnotherOfItsBlockWaitsForIt) {
    using engine_kernels::polling;
    for (const polling how : {polling::one_lane, polling::each_lane, polling::by_adding_nothing}) {
        std::vector<int> out(GetParam(), -1);
        engine_kernels::hand_over(how, out.data());
        EXPECT_THAT(out, testing::Each(7)) << "polling " << static_cast<int>(how);
    }
}

TEST(Grid, IsValidInACooperativeLaunchOfAnyNumberOfBlocks) {
    for (const unsigned blocks : {1u, 3u})
        for (const bool cooperative : {true, false}) {
            std::vector<int> out(blocks, -1);
            engine_kernels::grid_is_valid(blocks, cooperative, out.data());
            EXPECT_THAT(out, testing::Each(cooperative ? 1 : 0)) << blocks << " blocks";
        }
}

}  // namespace
}  // namespace tileproof::cpu_engine
