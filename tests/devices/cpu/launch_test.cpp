// SPDX-License-Identifier: MIT
#include "devices/cpu/launch.hpp"
#include "devices/cpu/call_site.hpp"
#include "devices/cpu/device_work.hpp"
#include "devices/cpu/host_calls.hpp"
#include "devices/cpu/sampling.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/devices/cpu/engine_kernels.hpp"

namespace tileproof::cpu_engine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Launch : public testing::Test {
  protected:
    void SetUp() override { settings() = {}; }
    void TearDown() override {
        settings() = {};
        EXPECT_EQ(take_error(), "");
    }
};

TEST_F(Launch, RunsEveryThreadOfEveryBlockOnceOnAnyNumberOfCores) {
    for (unsigned workers : {1u, 2u, 7u})
        for (unsigned blocks : {1u, 2u, 3u, 100u, 4097u}) {
            settings().workers = workers;
            std::vector<std::atomic<int>> runs(blocks * 33);
            const launch_info info{.kernel = "count", .grid = {blocks, 1, 1}, .block = {33, 1, 1}};
            EXPECT_EQ(launch(info, [&] { ++runs[blockIdx.x * 33 + threadIdx.x]; }),
                      launch_status::ok);
            for (const std::atomic<int>& n : runs) ASSERT_EQ(n, 1);
        }
}

TEST_F(Launch, StartsBlocksInOrderOnOneCore) {
    settings().workers = 1;
    std::vector<unsigned> order;
    const launch_info info{.kernel = "order", .grid = {2, 2, 2}, .block = {1, 1, 1}};
    launch(info, [&] { order.push_back(blockIdx.x + 10 * blockIdx.y + 100 * blockIdx.z); });
    EXPECT_THAT(order, ElementsAre(0u, 1u, 10u, 11u, 100u, 101u, 110u, 111u));
}

TEST_F(Launch, LetsSharedMemoryHoldWhatTheCasesSeedSaysAndNotWhatABlockHasLeft) {
    using engine_kernels::shared_of;
    constexpr unsigned blocks = 5;
    for (const shared_of whose : {shared_of::kernel, shared_of::template_kernel})
        for (const unsigned workers : {1u, 3u}) {
            const auto seen = [&](std::uint64_t seed, unsigned left) {
                settings().workers = workers;
                begin_case_of(seed);
                std::vector<unsigned> out(blocks * 64);
                engine_kernels::read_unset_shared(whose, blocks, left, out.data());
                return out;
            };
            const std::vector<unsigned> first = seen(7, 123);
            EXPECT_EQ(seen(7, 456), first);
            EXPECT_NE(seen(8, 456), first);
            EXPECT_NE(first[0], first[64]);  // blocks have contents of their own
        }
}

TEST_F(Launch, LetsABlockWaitForLowerOnes) {
    std::atomic<unsigned> turn{0};
    settings().workers = 3;
    const launch_info info{.kernel = "chain", .grid = {5000, 1, 1}, .block = {1, 1, 1}};
    launch(info, [&] {
        while (turn.load() != blockIdx.x) std::this_thread::yield();
        ++turn;
    });
    EXPECT_EQ(turn, 5000u);
}

TEST_F(Launch, BeginsLaterBlocksOnceAllThatHaveBegunWait) {
    std::atomic<unsigned> came{0};
    settings().workers = 2;
    launch({.kernel = "meet", .grid = {20, 1, 1}, .block = {1, 1, 1}}, [&] {
        ++came;
        while (came < 20) polls(&came, sizeof came);
    });
    EXPECT_EQ(came, 20u);
}

TEST_F(Launch, TellsItsHostThatAllThreadsWaitAndThatTheyGoOn) {
    struct host final : waiting_launch {
        bool waits(bool for_clock) override {
            EXPECT_FALSE(for_clock);
            if (++waited == 3) flag = 1;
            return true;
        }
        void goes_on() override { ++went_on; }
        std::atomic<int> flag{0};
        int waited = 0, went_on = 0;
    } h;
    settings().waiting = &h;
    settings().workers = 1;
    launch({.kernel = "waits", .grid = {1, 1, 1}, .block = {64, 1, 1}}, [&] {
        while (h.flag == 0) polls(&h.flag, sizeof h.flag);
    });
    settings().waiting = nullptr;
    EXPECT_EQ(h.waited, 3);
    EXPECT_EQ(h.went_on, 1);
}

// Outside any case, whose time others limit.
TEST_F(Launch, EndsWhatNobodyLetsGoOnAndSaysWhereItWaits) {
    static constexpr call_site loop{"waits.hip", 7};
    most_seconds_of_waiting = 0.05;
    std::string error;
    std::thread([&] {
        const int flag = 0;
        launch({.kernel = "waits", .grid = {1, 1, 1}, .block = {64, 1, 1}}, [&] {
            while (*const_cast<const volatile int*>(&flag) == 0) polls(&flag, sizeof flag, &loop);
        });
        error = take_error();
    }).join();
    most_seconds_of_waiting = 20;
    EXPECT_EQ(
        error,
        "Block (0,0,0) of waits does not end: of 64 threads 64 wait at waits.hip:7 for memory "
        "to change, and nothing that runs could let them go on.");
}

