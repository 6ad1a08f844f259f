// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/sampling.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <set>

namespace tileproof::cpu_checked {
namespace {

using testing::Contains;

constexpr std::uint64_t gib = std::uint64_t{1} << 30;

TEST(ChosenBlocks, AreCornersAndThoseWhereTheWorkPassesAPowerOfTwo) {
    const cpu_engine::launch_info tiles{.grid = {1 << 12, 1 << 10, 2}, .block = {256, 1, 1}};
    const auto list = chosen_blocks(tiles, 8 * gib);
    const auto at = [](std::uint64_t x, std::uint64_t y, std::uint64_t z) {
        return x + ((y + (z << 10)) << 12);
    };
    for (const std::uint64_t z : {0, 1})
        for (const std::uint64_t y : {0, 1023})
            for (const std::uint64_t x : {0, 4095}) EXPECT_THAT(list, Contains(at(x, y, z)));
    // Of 2^33 bytes, 2^31 is a quarter and 2^32 is half.
    for (const std::uint64_t part : {4, 2}) {
        EXPECT_THAT(list, Contains((std::uint64_t{1} << 23) / part));
        EXPECT_THAT(list, Contains(at(4096 / part, 1023, 1)));
        EXPECT_THAT(list, Contains(at(4095, 1024 / part, 1)));
    }
    EXPECT_LT(list.size(), 100u);
    EXPECT_EQ(std::set(list.begin(), list.end()).size(), list.size());
}

TEST(ChosenBlocks, AreAllOfASmallGrid) {
    const cpu_engine::launch_info small{.grid = {64, 64, 1}, .block = {32, 32, 1}};
    EXPECT_EQ(chosen_blocks(small, 8 * gib).size(), 4096u);
    const cpu_engine::launch_info larger{.grid = {64, 65, 1}, .block = {32, 32, 1}};
    EXPECT_LT(chosen_blocks(larger, 8 * gib).size(), 100u);
}

TEST(SparsePages, AreFilledWhenTheyAreTouchedFirst) {
    std::vector<std::byte> memory(5 * 4096);
    std::vector<std::uint64_t> filled;
    sparse_pages pages(memory.size() - 96, [&](std::uint64_t offset, std::span<std::byte> there) {
        filled.push_back(offset);
        EXPECT_EQ(there.data(), memory.data() + offset);
        EXPECT_EQ(there.size(), offset == 4 * 4096 ? 4000u : 4096u);
    });
    const auto base = reinterpret_cast<std::uintptr_t>(memory.data());
    EXPECT_EQ(pages.touch(base, 8190, 4), 2u);
    EXPECT_EQ(pages.touch(base, 8190, 4), 0u);
    EXPECT_EQ(pages.touch(base, 4 * 4096, 8), 1u);
    EXPECT_EQ(filled, (std::vector<std::uint64_t>{4096, 8192, 4 * 4096}));
    EXPECT_EQ(pages.in_order(), (std::vector<std::uint64_t>{1, 2, 4}));
}

TEST(Sampling, HasBuffersLargerThanMemoryAndGivesThemBack) {
    for (int i = 0; i < 20; ++i) {
        sampling s(7);
        auto* const data = static_cast<std::byte*>(
            s.place({.bytes = 24 * gib, .element_bytes = 2, .name = "the input"}));
        data[24 * gib - 1] = std::byte{1};
        EXPECT_TRUE(s.written(data).empty()) << "by the host, not by a kernel";
        EXPECT_EQ(data[12 * gib], std::byte{0});
    }
}

TEST(Sampling, DoesNotLetTheHostFillWholeOperands) {
    sampling s(7);
    void* const data = s.place({.bytes = 16 * gib, .element_bytes = 4});
    EXPECT_THROW(s.host_moves(data, nullptr, 16 * gib), devices::too_much_to_sample);
    // A length that has wrapped around is a mistake of the launch.
    try {
        s.host_moves(data, nullptr, static_cast<std::size_t>(-4));
        ADD_FAILURE() << "nothing was thrown";
    } catch (const devices::too_much_to_sample&) {
        ADD_FAILURE() << "taken for a length";
    } catch (const kernels::device_error&) {
    }
}

}  // namespace
}  // namespace tileproof::cpu_checked
