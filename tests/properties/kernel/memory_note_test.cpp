// SPDX-License-Identifier: MIT
#include "properties/kernel/call_memory.hpp"

#include <gtest/gtest.h>

namespace tileproof::properties {
namespace {

const std::vector<noted_buffer> buffers{{"the input", 0x7f0000001000, 24},
                                        {"the output", 0x7f0000003000, 1}};

TEST(MemoryNote, IsReadAsItWasWritten) {
    const auto read = parse_memory_note(memory_note(buffers));
    ASSERT_EQ(read.size(), 2u);
    EXPECT_EQ(read[0].name, "the input");
    EXPECT_EQ(read[0].address, 0x7f0000001000u);
    EXPECT_EQ(read[1].bytes, 1u);
}

TEST(MemoryNote, OfAnotherKindHasNoBuffers) {
    EXPECT_TRUE(parse_memory_note("").empty());
    EXPECT_TRUE(parse_memory_note("nothing here\n\n x\nname zz 12\nname 12 zz").empty());
}

TEST(MemoryNote, SaysWhereAnAddressLies) {
    EXPECT_EQ(place_of(0x7f0000001018, buffers),
              "1 byte past the last byte of the input (24 bytes)");
    EXPECT_EQ(place_of(0x7f000000101b, buffers),
              "4 bytes past the last byte of the input (24 bytes)");
    EXPECT_EQ(place_of(0x7f0000000fff, buffers),
              "1 byte before the first byte of the input (24 bytes)");
    EXPECT_EQ(place_of(0x7f0000001005, buffers), "byte 5 of the input (24 bytes)");
    EXPECT_EQ(place_of(0x7f0000003001, buffers),
              "1 byte past the last byte of the output (1 byte)");
    EXPECT_EQ(place_of(0x1000, buffers), "address 0x1000, far from every buffer");
    EXPECT_EQ(place_of(0x1000, {}), "address 0x1000, far from every buffer");
    EXPECT_TRUE(is_near(0x7f0000001018, buffers));
    EXPECT_TRUE(is_near(0x7f0000003000, buffers));
    EXPECT_FALSE(is_near(0x1000, buffers));
}

}  // namespace
}  // namespace tileproof::properties
