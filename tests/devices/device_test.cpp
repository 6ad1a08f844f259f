// SPDX-License-Identifier: MIT
#include "devices/device.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "kernels/catalogue.hpp"
#include "tests/kernels/fault.hpp"

namespace tileproof::devices {
namespace {

using testing::HasSubstr;

device& cpu() { return find_device("cpu"); }

std::uint8_t* bytes_of(const buffer& b) { return static_cast<std::uint8_t*>(b.data()); }

TEST(Devices, ListTheCpuFirstAndGiveAReasonForEachThatIsAbsent) {
    const std::vector<known_device> all = devices();
    ASSERT_GE(all.size(), 4u);
    EXPECT_EQ(all[0].name, "cpu");
    EXPECT_TRUE(all[0].status.available);
    for (const known_device& d : all) {
        EXPECT_FALSE(d.description.empty());
        if (!d.status.available) {
            EXPECT_THAT(d.status.reason, testing::EndsWith(".")) << d.name;
            EXPECT_THROW(find_device(d.name), kernels::device_error);
        } else {
            EXPECT_EQ(&find_device(d.name), d.handle);
        }
    }
}

TEST(Devices, NameAllDevicesWhenAskedForAnUnknownOne) {
    try {
        find_device("tpu");
        FAIL();
    } catch (const kernels::device_error& e) {
        EXPECT_THAT(
            e.what(),
            HasSubstr("no device named 'tpu'; the devices are cpu, cpu-checked, hip, cuda."));
    }
}

TEST(Buffer, IsAlignedAndHasTheMarginsAskedFor) {
    for (placement where : {placement::plain, placement::fence_after, placement::fence_before})
        for (std::size_t alignment : {1u, 4u, 16u, 256u, 4096u})
            for (std::size_t size : {0u, 1u, 5u, 4096u, 100000u}) {
                const buffer b = cpu().allocate(
                    {.bytes = size, .where = where, .alignment = alignment, .margin = 100});
                ASSERT_EQ(reinterpret_cast<std::uintptr_t>(b.data()) % alignment, 0u);
                ASSERT_EQ(b.size(), size);
                if (where == placement::fence_before)
                    ASSERT_EQ(b.margin_before(), 0u);
                else
                    ASSERT_GE(b.margin_before(), 100u);
                if (where == placement::fence_after)
                    ASSERT_LT(b.margin_after(), alignment);
                else
                    ASSERT_GE(b.margin_after(), 100u);
                if (size) std::memset(b.data(), 1, size);
                ASSERT_FALSE(b.damage());
            }
}

TEST(Buffer, ReportsEveryByteWrittenOutsideIt) {
    buffer b = cpu().allocate({.bytes = 24});
    bytes_of(b)[24] ^= 1;
    ASSERT_TRUE(b.damage());
    EXPECT_EQ(b.damage()->sentence(),
              "1 byte outside the buffer of 24 bytes was overwritten: the first is 1 byte past its "
              "last byte "
              "(offset 24, expected " +
                  std::to_string(canary(0, 24)) + ", found " + std::to_string(canary(0, 24) ^ 1) +
                  ").");
    bytes_of(b)[-3] ^= 0x80;
    bytes_of(b)[-static_cast<std::ptrdiff_t>(b.margin_before())] ^= 1;
    bytes_of(b)[24 + b.margin_after() - 1] ^= 1;
    ASSERT_TRUE(b.damage());
    EXPECT_EQ(b.damage()->count, 4u);
    EXPECT_EQ(b.damage()->first_offset, -static_cast<std::ptrdiff_t>(b.margin_before()));
    EXPECT_THAT(b.damage()->sentence(), HasSubstr("before its first byte"));
    b.paint_canaries(5);
    EXPECT_FALSE(b.damage());
}

TEST(Buffer, SeesEveryValueThatASingleByteCanBeOverwrittenWithUnderOneOfTwoSeeds) {
    for (int value = 0; value < 256; ++value) {
        bool seen = false;
        for (std::uint64_t seed : {0, 1}) {
            buffer b = cpu().allocate({.bytes = 8, .canary_seed = seed});
            bytes_of(b)[8] = static_cast<std::uint8_t>(value);
            seen = seen || b.damage();
        }
        EXPECT_TRUE(seen) << value;
    }
}

TEST(BufferDeath, FaultsOneByteBeyondAFence) {
    const buffer after =
        cpu().allocate({.bytes = 101, .where = placement::fence_after, .alignment = 1});
    const buffer before = cpu().allocate({.bytes = 101, .where = placement::fence_before});
    const buffer empty =
        cpu().allocate({.bytes = 0, .where = placement::fence_after, .alignment = 1});
    [[maybe_unused]] volatile std::uint8_t sink = bytes_of(after)[100];
    sink = bytes_of(before)[0];
    EXPECT_FAULT(sink = bytes_of(after)[101]);
    EXPECT_FAULT(bytes_of(after)[101] = 1);
    EXPECT_FAULT(sink = bytes_of(before)[-1]);
    EXPECT_FAULT(sink = bytes_of(empty)[0]);
}

TEST(Buffer, IsTakenFromAPoolAgain) {
    void* first = nullptr;
    {
        const buffer b = cpu().allocate({.bytes = 50000});
        first = b.data();
    }
    const buffer again = cpu().allocate({.bytes = 50000});
    EXPECT_EQ(again.data(), first);
    const buffer other = cpu().allocate({.bytes = 50000});
    EXPECT_NE(other.data(), first);
}

TEST(Buffer, MovesWithoutGivingMemoryBackTwice) {
    buffer a = cpu().allocate({.bytes = 10});
    void* const data = a.data();
    buffer b = std::move(a);
    EXPECT_EQ(b.data(), data);
    a = std::move(b);
    EXPECT_EQ(a.data(), data);
}

TEST(Buffer, RefusesAnAlignmentThatIsNoPowerOfTwo) {
    for (std::size_t alignment : {0u, 3u, 8192u}) {
        try {
            cpu().allocate({.bytes = 1, .alignment = alignment});
            FAIL() << alignment;
        } catch (const kernels::device_error& e) {
            EXPECT_THAT(e.what(),
                        HasSubstr("power of two up to 4096, not " + std::to_string(alignment)));
        }
    }
    EXPECT_THROW(cpu().allocate({.bytes = std::size_t{1} << 60}), kernels::device_error);
}

TEST(CpuDevice, MovesAndFillsBytes) {
    const buffer b = cpu().allocate({.bytes = 4});
    cpu().fill(b.data(), 0x5a, 4);
    const std::uint8_t in[2] = {1, 2};
    cpu().copy_in(bytes_of(b) + 1, in, 2);
    std::uint8_t out[4];
    cpu().copy_out(out, b.data(), 4);
    EXPECT_THAT(out, testing::ElementsAre(0x5a, 1, 2, 0x5a));
}

TEST(CpuDevice, HasEveryKernelUnderItsOwnName) {
    std::set<std::string> names;
    for (const kernels::transpose_kernel& k : cpu().kernels().transposes) {
        EXPECT_TRUE(names.insert(k.name).second) << k.name;
        EXPECT_FALSE(k.description.empty());
    }
    EXPECT_TRUE(names.count("transpose_read_contiguous") &&
                names.count("transpose_write_contiguous") && names.count("transpose_tiled") &&
                names.count("transpose_register_4x4"));
}

}  // namespace
}  // namespace tileproof::devices
