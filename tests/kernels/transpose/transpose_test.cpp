// The four transposes on the cpu device against a plain loop, bit by bit, in memory that borders on
// unmapped pages, with every byte of the output buffer accounted for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "kernels/catalogue.hpp"
#include "kernels/device/device.hpp"

namespace tileproof::kernels {
namespace {

using testing::HasSubstr;

constexpr std::uint8_t poison = 0xee;

std::vector<std::uint8_t> numbered_bytes(std::size_t count) {
    std::vector<std::uint8_t> bytes(count);
    std::uint32_t state = 12345;
    for (std::uint8_t& b : bytes)
        b = static_cast<std::uint8_t>((state = state * 1664525u + 1013904223u) >> 24);
    return bytes;
}

// What the output buffer must hold afterwards, poison included where nothing may be written.
std::vector<std::uint8_t> expected_output(const transpose_problem& p,
                                          const std::vector<std::uint8_t>& in) {
    const auto size = static_cast<std::size_t>(p.element_bytes);
    std::vector<std::uint8_t> out(static_cast<std::size_t>(p.output_elements()) * size, poison);
    for (long_index_t b = 0; b < p.batch; ++b)
        for (long_index_t r = 0; r < p.rows; ++r)
            for (long_index_t c = 0; c < p.columns; ++c)
                std::memcpy(&out[static_cast<std::size_t>(b * p.output_batch_stride +
                                                          c * p.output_leading + r) *
                                 size],
                            &in[static_cast<std::size_t>(b * p.input_batch_stride +
                                                         r * p.input_leading + c) *
                                size],
                            size);
    return out;
}

std::string describe(const transpose_problem& p) {
    return std::to_string(p.batch) + " of " + std::to_string(p.rows) + " x " +
           std::to_string(p.columns) + ", leading " + std::to_string(p.input_leading) + " and " +
           std::to_string(p.output_leading) + ", " + std::to_string(p.element_bytes) + " bytes";
}

void check(const transpose_kernel& k, const transpose_problem& p) {
    device& cpu = find_device("cpu");
    const auto size = static_cast<std::size_t>(p.element_bytes);
    const std::vector<std::uint8_t> in =
        numbered_bytes(static_cast<std::size_t>(p.input_elements()) * size);
    const std::vector<std::uint8_t> expected = expected_output(p, in);
    for (placement where : {placement::fence_after, placement::fence_before, placement::plain}) {
        const buffer from = cpu.allocate({.bytes = in.size(), .where = where, .alignment = size});
        const buffer to =
            cpu.allocate({.bytes = expected.size(), .where = where, .alignment = size});
        cpu.copy_in(from.data(), in.data(), in.size());
        cpu.fill(to.data(), poison, to.size());
        ASSERT_EQ(k.refusal(p), "") << describe(p);
        k.launch(p, from.data(), to.data());
        cpu.synchronize();
        ASSERT_TRUE(expected.empty() ||
                    std::memcmp(to.data(), expected.data(), expected.size()) == 0)
            << k.name << ", " << describe(p);
        ASSERT_TRUE(in.empty() || std::memcmp(from.data(), in.data(), in.size()) == 0) << k.name;
        ASSERT_FALSE(from.damage())
            << k.name << ", " << describe(p) << ": " << from.damage()->sentence();
        ASSERT_FALSE(to.damage()) << k.name << ", " << describe(p) << ": "
                                  << to.damage()->sentence();
    }
}

class Transpose : public testing::TestWithParam<std::string> {
  protected:
    const transpose_kernel& kernel() const {
        for (const transpose_kernel& k : find_device("cpu").kernels().transposes)
            if (k.name == GetParam()) return k;
        throw std::logic_error("no kernel " + GetParam());
    }
};
INSTANTIATE_TEST_SUITE_P(Kernels, Transpose,
                         testing::Values("transpose_read_contiguous", "transpose_write_contiguous",
                                         "transpose_tiled", "transpose_register_4x4"),
                         [](const auto& test) { return test.param; });

TEST_P(Transpose, EqualsThePlainLoopAtTheBoundariesOfItsTiles) {
    for (long_index_t rows : {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 67})
        for (long_index_t columns : {0, 1, 3, 4, 7, 8, 15, 16, 17, 31, 32, 33, 61})
            for (int bytes : {1, 2, 4, 8})
                ASSERT_NO_FATAL_FAILURE(check(kernel(), packed_transpose(rows, columns, bytes)));
}

TEST_P(Transpose, LeavesWhatLiesBetweenTheRowsOfTheOutputAlone) {
    for (auto [in_extra, out_extra] : {std::pair{1, 0}, {0, 1}, {3, 4}, {4, 8}, {29, 100}})
        for (int bytes : {1, 2, 4, 8}) {
            transpose_problem p = packed_transpose(39, 47, bytes);
            p.input_leading += in_extra;
            p.output_leading += out_extra;
            ASSERT_NO_FATAL_FAILURE(check(kernel(), p));
        }
}

TEST_P(Transpose, DoesAllMatricesOfABatch) {
    for (int bytes : {1, 2, 4, 8}) {
        transpose_problem p = packed_transpose(20, 36, bytes, 5);
        ASSERT_NO_FATAL_FAILURE(check(kernel(), p));
        p.input_leading = 40;
        p.output_leading = 23;
        p.input_batch_stride = 811;
        p.output_batch_stride = 830;
        ASSERT_NO_FATAL_FAILURE(check(kernel(), p));
        p.input_batch_stride = 0;
        ASSERT_NO_FATAL_FAILURE(check(kernel(), p));
        p.rows = 0;
        ASSERT_NO_FATAL_FAILURE(check(kernel(), p));
    }
}

TEST_P(Transpose, TakesShapesThatAreMuchLongerThanWide) {
    for (auto [rows, columns] :
         {std::pair<long_index_t, long_index_t>{100003, 1}, {1, 100003}, {50021, 3}})
        ASSERT_NO_FATAL_FAILURE(check(kernel(), packed_transpose(rows, columns, 2)));
}

TEST_P(Transpose, TakesMoreRowsAndMatricesThanOneGridHas) {
    // One tile more than the 65535 of a grid's y extent, and one matrix more than its z extent.
    const long_index_t tile_rows = GetParam() == "transpose_read_contiguous" ? 16
                                   : GetParam() == "transpose_tiled"         ? 16
                                                                             : 32;
    ASSERT_NO_FATAL_FAILURE(check(kernel(), packed_transpose(65535 * tile_rows + 1, 1, 1)));
    ASSERT_NO_FATAL_FAILURE(check(kernel(), packed_transpose(1, 2, 1, 65536)));
}

TEST_P(Transpose, StartsAtAnyElement) {
    // Bases that are aligned to the element only: vector accesses must not be used there.
    device& cpu = find_device("cpu");
    const transpose_problem p = packed_transpose(32, 64, 4);
    const std::vector<std::uint8_t> in = numbered_bytes(32 * 64 * 4);
    const std::vector<std::uint8_t> expected = expected_output(p, in);
    for (std::size_t shift : {1u, 2u, 3u}) {
        const buffer from = cpu.allocate({.bytes = in.size() + 16});
        const buffer to = cpu.allocate({.bytes = in.size() + 16});
        auto* const source = static_cast<std::uint8_t*>(from.data()) + 4 * shift;
        auto* const target = static_cast<std::uint8_t*>(to.data()) + 4 * (4 - shift);
        cpu.copy_in(source, in.data(), in.size());
        kernel().launch(p, source, target);
        ASSERT_EQ(std::memcmp(target, expected.data(), expected.size()), 0) << shift;
    }
}

TEST_P(Transpose, UsesSixtyFourBitIndicesBeyondTwoToThe31) {
    // 3 rows that lie 2^31 + 7 bytes apart: memory that is touched is three pages, the rest only
    // reserved.
    device& cpu = find_device("cpu");
    transpose_problem p = packed_transpose(3, 5, 1);
    p.input_leading = (long_index_t{1} << 31) + 7;
    const buffer from =
        cpu.allocate({.bytes = static_cast<std::size_t>(p.input_elements()), .alignment = 1});
    const buffer to = cpu.allocate({.bytes = 15});
    auto* const in = static_cast<std::uint8_t*>(from.data());
    for (long_index_t r = 0; r < 3; ++r)
        for (long_index_t c = 0; c < 5; ++c)
            in[r * p.input_leading + c] = static_cast<std::uint8_t>(10 * r + c);
    kernel().launch(p, from.data(), to.data());
    for (int c = 0; c < 5; ++c)
        for (int r = 0; r < 3; ++r)
            ASSERT_EQ(static_cast<std::uint8_t*>(to.data())[c * 3 + r], 10 * r + c);
}

TEST_P(Transpose, RefusesWhatItDoesNotTakeAndDoesNotLaunchIt) {
    transpose_problem p = packed_transpose(2, 3, 4);
    p.input_leading = 2;
    EXPECT_THAT(kernel().refusal(p), HasSubstr("leading dimension 2"));
    EXPECT_THROW(kernel().launch(p, nullptr, nullptr), device_error);
    p = packed_transpose(1, long_index_t{1} << 40, 1);
    EXPECT_THAT(kernel().refusal(p), HasSubstr(GetParam() + " takes at most"));
    EXPECT_THROW(kernel().launch(p, nullptr, nullptr), device_error);
}

}  // namespace
}  // namespace tileproof::kernels
