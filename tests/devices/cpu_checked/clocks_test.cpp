// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/clocks.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace tileproof::cpu_checked {
namespace {

constexpr std::uintptr_t flag = 0x1000, other_flag = 0x2000;

// A relaxed atomicAdd of device scope; one that is followed by a fence.
void update(clocks& c, unsigned thread, std::uintptr_t at) {
    c.atomic(thread, at, {false, false}, memory_scope::device, true);
}
void read_and_fence(clocks& c, unsigned thread, std::uintptr_t at) {
    update(c, thread, at);
    c.fence(thread, memory_scope::device);
}

clocks in_first_block(unsigned threads = 8, unsigned wave = 4) {
    clocks c;
    c.begin_launch(threads, wave);
    c.begin_block();
    return c;
}

TEST(Clocks, OrderNothingBetweenThreadsOfABlockWithoutABarrier) {
    const clocks c = in_first_block();
    EXPECT_FALSE(c.ordered(c.segment(0), 0, 1));
    EXPECT_TRUE(c.ordered(c.segment(1), 1, 1));
}

TEST(Clocks, OrderWhatABarrierSeparates) {
    clocks c = in_first_block();
    const auto before = c.segment(0);
    c.barrier();
    EXPECT_TRUE(c.ordered(before, 0, 1));
    EXPECT_FALSE(c.ordered(c.segment(0), 0, 1));
}

TEST(Clocks, OrderLaunchesButNotBlocks) {
    clocks c = in_first_block();
    const auto first = c.segment(0);
    c.begin_block();
    EXPECT_FALSE(c.ordered(first, 0, 1));
    EXPECT_FALSE(c.ordered(first, 0, 0)) << "the same thread number of another block";
    EXPECT_EQ(c.block_of(first), 0u);
    EXPECT_EQ(c.block_of(c.segment(0)), 1u);
    c.begin_launch(8, 4);
    c.begin_block();
    EXPECT_TRUE(c.ordered(first, 0, 1));
}

TEST(Clocks, OrderTheLanesOfAWaveOperationAndNoOthers) {
    clocks c = in_first_block();
    const auto lane_1 = c.segment(1), other_wave = c.segment(5);
    const unsigned lanes[] = {0, 1};
    c.wave_barrier(lanes);
    EXPECT_TRUE(c.ordered(lane_1, 1, 0));
    EXPECT_FALSE(c.ordered(lane_1, 1, 2)) << "lane 2 was not there";
    EXPECT_FALSE(c.ordered(other_wave, 5, 0));
    EXPECT_FALSE(c.ordered(c.segment(1), 1, 0)) << "what lane 1 does afterwards";
}

TEST(Clocks, CarryOrderOverSeveralWaveOperations) {
    clocks c = in_first_block();
    const auto lane_0 = c.segment(0);
    const unsigned first[] = {0, 1}, second[] = {1, 2}, all[] = {0, 1, 2, 3};
    c.wave_barrier(first);
    c.wave_barrier(second);
    EXPECT_TRUE(c.ordered(lane_0, 0, 2));
    const auto later = c.segment(0);
    EXPECT_FALSE(c.ordered(later, 0, 2));
    c.wave_barrier(all);
    c.wave_barrier(all);
    EXPECT_TRUE(c.ordered(later, 0, 3));
}

TEST(Clocks, PublishWhatWasFencedBeforeAnAtomic) {
    clocks c = in_first_block();
    const auto written = c.segment(0);
    c.fence(0, memory_scope::device);
    const auto after_the_fence = c.segment(0);
    update(c, 0, flag);
    c.begin_block();
    EXPECT_FALSE(c.ordered(written, 0, 3)) << "the flag has not been read";
    read_and_fence(c, 3, flag);
    EXPECT_TRUE(c.ordered(written, 0, 3));
    EXPECT_FALSE(c.ordered(after_the_fence, 0, 3));
    EXPECT_FALSE(c.ordered(written, 1, 3)) << "another thread of that block";
    EXPECT_FALSE(c.ordered(written, 0, 2)) << "another thread of this block, before a barrier";
    c.barrier();
    EXPECT_TRUE(c.ordered(written, 0, 2));
}

TEST(Clocks, PublishTheWholeBlockUpToItsBarrier) {
    clocks c = in_first_block();
    const auto written = c.segment(5);
    c.barrier();
    c.fence(0, memory_scope::device);
    update(c, 0, flag);
    c.begin_block();
    read_and_fence(c, 0, flag);
    EXPECT_TRUE(c.ordered(written, 5, 0));
}

TEST(Clocks, DoNotPublishWithoutAFence) {
    clocks c = in_first_block();
    const auto written = c.segment(0);
    update(c, 0, flag);
    c.begin_block();
    read_and_fence(c, 0, flag);
    EXPECT_FALSE(c.ordered(written, 0, 0));
}

TEST(Clocks, PublishWithAnAtomicThatReleases) {
    clocks c = in_first_block();
    const auto written = c.segment(0);
    c.atomic(0, flag, {false, true}, memory_scope::device, true);
    c.begin_block();
    read_and_fence(c, 0, flag);
    EXPECT_TRUE(c.ordered(written, 0, 0));
}

TEST(Clocks, PassOnWhatWasReadFromOthers) {
    clocks c = in_first_block();
    const auto written = c.segment(0);
    c.fence(0, memory_scope::device);
    update(c, 0, flag);
    c.begin_block();
    update(c, 1, flag);
    c.fence(1, memory_scope::device);
    update(c, 1, other_flag);
    c.begin_block();
    read_and_fence(c, 2, other_flag);
    EXPECT_TRUE(c.ordered(written, 0, 2));
}

TEST(Clocks, PassOnWhatWentThroughManyHands) {
    clocks c;
    c.begin_launch(1, 1);
    c.begin_block();
    const auto written = c.segment(0);
    c.fence(0, memory_scope::device);
    update(c, 0, flag);
    for (std::uintptr_t hand = 0; hand < 50; ++hand) {
        c.begin_block();
        read_and_fence(c, 0, flag + hand);
        update(c, 0, flag + hand + 1);
    }
    c.begin_block();
    read_and_fence(c, 0, flag + 50);
    EXPECT_TRUE(c.ordered(written, 0, 0));
    EXPECT_FALSE(c.ordered(written, 1, 0)) << "another thread of the first block";
}

// Each lock knows of all others; to follow each of them from each of them would have no end.
TEST(Clocks, PassOnWhatManyLocksProtectAndNothingElse) {
    constexpr std::uintptr_t locks = 20, blocks = 4;
    clocks c;
    c.begin_launch(1, 1);
    std::uint32_t within = 0, aside = 0;
    for (std::uintptr_t block = 0; block < blocks; ++block) {
        c.begin_block();
        for (std::uintptr_t lock = 0; lock < locks; ++lock) {
            read_and_fence(c, 0, flag + lock);
            if (block == 0 && lock == 0) within = c.segment(0);
            c.fence(0, memory_scope::device);
            update(c, 0, flag + lock);
            if (block == 0) aside = c.segment(0);  // at last: after all of them
        }
    }
    EXPECT_TRUE(c.ordered(within, 0, 0));
    EXPECT_FALSE(c.ordered(aside, 0, 0));
}

TEST(Clocks, KeepManyBlocksApart) {
    clocks c;
    c.begin_launch(2, 2);
    std::vector<std::uint32_t> written;
    for (int b = 0; b < 100; ++b) {
        c.begin_block();
        written.push_back(c.segment(0));
        c.fence(0, memory_scope::device);
        if (b % 2) update(c, 0, flag);
    }
    c.begin_block();
    read_and_fence(c, 0, flag);
    for (std::size_t b = 0; b < written.size(); ++b)
        EXPECT_EQ(c.ordered(written[b], 0, 0), b % 2 == 1) << b;
}

TEST(Clocks, WaitForTheReadersFence) {
    clocks c = in_first_block();
    const auto written = c.segment(0);
    c.fence(0, memory_scope::device);
    update(c, 0, flag);
    c.begin_block();
    update(c, 0, flag);
    EXPECT_FALSE(c.ordered(written, 0, 0));
    EXPECT_TRUE(c.ordered_after_a_fence(written, 0, 0));
    c.barrier();
    EXPECT_FALSE(c.ordered(written, 0, 0)) << "a barrier's fence is of block scope";
    c.fence(5, memory_scope::device);
    EXPECT_TRUE(c.ordered(written, 0, 5)) << "after the barrier anybody's fence will do";
    EXPECT_FALSE(c.ordered(written, 0, 0));
}

// All of a block, which then tells others by one thread's atomic.
TEST(Clocks, TellOfWhatEachThreadFencedBeforeTheBarrier) {
    for (const bool all : {true, false}) {
        clocks c = in_first_block();
        const auto written = c.segment(5);
        for (const unsigned t : {0u, 1u, 2u, 3u, 4u, 5u, 6u, 7u})
            if (all || t < 5) c.fence(t, memory_scope::device);
        const auto behind = c.segment(4);  // after its fence
        c.barrier();
        update(c, 0, flag);
        c.begin_block();
        read_and_fence(c, 0, flag);
        EXPECT_TRUE(c.ordered(written, 4, 0));
        EXPECT_EQ(c.ordered(written, 5, 0), all) << "it has no fence of its own";
        EXPECT_FALSE(c.ordered(behind, 4, 0));
    }
}

TEST(Clocks, TellNothingOfWhatComesAfterTheFence) {
    clocks c = in_first_block();
    c.fence(0, memory_scope::device);
    c.barrier();
    const auto written = c.segment(5), own = c.segment(0);
    c.barrier();
    update(c, 0, flag);
    c.begin_block();
    read_and_fence(c, 0, flag);
    EXPECT_FALSE(c.ordered(written, 5, 0));
    EXPECT_FALSE(c.ordered(own, 0, 0));
}

TEST(Clocks, TellOfAllBeforeTheBarrierInFrontOfTheFence) {
    clocks c = in_first_block();
    const auto written = c.segment(5);
    c.barrier();
    c.fence(0, memory_scope::device);
    c.barrier();
    update(c, 0, flag);
    c.begin_block();
    read_and_fence(c, 0, flag);
    EXPECT_TRUE(c.ordered(written, 5, 0));
}

TEST(Clocks, KeepBlockScopeWithinTheBlock) {
    for (const bool narrow_fence : {true, false}) {
        clocks c = in_first_block();
        const auto written = c.segment(0);
        c.fence(0, narrow_fence ? memory_scope::block : memory_scope::device);
        c.atomic(0, flag, {false, false}, narrow_fence ? memory_scope::device : memory_scope::block,
                 true);
        update(c, 5, flag);
        c.fence(5, memory_scope::block);
        EXPECT_TRUE(c.ordered(written, 0, 5)) << "another wave of the same block";
        c.begin_block();
        read_and_fence(c, 0, flag);
        EXPECT_FALSE(c.ordered(written, 0, 0)) << "another block";
    }
}

TEST(Clocks, AcquireWithAnAtomicThatAcquires) {
    clocks c = in_first_block();
    const auto written = c.segment(0);
    c.atomic(0, flag, {false, true}, memory_scope::device, true);
    c.begin_block();
    c.atomic(0, flag, {true, false}, memory_scope::device, false);
    EXPECT_TRUE(c.ordered(written, 0, 0));
}

// Waves of four lanes: thread 1 is of the wave of thread 0, thread 5 of another.
TEST(Clocks, AskBothOperationsToReachTheOtherThread) {
    using enum memory_scope;
    for (const memory_scope released : {thread, wave, block, device, system})
        for (const memory_scope acquired : {thread, wave, block, device, system}) {
            clocks c = in_first_block();
            const auto written = c.segment(0);
            c.atomic(0, flag, {false, true}, released, true);
            for (const unsigned other : {1u, 5u})
                c.atomic(other, flag, {true, false}, acquired, false);
            const memory_scope least = std::min(released, acquired);
            EXPECT_EQ(c.ordered(written, 0, 1), least >= wave);
            EXPECT_EQ(c.ordered(written, 0, 5), least >= block);
            c.begin_block();
            c.atomic(0, flag, {true, false}, acquired, false);
            EXPECT_EQ(c.ordered(written, 0, 0), least >= device);
        }
}

TEST(Clocks, TellTheLanesOfAWaveOperationWhatOneOfThemHasAcquired) {
    clocks c = in_first_block();
    const auto written = c.segment(5), own = c.segment(2);
    c.atomic(5, flag, {false, true}, memory_scope::block, true);
    c.atomic(0, flag, {true, false}, memory_scope::block, false);
    EXPECT_FALSE(c.ordered(written, 5, 1));
    const unsigned lanes[] = {0, 1, 2};
    c.wave_operation(lanes);
    EXPECT_TRUE(c.ordered(written, 5, 1));
    EXPECT_FALSE(c.ordered(written, 5, 3)) << "lane 3 was not there";
    EXPECT_FALSE(c.ordered(own, 2, 1)) << "it orders nothing of the wave itself";
}

TEST(Clocks, PublishOnInBlockScopeWhatCameFromAnotherBlock) {
    clocks c = in_first_block();
    const auto written = c.segment(0);
    c.atomic(0, flag, {false, true}, memory_scope::device, true);
    c.begin_block();
    c.atomic(0, flag, {true, false}, memory_scope::device, false);
    c.atomic(0, other_flag, {false, true}, memory_scope::block, true);
    c.atomic(5, other_flag, {true, false}, memory_scope::block, false);
    EXPECT_TRUE(c.ordered(written, 0, 5));
}

}  // namespace
}  // namespace tileproof::cpu_checked
