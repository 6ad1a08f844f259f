// SPDX-License-Identifier: MIT
// The conversions of 16-bit floats that compilers call, of all 65,536 and of what lies around where they round.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>

#include "kernels/product/number_bits.hpp"

#ifdef __FLT16_MAX__
extern "C" {
float __extendhfsf2(_Float16);
_Float16 __truncsfhf2(float);
}

namespace tileproof::devices {

using namespace kernels;

namespace {

TEST(Half, IsWidenedToTheSameNumber) {
    for (unsigned bits = 0; bits < 0x10000; ++bits) {
        const float expected = f16_to_float(static_cast<std::uint16_t>(bits));
        const float widened =
            __extendhfsf2(std::bit_cast<_Float16>(static_cast<std::uint16_t>(bits)));
        if (std::isnan(expected))
            ASSERT_TRUE(std::isnan(widened)) << bits;
        else
            ASSERT_EQ(bits_of_float(widened), bits_of_float(expected)) << bits;
    }
}

TEST(Half, IsTheNearestWithTiesToEven) {
    for (unsigned bits = 0; bits < 0x7c00; ++bits) {
        const std::uint32_t low = bits_of_float(f16_to_float(static_cast<std::uint16_t>(bits))),
                            high =
                                bits_of_float(f16_to_float(static_cast<std::uint16_t>(bits + 1)));
        const std::uint32_t middle =
            bits == 0x7bff ? bits_of_float(65520.0f) : low + (high - low) / 2;
        for (const std::uint32_t near :
             {low, low + 1, middle - 1, middle, middle + 1, high - 1, low + (high - low) / 3})
            for (const std::uint32_t sign : {0u, 0x80000000u}) {
                const float x = float_of_bits(near | sign);
                ASSERT_EQ(std::bit_cast<std::uint16_t>(__truncsfhf2(x)), f16_from_float(x)) << x;
            }
    }
    EXPECT_EQ(std::bit_cast<std::uint16_t>(__truncsfhf2(INFINITY)), 0x7c00);
    EXPECT_TRUE(std::isnan(f16_to_float(std::bit_cast<std::uint16_t>(__truncsfhf2(NAN)))));
}

}  // namespace
}  // namespace tileproof::devices
#endif
