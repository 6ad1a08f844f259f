// SPDX-License-Identifier: MIT
#include "devices/cpu/runner.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "devices/cpu/launch.hpp"
#include "tests/devices/cpu/engine_kernels.hpp"
#include "tests/kernels/fault.hpp"

namespace tileproof::cpu_engine {
namespace {

using engine_kernels::shuffle;
using testing::HasSubstr;

class Runner : public testing::Test {
  protected:
    void SetUp() override { settings() = {}; }
    void TearDown() override {
        settings() = {};
        EXPECT_EQ(take_error(), "");
    }
};

TEST_F(Runner, GivesEachThreadItsThreeDimensionalIndices) {
    const dim3 grid(3, 2, 4), block(5, 3, 2);
    std::vector<std::uint32_t> out(24 * 30);
    engine_kernels::write_indices(grid, block, out.data());
    std::size_t i = 0;
    for (unsigned bz = 0; bz < 4; ++bz)
        for (unsigned by = 0; by < 2; ++by)
            for (unsigned bx = 0; bx < 3; ++bx)
                for (unsigned z = 0; z < 2; ++z)
                    for (unsigned y = 0; y < 3; ++y)
                        for (unsigned x = 0; x < 5; ++x, ++i)
                            ASSERT_EQ(out[i], x | y << 4 | z << 8 | bx << 12 | by << 16 | bz << 20)
                                << i;
}

TEST_F(Runner, KeepsOneCopyOfStaticSharedMemoryForEachBlock) {
    for (unsigned threads : {1u, 2u, 63u, 64u, 1024u}) {
        std::vector<int> out(40 * threads);
        engine_kernels::mirror_in_static_shared(40, threads, out.data());
        for (unsigned b = 0; b < 40; ++b)
            for (unsigned t = 0; t < threads; ++t)
                ASSERT_EQ(out[b * threads + t], static_cast<int>(b * threads + threads - 1 - t));
    }
}

TEST_F(Runner, KeepsDynamicSharedMemoryOfTheLaunchedSize) {
    std::vector<int> out(40 * 256);
    engine_kernels::mirror_in_dynamic_shared(40, 256, out.data(), 256 * sizeof(int));
    for (unsigned i = 0; i < out.size(); ++i)
        ASSERT_EQ(out[i], static_cast<int>(i / 256 * 256 + 255 - i % 256));
}

TEST_F(Runner, GivesDeclaredExternSharedMemoryTheSameMeaning) {
    std::vector<int> out(7 * 100);
    engine_kernels::mirror_in_extern_shared(7, 100, out.data());
    for (unsigned i = 0; i < out.size(); ++i)
        ASSERT_EQ(out[i], static_cast<int>(i / 100 * 100 + 99 - i % 100));
}

TEST(RunnerDeath, FaultsOneElementPastDynamicSharedMemory) {
    std::vector<int> out(256);
    // 64 bytes are 16 elements: thread 16 writes to the unmapped page behind them.
    EXPECT_FAULT(engine_kernels::mirror_in_dynamic_shared(1, 17, out.data(), 64));
}

TEST_F(Runner, HoldsEveryThreadAtABarrierUntilAllHaveCome) {
    for (int threads : {1, 2, 5, 64, 256, 1024}) {
        std::vector<int> out(static_cast<std::size_t>(threads));
        engine_kernels::rotate(static_cast<unsigned>(threads), 10, out.data());
        for (int t = 0; t < threads; ++t) {
            int expected = 0;
            for (int i = 1; i <= 10; ++i) expected += (t + i) % threads;
            ASSERT_EQ(out[static_cast<std::size_t>(t)], expected)
                << threads << " threads, thread " << t;
        }
    }
}

TEST_F(Runner, CountsAndCombinesThePredicatesOfABarrier) {
    std::vector<int> in(100), out(300);
    for (int ones : {0, 1, 99, 100}) {
        std::fill(in.begin(), in.end(), 0);
        std::fill(in.begin(), in.begin() + ones, -4);
        engine_kernels::votes(100, in.data(), out.data());
        for (std::size_t t = 0; t < 100; ++t) {
            ASSERT_EQ(out[3 * t], ones);
            ASSERT_EQ(out[3 * t + 1], ones == 100);
            ASSERT_EQ(out[3 * t + 2], ones > 0);
        }
    }
}

std::vector<int> order_of(unsigned blocks, unsigned threads, std::vector<int>* behind_barrier) {
    std::vector<int> before(blocks * threads), after(blocks * threads), counters(2 * blocks);
    engine_kernels::record_order(blocks, threads, before.data(), after.data(), counters.data());
    if (behind_barrier) *behind_barrier = after;
    return before;
}

TEST_F(Runner, RunsThreadsInTheOrderOfTheirNumbers) {
    std::vector<int> after, expected(300);
    for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = static_cast<int>(i % 100);
    EXPECT_EQ(order_of(3, 100, &after), expected);
    EXPECT_EQ(after, expected);
}

TEST_F(Runner, PermutesTheOrderOfThreadsRepeatablyUnderASeed) {
    std::vector<int> ascending(100);
    std::iota(ascending.begin(), ascending.end(), 0);
    // Of the many orders of two blocks: some as numbered, some reversed, most of them neither.
    int ascending_blocks = 0, descending_blocks = 0, changed_at_the_barrier = 0;
    std::vector<int> descending(ascending.rbegin(), ascending.rend());
    std::set<std::vector<int>> orders;
    for (std::uint64_t seed = 0; seed < 32; ++seed) {
        settings().shuffle_seed = seed;
        std::vector<int> after, after_again;
        const std::vector<int> before = order_of(2, 100, &after);
        EXPECT_EQ(order_of(2, 100, &after_again), before) << "one seed, one order";
        EXPECT_EQ(after_again, after);
        orders.insert(before);
        changed_at_the_barrier += after != before;
        for (const std::vector<int>& order : {before, after})
            for (int block : {0, 100}) {
                std::vector<int> part(order.begin() + block, order.begin() + block + 100);
                ascending_blocks += part == ascending;
                descending_blocks += part == descending;
                std::sort(part.begin(), part.end());
                EXPECT_EQ(part, ascending);
            }
    }
    EXPECT_GT(orders.size(), 25u);
    EXPECT_GT(changed_at_the_barrier, 16);
    EXPECT_GT(ascending_blocks, 0);
    EXPECT_LT(ascending_blocks, 64);
    EXPECT_GT(descending_blocks, 0);
}

TEST_F(Runner, ComputesTheSameUnderAnyOrderOfThreads) {
    std::vector<int> plain(256), shuffled(256);
    engine_kernels::rotate(256, 7, plain.data());
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        settings().shuffle_seed = seed;
        engine_kernels::rotate(256, 7, shuffled.data());
        ASSERT_EQ(shuffled, plain);
    }
}

TEST_F(Runner, NamesTheThreadsThatWaitAndThoseThatHaveEnded) {
    engine_kernels::barrier_for_some(3, 64, 16);
    const std::string error = take_error();
    EXPECT_THAT(error,
                HasSubstr("Divergent barrier in block (0,0,0) of "
                          "tileproof::engine_kernels::some_kernel: of 64 threads 16 wait at"));
    EXPECT_THAT(error, HasSubstr("engine_kernels.cpp:"));
    EXPECT_THAT(error, HasSubstr("[(0,0,0)-(15,0,0)]"));
    EXPECT_THAT(error, HasSubstr("48 have ended [(16,0,0)-(63,0,0)]"));
}

TEST_F(Runner, TellsTwoBarriersInTheBranchesOfAnIfApart) {
    engine_kernels::two_barriers(8, 3);
    const std::string error = take_error();
    EXPECT_THAT(error, HasSubstr("3 wait at"));
    EXPECT_THAT(error, HasSubstr("[(0,0,0)-(2,0,0)]"));
    EXPECT_THAT(error, HasSubstr("5 wait at"));
    EXPECT_THAT(error, HasSubstr("[(3,0,0)-(7,0,0)]"));
}

// Lane 0 of wave 0 polls what the last thread writes; the wave operation of its wave waits for it.
TEST_F(Runner, LetsOthersGoOnWhenAThreadGivesWay) {
    for (const auto seed : {std::optional<std::uint64_t>{}, std::optional<std::uint64_t>{3}}) {
        settings().shuffle_seed = seed;
        int flag = 0;
        std::vector<std::uint64_t> lanes(96);
        const auto body = [&] {
            if (threadIdx.x == 0)
                while (flag == 0) give_way();
            wave_exchange all;
            exchange_in_wave(all, nullptr, 0, {"k.hip", 1});
            lanes[threadIdx.x] = all.lanes;
            if (threadIdx.x == 95) flag = 1;
            wait(*runner, {"k.hip", 2});
        };
        EXPECT_EQ(launch({.kernel = "poll", .grid = {1, 1, 1}, .block = {96, 1, 1}}, body),
                  launch_status::ok);
        for (const std::uint64_t l : lanes) EXPECT_EQ(l, 0xffffffffu);
    }
}

TEST_F(Runner, TellsTwoBarriersOfOneLineApart) {
    const auto body = [] {
        const auto here =
            threadIdx.x == 0 ? call_site_of("k.hip", 7, 9) : call_site_of("k.hip", 7, 30, 1);
        wait(*runner, here);
    };
    EXPECT_EQ(launch({.kernel = "meet", .grid = {1, 1, 1}, .block = {2, 1, 1}}, body),
              launch_status::failed);
    const std::string sentence = take_error();
    EXPECT_THAT(sentence, HasSubstr("1 wait at k.hip:7:9 (barrier 0 of the file) [(0,0,0)]"));
    EXPECT_THAT(sentence, HasSubstr("1 wait at k.hip:7:30 (barrier 1 of the file) [(1,0,0)]"));
}

TEST_F(Runner, WorksOnAfterABlockThatWentWrong) {
    for (int i = 0; i < 3; ++i) {
        engine_kernels::barrier_for_some(100, 64, 63);
        EXPECT_THAT(take_error(), HasSubstr("block (0,0,0)"));
        std::vector<int> out(256);
        engine_kernels::rotate(256, 3, out.data());
        EXPECT_EQ(out[0], 1 + 2 + 3);
    }
}

TEST_F(Runner, ReportsTheFirstBlockThatFailsWhicheverCoreRunsIt) {
    for (unsigned workers : {1u, 2u, 5u}) {
        settings().workers = workers;
        for (int i = 0; i < 5; ++i) {
            engine_kernels::leave_in(2000, 64, 333, 5);
            EXPECT_THAT(take_error(), HasSubstr("block (333,0,0)"));
        }
    }
}

TEST_F(Runner, KeepsAStackForEachThread) {
    std::vector<int> out(300);
    engine_kernels::deep_stack(300, 0, 100, out.data());
    const int expected = [] {
        int sum = 3;
        for (int d = 1; d <= 100; ++d) sum += d + 5;
        return sum;
    }();
    EXPECT_EQ(out, std::vector<int>(300, expected));
}

TEST(RunnerDeath, FaultsWhenAThreadRunsOffItsStack) {
    // Deep enough to leave the stack, not so deep as to leave its neighbour's too.
    const int depth = static_cast<int>(stack_pool::stack_bytes() / 256);
    std::vector<int> out(3);
    EXPECT_FAULT(engine_kernels::deep_stack(3, 2, depth, out.data()));
}

}  // namespace
}  // namespace tileproof::cpu_engine
