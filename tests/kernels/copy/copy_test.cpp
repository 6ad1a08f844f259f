// SPDX-License-Identifier: MIT
// The copies on every device at hand: exact bytes, nothing outside touched, at shapes, leading dimensions and
// alignments around every edge that tiles and vectors have. Input and output are compared element by element,
// through leading dimensions that differ, so that a map that is wrong in the same way on both sides shows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <vector>

#include "tests/kernels/trial.hpp"

namespace tileproof::kernels {

using devices::buffer;
using devices::device;
using devices::find_device;
using devices::placement;

namespace {

class Copies : public on_device {
  protected:
    void expect_right(const trial<copy_problem>& t) {
        for (const copy_kernel& k : device().kernels().copies)
            EXPECT_EQ(wrong_with(device(), k, t), "") << k.name << ": " << text(t);
    }
};
TILEPROOF_ON_EVERY_DEVICE(Copies);

TEST_P(Copies, AreFour) {
    std::vector<std::string> names;
    for (const copy_kernel& k : device().kernels().copies) names.push_back(k.name);
    EXPECT_THAT(
        names, testing::ElementsAre("copy_registers", "copy_lds", "copy_elementwise", "copy_wide"));
}

TEST_P(Copies, MoveEveryShapeExactlyAndTouchNothingElse) {
    const std::vector<long_index_t> rows =
        slow() ? std::vector<long_index_t>{0, 1, 513}
               : std::vector<long_index_t>{0, 1, 7, 8, 9, 255, 256, 257, 511, 512, 513, 1031};
    const std::vector<long_index_t> columns =
        slow() ? std::vector<long_index_t>{0, 1, 8, 131}
               : std::vector<long_index_t>{0, 1, 2, 3, 4, 5, 7, 8, 16, 127, 131, 256, 257};
    for (const int bytes : {1, 2, 4, 8})
        for (const long_index_t r : rows)
            for (const long_index_t c : columns) {
                if (slow() && bytes != 2 && r * c > 1000) continue;
                expect_right({.problem = packed_copy(r, c, bytes), .where = placement::plain});
            }
}

// Between fences where the device has them, else between canaries.
TEST_P(Copies, KeepWithinTheirBuffersOnBothSides) {
    for (const placement where : {placement::fence_after, placement::fence_before})
        for (const long_index_t c : {1, 4, 6, 130, 512})
            expect_right({.problem = packed_copy(slow() ? 9 : 515, c, 2), .where = where});
}

TEST_P(Copies, LeaveThePadsBetweenRowsAlone) {
    for (const int bytes : {2, 4})
        for (const long_index_t c : {1, 4, 8, 17, 64})
            for (const auto& [in_pad, out_pad] :
                 {std::pair{0, 8}, std::pair{8, 0}, std::pair{1, 3}, std::pair{16, 8}}) {
                copy_problem p = packed_copy(slow() ? 5 : 520, c, bytes);
                p.input_leading += in_pad;
                p.output_leading += out_pad;
                expect_right({.problem = p, .where = placement::plain});
            }
}

TEST_P(Copies, TakeVectorsOnlyFromAlignedMemory) {
    for (const int bytes : {1, 2, 4, 8})
        for (const auto& [in_lead, out_lead] : {std::pair{1, 0}, std::pair{0, 1}, std::pair{2, 2},
                                                std::pair{16, 16}, std::pair{3, 5}})
            expect_right({.problem = packed_copy(slow() ? 3 : 300, 64, bytes),
                          .input_lead = in_lead,
                          .output_lead = out_lead,
                          .where = placement::plain});
}

TEST_P(Copies, RefuseWhatDoesNotMakeSenseInASentence) {
    const copy_kernel& k = device().kernels().copies.front();
    const auto with = [](auto change) {
        copy_problem p = packed_copy(4, 8, 4);
        change(p);
        return p;
    };
    EXPECT_EQ(k.refusal(with([](auto& p) { p.rows = -1; })),
              "A copy of -1 x 8 elements does not exist: no extent may be negative.");
    EXPECT_EQ(k.refusal(with([](auto& p) { p.element_bytes = 3; })),
              "Elements of 3 bytes are not supported: the size must be 1, 2, 4 or 8.");
    EXPECT_EQ(k.refusal(with([](auto& p) { p.output_leading = 7; })),
              "The output's leading dimension 7 is less than the 8 columns: rows would overlap.");
    EXPECT_EQ(k.refusal(with([](auto& p) { p.rows = long_index_t{1} << 60; })),
              "The matrices reach beyond 2^62 bytes: lower the leading dimensions.");
}

// Two rows 2^31 and more elements apart, on the device cpu, where memory is taken as it is touched: here at its ends.
TEST(CopiesOnCpu, ReachFarRowsWithA64BitIndex) {
    device& cpu = find_device("cpu");
    copy_problem p = packed_copy(2, 5, 1);
    p.input_leading = p.output_leading = (long_index_t{1} << 31) + 3;
    for (const copy_kernel& k : cpu.kernels().copies) {
        const buffer from = cpu.allocate({.bytes = static_cast<std::size_t>(p.input_elements())});
        const buffer to = cpu.allocate({.bytes = static_cast<std::size_t>(p.output_elements())});
        auto* in = static_cast<unsigned char*>(from.data());
        auto* out = static_cast<unsigned char*>(to.data());
        for (int i = 0; i < 5; ++i) {
            in[i] = static_cast<unsigned char>(i + 1);
            in[p.input_leading + i] = static_cast<unsigned char>(i + 101);
            out[i] = out[p.output_leading + i] = 0;
        }
        k.launch(p, in, out);
        cpu.synchronize();
        for (int i = 0; i < 5; ++i) {
            EXPECT_EQ(out[i], i + 1) << k.name;
            EXPECT_EQ(out[p.output_leading + i], i + 101) << k.name;
        }
        EXPECT_FALSE(to.damage()) << k.name;
    }
}

// A wave that a block does not have leaves all as it was: the waves that are not named do nothing.
TEST(CopiesOnCpu, LeaveTheCopyToTheWaveThatIsNamed) {
    device& cpu = find_device("cpu");
    const copy_kernel& k = cpu.kernels().copies.front();
    ASSERT_EQ(k.waves, 4);
    for (const int columns : {5, 8})
        for (int wave = 0; wave <= k.waves; ++wave) {
            copy_problem p = packed_copy(1030, columns, 2);
            p.wave = wave;
            std::vector<std::uint16_t> in(static_cast<std::size_t>(p.input_elements()));
            std::iota(in.begin(), in.end(), std::uint16_t{1});
            std::vector<std::uint16_t> out(in.size(), 0);
            k.launch(p, in.data(), out.data());
            cpu.synchronize();
            if (wave < k.waves)
                EXPECT_EQ(out, in) << wave;
            else
                EXPECT_EQ(out, std::vector<std::uint16_t>(in.size(), 0));
        }
}

}  // namespace
}  // namespace tileproof::kernels
