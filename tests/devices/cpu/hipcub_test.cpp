// SPDX-License-Identifier: MIT
// <hipcub/hipcub.hpp> against plain loops: collectives of blocks and waves, and algorithms of the device.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>
#include <hipcub/block/block_load.hpp>
#include <hipcub/block/block_reduce.hpp>
#include <hipcub/block/block_scan.hpp>
#include <hipcub/block/block_store.hpp>
#include <hipcub/device/device_reduce.hpp>
#include <hipcub/device/device_scan.hpp>
#include <hipcub/device/device_select.hpp>
#include <hipcub/warp/warp_reduce.hpp>
#include <hipcub/warp/warp_scan.hpp>

#include <numeric>
#include <vector>

// Headers such as rocPRIM's write it so.
extern "C" void __builtin_amdgcn_s_sleep(int);

namespace tileproof::devices {
namespace {

using testing::Each;
using testing::ElementsAre;

// 1, 2, ..., n on the device; what `work(in, out)` left in `count` elements of out.
template <class Work>
std::vector<int> after(int n, std::size_t count, const Work& work) {
    std::vector<int> host(static_cast<std::size_t>(n)), result(count);
    std::iota(host.begin(), host.end(), 1);
    int *in = nullptr, *out = nullptr;
    EXPECT_EQ(hipMalloc(&in, host.size() * sizeof(int)), hipSuccess);
    EXPECT_EQ(hipMalloc(&out, count * sizeof(int)), hipSuccess);
    EXPECT_EQ(hipMemcpy(in, host.data(), host.size() * sizeof(int), hipMemcpyHostToDevice),
              hipSuccess);
    work(in, out);
    EXPECT_EQ(hipMemcpy(result.data(), out, count * sizeof(int), hipMemcpyDeviceToHost),
              hipSuccess);
    EXPECT_EQ(hipFree(in), hipSuccess);
    EXPECT_EQ(hipFree(out), hipSuccess);
    return result;
}
template <class Kernel>
std::vector<int> in_a_block(int threads, std::size_t count, const Kernel& kernel) {
    return after(threads, count, [&](int* in, int* out) {
        const cpu_engine::uint3 block{static_cast<unsigned>(threads), 1, 1};
        EXPECT_EQ(cpu_engine::launch({.grid = {1, 1, 1}, .block = block}, [&] { kernel(in, out); }),
                  cpu_engine::launch_status::ok);
    });
}

TEST(HipCub, ReducesABlock) {
    using reduce = hipcub::BlockReduce<int, 96>;
    EXPECT_THAT(in_a_block(96, 4,
                           [](const int* in, int* out) {
                               const int mine = in[threadIdx.x];
                               int items[2] = {mine, -mine};
                               const int sum = reduce().Sum(mine);
                               __syncthreads();
                               const int most = reduce().Reduce(mine, hipcub::Max());
                               __syncthreads();
                               const int some = reduce().Sum(mine, 4);
                               __syncthreads();
                               const int least = reduce().Reduce(items, hipcub::Min());
                               if (threadIdx.x != 0) return;
                               out[0] = sum, out[1] = most, out[2] = some, out[3] = least;
                           }),
                ElementsAre(96 * 97 / 2, 96, 1 + 2 + 3 + 4, -96));
}

TEST(HipCub, KnowsWhereTheBestIs) {
    using pair = hipcub::KeyValuePair<int, int>;
    EXPECT_THAT(in_a_block(8, 2,
                           [](const int* in, int* out) {
                               const int i = static_cast<int>(threadIdx.x);
                               const pair best = hipcub::BlockReduce<pair, 8>().Reduce(
                                   pair{i, in[i] / 3}, hipcub::ArgMax());
                               if (i == 0) out[0] = best.key, out[1] = best.value;
                           }),
                ElementsAre(5, 2));  // 6 / 3 before 7 / 3 and 8 / 3
}

TEST(HipCub, ScansABlock) {
    const auto scans = in_a_block(64, 256, [](const int* in, int* out) {
        using scan = hipcub::BlockScan<int, 64>;
        const unsigned t = threadIdx.x;
        int before = 0, upto = 0, sum = 0, items[2] = {1, 1};
        scan().ExclusiveSum(in[t], before, sum);
        __syncthreads();
        scan().InclusiveScan(in[t], upto, hipcub::Max());
        __syncthreads();
        scan().InclusiveSum(items, items);
        out[t] = before, out[64 + t] = upto, out[128 + t] = items[0], out[192 + t] = sum;
    });
    for (int t = 0; t < 64; ++t) {
        EXPECT_EQ(scans[static_cast<std::size_t>(t)], t * (t + 1) / 2);
        EXPECT_EQ(scans[static_cast<std::size_t>(64 + t)], t + 1);
        EXPECT_EQ(scans[static_cast<std::size_t>(128 + t)], 2 * t + 1);
        EXPECT_EQ(scans[static_cast<std::size_t>(192 + t)], 64 * 65 / 2);
    }
}

TEST(HipCub, ReducesAndScansPartsOfAWave) {
    const auto made = in_a_block(32, 96, [](const int* in, int* out) {
        const unsigned t = threadIdx.x;
        hipcub::WarpReduce<int, 8>::TempStorage r;
        hipcub::WarpScan<int, 8>::TempStorage s;
        const int sum = hipcub::WarpReduce<int, 8>(r).Sum(in[t]);
        const int some = hipcub::WarpReduce<int, 8>(r).Reduce(in[t], hipcub::Max(), 3);
        int before = 0;
        hipcub::WarpScan<int, 8>(s).ExclusiveSum(1, before);
        out[t] = t % 8 == 0 ? sum : 0, out[32 + t] = t % 8 == 0 ? some : 0, out[64 + t] = before;
    });
    for (int t = 0; t < 32; ++t) {
        EXPECT_EQ(made[static_cast<std::size_t>(t)], t % 8 ? 0 : 8 * t + 36);
        EXPECT_EQ(made[static_cast<std::size_t>(32 + t)], t % 8 ? 0 : t + 3);
        EXPECT_EQ(made[static_cast<std::size_t>(64 + t)], t % 8);
    }
}

TEST(HipCub, LoadsAndStoresWhatIsThere) {
    EXPECT_THAT(in_a_block(4, 8,
                           [](const int* in, int* out) {
                               int items[2];
                               hipcub::BlockLoad<int, 4, 2>().Load(in, items, 4, -1);
                               hipcub::BlockStore<int, 4, 2>().Store(out, items);
                           }),
                ElementsAre(1, 2, 3, 4, -1, -1, -1, -1));
    EXPECT_THAT(in_a_block(4, 8,
                           [](const int* in, int* out) {
                               int items[2];
                               hipcub::BlockLoad<int, 4, 2, hipcub::BLOCK_LOAD_TRANSPOSE>().Load(
                                   in, items, 4, -1);
                               hipcub::BlockStore<int, 4, 2, hipcub::BLOCK_STORE_TRANSPOSE>().Store(
                                   out, items);
                           }),
                ElementsAre(1, 2, 3, 4, -1, -1, -1, -1));
}

// Each algorithm twice: for the bytes that it needs, and for its result.
template <class Call>
void twice(const Call& call) {
    std::size_t bytes = 0;
    void* temp = nullptr;
    EXPECT_EQ(call(temp, bytes), hipSuccess);
    ASSERT_EQ(hipMalloc(&temp, bytes), hipSuccess);
    EXPECT_EQ(call(temp, bytes), hipSuccess);
    EXPECT_EQ(hipFree(temp), hipSuccess);
}

TEST(HipCub, RunsAlgorithmsOfTheDevice) {
    const auto made = after(100, 204, [](int* in, int* out) {
        twice(
            [&](void* t, std::size_t& b) { return hipcub::DeviceReduce::Sum(t, b, in, out, 100); });
        twice([&](void* t, std::size_t& b) {
            return hipcub::DeviceReduce::Max(t, b, in, out + 1, 100);
        });
        twice([&](void* t, std::size_t& b) {
            return hipcub::DeviceReduce::Min(t, b, in, out + 2, 100);
        });
        twice([&](void* t, std::size_t& b) {
            return hipcub::DeviceScan::ExclusiveSum(t, b, in, out + 4, 100);
        });
        twice([&](void* t, std::size_t& b) {
            return hipcub::DeviceScan::InclusiveSum(t, b, in, in, 100);
        });
        twice([&](void* t, std::size_t& b) {
            return hipcub::DeviceSelect::Flagged(t, b, in, out + 4, out + 104, out + 3, 100);
        });
    });
    EXPECT_THAT(std::vector<int>(made.begin(), made.begin() + 4), ElementsAre(5050, 100, 1, 99));
    for (int i = 0; i < 100; ++i) EXPECT_EQ(made[static_cast<std::size_t>(4 + i)], i * (i + 1) / 2);
    for (int i = 0; i < 99; ++i)  // all but the first, whose sum before it is 0
        EXPECT_EQ(made[static_cast<std::size_t>(104 + i)], (i + 2) * (i + 3) / 2);
}

TEST(HipBuiltins, AreFoundWithColonsBeforeThem) {
    EXPECT_THAT(in_a_block(32, 32,
                           [](const int*, int* out) {
                               const unsigned below = ::__builtin_amdgcn_mbcnt_lo(~0u, 0u);
                               ::__builtin_amdgcn_s_sleep(1);
                               out[threadIdx.x] = ::__builtin_amdgcn_readfirstlane(
                                   static_cast<int>(below == threadIdx.x));
                           }),
                Each(1));
}

}  // namespace
}  // namespace tileproof::devices