TEST_F(Launch, AddsUpAtomicsOfAllBlocks) {
    std::vector<int> sums(9, 0);
    sums[6] = -1;
    float floats = 0;
    unsigned wrapped = 0;
    engine_kernels::atomics(100, 128, sums.data(), &floats, &wrapped);
    const int n = 12800;
    EXPECT_EQ(sums[0], n);
    EXPECT_EQ(sums[1], -n * (n - 1) / 2);
    EXPECT_EQ(sums[2], n - 1);
    EXPECT_EQ(sums[3], -(n - 1));
    EXPECT_EQ(sums[4], 0x7fffffff);
    int all_xor = 0;
    for (int t = 0; t < n; ++t) all_xor ^= t;
    EXPECT_EQ(sums[5], all_xor);
    EXPECT_EQ(sums[6], static_cast<int>(0x80000000u));
    EXPECT_NE(sums[7], 0);
    EXPECT_EQ(sums[8], sums[7]);
    EXPECT_EQ(floats, n * 0.5f);
    EXPECT_EQ(wrapped, n % 10u);
}

TEST_F(Launch, RefusesWhatNoDeviceCouldRun) {
    const auto refused = [](launch_info info) {
        info.kernel = "k";
        EXPECT_EQ(launch(info, [] { FAIL() << "a thread ran"; }), launch_status::refused);
        return take_error();
    };
    EXPECT_EQ(refused({.grid = {0, 1, 1}, .block = {1, 1, 1}}),
              "The launch of k was refused (hipErrorInvalidConfiguration): no extent may be 0 "
              "(grid (0,1,1), block (1,1,1)).");
    EXPECT_THAT(refused({.grid = {1, 1, 1}, .block = {32, 33, 1}}),
                HasSubstr("at most 1024 threads"));
    EXPECT_THAT(refused({.grid = {1, 1, 1}, .block = {65536, 65536, 1}}),
                HasSubstr("at most 1024 threads"));
    for (const uint3 grid : {uint3{0x80000000u, 1, 1}, {1, 65536, 1}, {1, 1, 65536}})
        EXPECT_THAT(refused({.grid = grid, .block = {1, 1, 1}}),
                    HasSubstr("at most 2147483647 x 65535 x 65535 blocks"));
    EXPECT_THAT(refused({.grid = {1 << 24, 1, 1}, .block = {256, 1, 1}}),
                HasSubstr("2^32 threads or more"));
    EXPECT_THAT(refused({.grid = {1, 1, 1}, .block = {1, 1, 1}, .dynamic_shared = 65537}),
                HasSubstr("65537 bytes of dynamic shared memory exceed 65536"));
    settings().wave_size = 16;
    EXPECT_THAT(refused({.grid = {1, 1, 1}, .block = {1, 1, 1}}), HasSubstr("32 or 64, not 16"));
}

class three_blocks : public block_sampling {
  public:
    void begin(const launch_info& info) override { last_ = info.grid.x - 1; }
    std::optional<std::uint64_t> next() override {
        const std::uint64_t list[] = {0, last_ / 2, last_};
        return at_ < 3 ? std::optional(list[at_++]) : std::nullopt;
    }
    void host_moves(const void*, const void*, std::size_t) override {}

  private:
    std::uint64_t last_ = 0;
    int at_ = 0;
};

TEST_F(Launch, RunsOnlyTheBlocksOfASample) {
    three_blocks some;
    sampling = &some;
    std::vector<unsigned> ran;
    const launch_status status =
        launch({.kernel = "k", .grid = {0x7fffffff, 1, 1}, .block = {1, 1, 1}},
               [&] { ran.push_back(blockIdx.x); });
    sampling = nullptr;
    EXPECT_EQ(status, launch_status::ok);
    EXPECT_THAT(ran, ElementsAre(0u, 0x3fffffffu, 0x7ffffffeu));
}

