// SPDX-License-Identifier: MIT
// Builtins of AMD's GPUs that convert small floats: bits worked out by hand from the formats' definitions (those of gfx942, as no GPU
// is named to the compiler).
#include <gtest/gtest.h>
#include <hip/amd_detail/amd_hip_runtime.h>
#include <hip/amd_detail/amd_warp_functions.h>

#include <bit>
#include <cstdint>
#include <random>

namespace tileproof::devices {
namespace {

TEST(AmdgcnFloats, PutTwoCodesIntoOneHalfOfADword) {
    // e4m3 with bias 8: 0.3125 = 1.25 / 4 is 0 0110 010, 1 is 0 1000 000; e5m2 with 16: 0 01110 01 and 0 10000 00.
    EXPECT_EQ(__builtin_amdgcn_cvt_pk_fp8_f32(0.3125f, 1.f, 0x12345678, false), 0x12344032);
    EXPECT_EQ(__builtin_amdgcn_cvt_pk_fp8_f32(0.3125f, 1.f, 0x12345678, true), 0x40325678);
    EXPECT_EQ(__builtin_amdgcn_cvt_pk_bf8_f32(0.3125f, 1.f, 0, false), 0x4039);
    EXPECT_EQ(__builtin_amdgcn_cvt_pk_fp8_f32(1000.f, -1000.f, 0, false), 0xff7f);  // 240
}

TEST(AmdgcnFloats, ReadEachByte) {
    for (int byte = 0; byte < 4; ++byte) {
        const float of_fp8[] = {0.3125f, 1.f, -240.f, 0x1p-10f};
        EXPECT_EQ(__builtin_amdgcn_cvt_f32_fp8(0x01ff4032, byte), of_fp8[byte]);
    }
    EXPECT_EQ(__builtin_amdgcn_cvt_f32_bf8(0x4039, 0), 0.3125f);
    const auto pair = __builtin_amdgcn_cvt_pk_f32_fp8(0x40320000, true);
    EXPECT_EQ(pair[0], 0.3125f);
    EXPECT_EQ(pair[1], 1.f);
}

TEST(AmdgcnFloats, RoundUpAsOftenAsTheRestIsLarge) {
    // Between 1 (0x40) and 1.125 (0x41): 1.03125 is a quarter of the way.
    std::mt19937 random(7);
    int up = 0;
    constexpr int draws = 4000;
    for (int i = 0; i < draws; ++i) {
        const int code = __builtin_amdgcn_cvt_sr_fp8_f32(1.03125f, random(), 0, 2) >> 16;
        ASSERT_TRUE(code == 0x40 || code == 0x41) << code;
        up += code == 0x41;
    }
    EXPECT_NEAR(up, draws / 4, 4 * 28);  // four standard deviations
    // What the format holds stays, whatever was drawn.
    for (const unsigned drawn : {0u, 0x80000000u, 0xffffffffu}) {
        EXPECT_EQ(__builtin_amdgcn_cvt_sr_fp8_f32(-0.3125f, drawn, 0, 0), 0xb2) << drawn;
        EXPECT_EQ(__builtin_amdgcn_cvt_sr_bf8_f32(0.f, drawn, 0x11111111, 1), 0x11110011) << drawn;
    }
}

TEST(AmdgcnFloats, CutTowardZero) {
    const auto bits = [](float a, float b) {
        return std::bit_cast<std::uint32_t>(__builtin_amdgcn_cvt_pkrtz(a, b));
    };
    EXPECT_EQ(bits(1.f, -2.f), 0xc0003c00u);
    EXPECT_EQ(bits(1.f + 0x1.8p-11f, -1.f - 0x1.8p-11f), 0xbc003c00u);  // to the nearest: 3c01
    EXPECT_EQ(bits(65535.f, 0.f), 0x7bffu);                             // to the nearest: infinite
}

TEST(AmdgcnFloats, MultiplyAndAddParts) {
    using f16x2 = _Float16 __attribute__((ext_vector_type(2)));
    EXPECT_EQ(__builtin_amdgcn_fdot2((f16x2{3, -2}), (f16x2{5, 7}), 100.f, false), 101.f);
    EXPECT_EQ(__builtin_amdgcn_sad_u16(0x00050003u, 0x00020009u, 10u), 10u + 3 + 6);
    // Bytes 0xff are -1 where they are signed and 255 where not.
    EXPECT_EQ(__builtin_amdgcn_sudot4(true, 0x000000ff, false, 0x000000ff, 1, false), 1 - 255);
    EXPECT_EQ(__builtin_amdgcn_sudot4(false, 0x000000ff, true, 0x000000ff, 1, false), 1 - 255);
}

}  // namespace
}  // namespace tileproof::devices
