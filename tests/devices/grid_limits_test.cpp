// SPDX-License-Identifier: MIT
// No launch of any kernel of the catalogue asks for a grid that HIP refuses, whatever the shape: what one grid cannot
// hold is launched in parts, or refused in a sentence. The launches of huge problems are written down and not run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "devices/cpu/sampling.hpp"
#include "devices/device.hpp"
#include "kernels/catalogue.hpp"
#include "kernels/tools/tools.hpp"

namespace tileproof::kernels::cpu {
const catalogue& all_kernels();  // kernels/device_catalogue.cpp
device_tools tools();            // kernels/tools/tools.cpp
}  // namespace tileproof::kernels::cpu

namespace tileproof::devices {

using namespace kernels;

namespace {

// Runs no block of any launch.
class recorder : public cpu_engine::block_sampling {
  public:
    recorder() { cpu_engine::sampling = this; }
    ~recorder() override { cpu_engine::sampling = nullptr; }
    void begin(const cpu_engine::launch_info& launch) override { all.push_back(launch); }
    std::optional<std::uint64_t> next() override { return std::nullopt; }
    void host_moves(const void*, const void*, std::size_t) override {}

    std::vector<cpu_engine::launch_info> all;
};
std::vector<cpu_engine::launch_info>& launches() {
    static recorder of;
    return of.all;
}

void* const somewhere = reinterpret_cast<void*>(std::uintptr_t{1} << 46);
constexpr long_index_t much = long_index_t{1} << 33;

// HIP: at most 2^31 - 1 x 65535 x 65535 blocks, and less than 2^32 threads in each dimension.
std::string refused_by_hip() {
    for (const cpu_engine::launch_info& l : launches()) {
        const std::uint64_t threads[] = {std::uint64_t{l.grid.x} * l.block.x,
                                         std::uint64_t{l.grid.y} * l.block.y,
                                         std::uint64_t{l.grid.z} * l.block.z};
        for (const std::uint64_t n : threads)
            if (n == 0 || n > 0xffffffff) return std::string(l.kernel) + ": " + std::to_string(n);
        if (l.grid.x > 0x7fffffff || l.grid.y > 65535 || l.grid.z > 65535) return l.kernel;
    }
    return {};
}

std::uint64_t blocks_launched() {
    return std::accumulate(launches().begin(), launches().end(), std::uint64_t{0},
                           [](std::uint64_t sum, const auto& l) {
                               return sum + std::uint64_t{l.grid.x} * l.grid.y * l.grid.z;
                           });
}

TEST(GridLimits, AreKeptByCopiesOfEveryLength) {
    for (const copy_kernel& k : kernels::cpu::all_kernels().copies)
        for (const copy_problem& p : {packed_copy(134217728, 1, 1), packed_copy(much + 5, 1, 1),
                                      packed_copy(much, 16, 8), packed_copy(1, much, 1)}) {
            ASSERT_EQ(k.refusal(p), "") << k.name;
            launches().clear();
            k.launch(p, somewhere, somewhere);
            EXPECT_EQ(refused_by_hip(), "") << k.name << ", " << p.rows << " rows";
        }
}

// Blocks of 8 rows: one more than the 2^24 - 1 of 256 threads that a grid holds.
TEST(GridLimits, CutACopyIntoAsManyBlocksAsBefore) {
    launches().clear();
    kernels::cpu::all_kernels().copies.at(3).launch(packed_copy(134217728, 1, 1), somewhere,
                                                    somewhere);
    EXPECT_EQ(launches().size(), 2u);
    EXPECT_EQ(blocks_launched(), 134217728u / 8);
}

TEST(GridLimits, AreKeptByTransposesOfEveryShape) {
    for (const transpose_kernel& k : kernels::cpu::all_kernels().transposes)
        for (const int bytes : {1, 2, 4, 8})
            for (const auto& [rows, columns] :
                 {std::pair{long_index_t{1}, long_index_t{16777217}},
                  std::pair{long_index_t{1}, much}, std::pair{much, long_index_t{1}},
                  std::pair{much + 1, long_index_t{33}},
                  std::pair{long_index_t{1} << 18, (long_index_t{1} << 18) + 1}}) {
                const transpose_problem p = packed_transpose(rows, columns, bytes);
                if (!k.refusal(p).empty()) continue;
                launches().clear();
                k.launch(p, somewhere, somewhere);
                EXPECT_FALSE(launches().empty());
                EXPECT_EQ(refused_by_hip(), "")
                    << k.name << ", " << rows << " x " << columns << " x " << bytes;
            }
}

TEST(GridLimits, CutATransposeIntoAsManyTilesAsBefore) {
    const transpose_kernel& tiled = kernels::cpu::all_kernels().transposes.at(2);
    ASSERT_EQ(tiled.name, "transpose_tiled");
    launches().clear();
    tiled.launch(packed_transpose(3, much, 1), somewhere, somewhere);
    EXPECT_EQ(blocks_launched(), static_cast<std::uint64_t>(much / 16));
    EXPECT_GT(launches().size(), 1u);
}

TEST(GridLimits, AreKeptByProductsOrTheyAreRefused) {
    const product_kernel& k = kernels::cpu::all_kernels().products.front();
    int refused = 0, launched = 0;
    for (const long_index_t n : {4096, 262080, 262144, 1 << 20}) {
        const product_problem p{.m = n,
                                .n = n,
                                .k = 1,
                                .a = {.leading = 1},
                                .b = {.leading = n},
                                .c = {.leading = n},
                                .d = {.leading = n}};
        if (!k.refusal(p).empty()) {
            ++refused;
            continue;
        }
        launches().clear();
        k.start(p, somewhere, somewhere, somewhere, somewhere, nullptr);
        EXPECT_EQ(refused_by_hip(), "") << n;
        ++launched;
    }
    EXPECT_EQ(launched, 2);
    EXPECT_EQ(refused, 2);
}

TEST(GridLimits, AreKeptByTheTwoLayersOrTheyAreRefused) {
    const mlp_kernel& k = kernels::cpu::all_kernels().mlps.front();
    launches().clear();
    k.start(1073741808, somewhere, somewhere, somewhere, somewhere, nullptr);
    EXPECT_EQ(refused_by_hip(), "");
    EXPECT_THROW(k.start(1073741809, somewhere, somewhere, somewhere, somewhere, nullptr),
                 device_error);
}

TEST(GridLimits, AreKeptByEvaluationsOfLayouts) {
    for (const evaluation_kernel& k : kernels::cpu::all_kernels().evaluations) {
        launches().clear();
        k.start({.jobs = 1, .results = 0x7fffffff}, somewhere, somewhere, somewhere, nullptr);
        EXPECT_EQ(refused_by_hip(), "") << k.name;
    }
}

TEST(GridLimits, AreKeptByTheToolsOrTheyRefuse) {
    const device_tools tools = kernels::cpu::tools();
    for (const auto& [rows, columns] : {std::pair{long_index_t{1}, long_index_t{16777217}},
                                        std::pair{long_index_t{3000}, long_index_t{1} << 26}}) {
        launches().clear();
        tools.check_transposed(packed_transpose(rows, columns, 4), somewhere, 1);
        EXPECT_GT(launches().size(), 1u);
        EXPECT_EQ(refused_by_hip(), "") << rows << " x " << columns;
    }
    EXPECT_THROW(
        tools.check_transposed(packed_transpose(long_index_t{1} << 40, 1, 4), somewhere, 1),
        device_error);
    launches().clear();
    tools.plain_copy(somewhere, somewhere, std::size_t{0xffffff00} * 16, nullptr);
    EXPECT_EQ(refused_by_hip(), "");
    EXPECT_THROW(tools.plain_copy(somewhere, somewhere, std::size_t{1} << 37, nullptr),
                 device_error);
}

}  // namespace
}  // namespace tileproof::devices