// Waits for the flag, and then so long that whoever set it is done; not for ever, because one worker
// may have to run all blocks.
void wait_for(const std::atomic<bool>& flag) {
    for (int i = 0; i < 100 && !flag; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

TEST_F(Launch, KeepsTheErrorOfTheLowerBlockWhenAHigherOneFailsLater) {
    settings().workers = 2;
    std::atomic<bool> second_runs{false}, first_failed{false};
    launch({.kernel = "k", .grid = {4, 1, 1}, .block = {1024, 1, 1}}, [&] {
        if (blockIdx.x == 0) wait_for(second_runs);
        if (blockIdx.x == 0) first_failed = true;
        if (blockIdx.x == 1) second_runs = true;
        if (blockIdx.x == 1) wait_for(first_failed);
        throw std::runtime_error("no");
    });
    EXPECT_THAT(take_error(), HasSubstr("block (0,0,0)"));
}

TEST_F(Launch, StillRunsLowerBlocksWhenAHigherOneFailsFirst) {
    settings().workers = 2;  // the first takes blocks 0 to 7, the second 8 to 15
    std::atomic<bool> failed{false};
    launch({.kernel = "k", .grid = {64, 1, 1}, .block = {128, 1, 1}}, [&] {
        if (blockIdx.x == 0 && threadIdx.x == 0) wait_for(failed);
        if (blockIdx.x == 8) failed = true;
        if (blockIdx.x == 3 || blockIdx.x == 8) throw std::runtime_error("no");
    });
    EXPECT_THAT(take_error(), HasSubstr("block (3,0,0)"));
}

TEST_F(Launch, KeepsErrorsAndSettingsOfEachHostThreadApart) {
    engine_kernels::barrier_for_some(1, 64, 1);
    std::thread([] {
        EXPECT_EQ(take_error(), "");
        settings().wave_size = 64;
    }).join();
    EXPECT_EQ(settings().wave_size, 32u);
    EXPECT_NE(take_error(), "");
}

TEST_F(Launch, RunsKernelsOfSeveralHostThreadsAtOnce) {
    std::vector<std::thread> hosts;
    for (int h = 0; h < 4; ++h)
        hosts.emplace_back([] {
            for (int i = 0; i < 50; ++i) {
                std::vector<int> out(100 * 64);
                engine_kernels::mirror_in_static_shared(100, 64, out.data());
                for (int t = 0; t < 6400; ++t)
                    ASSERT_EQ(out[static_cast<std::size_t>(t)], t / 64 * 64 + 63 - t % 64);
            }
        });
    for (std::thread& h : hosts) h.join();
}

// What a case finds in memory that it has not written follows from its seed alone.
TEST_F(Launch, FindsInNewMemoryWhatTheSeedSays) {
    const auto contents = [](std::uint64_t seed) {
        settings().case_seed = seed;
        auto* const data = static_cast<unsigned char*>(allocate(1001));
        std::vector<unsigned char> found(data, data + 1001);
        std::fill(data, data + 1001, static_cast<unsigned char>(seed));  // left behind
        EXPECT_TRUE(tileproof::cpu_engine::free(data));
        return found;
    };
    const auto of_one = contents(1), of_two = contents(2);
    EXPECT_NE(of_one, of_two);
    EXPECT_EQ(contents(1), of_one);
    EXPECT_EQ(contents(2), of_two);
    settings().case_seed = 0;
}

// Writes down what it is told.
class scribe final : public observer {
  public:
    std::string text;
    void launch_begin(const launch_info& info) override {
        text += std::string("launch ") + info.kernel + "\n";
    }
    void launch_end(const launch_info&) override { text += "launched\n"; }
    void block_begin(const launch_info&, uint3 b, void*) override {
        text += "block " + std::to_string(b.x) + "\n";
    }
    void block_end(const launch_info&, uint3) override { text += "end of block\n"; }
    void thread_begin(unsigned t) override { text += "begin " + std::to_string(t) + "\n"; }
    void thread_end(unsigned t) override { text += "end " + std::to_string(t) + "\n"; }
    void thread_resumed(unsigned t) override { text += "resume " + std::to_string(t) + "\n"; }
    void barrier(call_site) override { text += "barrier\n"; }
    void wave_operation(call_site, std::span<const unsigned> threads) override {
        text += "wave";
        for (unsigned t : threads) text += " " + std::to_string(t);
        text += "\n";
    }
};

TEST_F(Launch, TellsAnObserverOfEveryStep) {
    scribe s;
    settings().watch = &s;
    std::vector<int> out(2);
    engine_kernels::mirror_in_static_shared(1, 2, out.data());
    EXPECT_EQ(s.text,
              "launch tileproof::engine_kernels::static_shared_kernel\nblock 0\nbegin 0\nbegin "
              "1\nbarrier\nresume 0\nend "
              "0\nresume 1\n"
              "end 1\nend of block\nlaunched\n");
    s.text.clear();
    engine_kernels::partial_shuffle(3, 2, true, out.data());
    EXPECT_EQ(
        s.text,
        "launch tileproof::engine_kernels::partial_kernel\nblock 0\nbegin 0\nbegin 1\nbegin "
        "2\nwave 0 1\nresume 0\nresume 1\n"
        "barrier\nresume 0\nend 0\nresume 1\nend 1\nresume 2\nend 2\nend of block\nlaunched\n");
    s.text.clear();
    std::uint32_t index[2];
    engine_kernels::write_indices(dim3(2), dim3(1), index);
    EXPECT_EQ(s.text,
              "launch tileproof::engine_kernels::indices_kernel\nblock 0\nbegin 0\nend 0\nend of "
              "block\nblock 1\nbegin 0\nend 0\n"
              "end of block\nlaunched\n");
}

}  // namespace
}  // namespace tileproof::cpu_engine
