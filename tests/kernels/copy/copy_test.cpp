// The copies on every device at hand: exact bytes, nothing outside touched, at shapes, leading dimensions and
// alignments around every edge that tiles and vectors have. Input and output are compared element by element,
// through leading dimensions that differ, so that a map that is wrong in the same way on both sides shows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>

#include "kernels/catalogue.hpp"
#include "kernels/device/device.hpp"

namespace tileproof::kernels {
namespace {

// A copy whose pointers lie `input_lead` and `output_lead` elements into their buffers.
struct trial {
    copy_problem problem;
    long_index_t input_lead = 0, output_lead = 0;
    placement where = placement::plain;
};

std::string text(const trial& t) {
    const copy_problem& p = t.problem;
    return std::to_string(p.rows) + " x " + std::to_string(p.columns) + " elements of " +
           std::to_string(p.element_bytes) + " bytes, leading dimensions " +
           std::to_string(p.input_leading) + " and " + std::to_string(p.output_leading) +
           ", lead " + std::to_string(t.input_lead) + " and " + std::to_string(t.output_lead);
}

// Runs a trial and says what is wrong; nothing when all is right.
std::string wrong_with(device& d, const copy_kernel& kernel, const trial& t) {
    const copy_problem& p = t.problem;
    const auto bytes = static_cast<std::size_t>(p.element_bytes);
    const auto size = [&](long_index_t elements, long_index_t lead) {
        return static_cast<std::size_t>(elements + lead) * bytes;
    };
    std::vector<unsigned char> in(size(p.input_elements(), t.input_lead));
    std::vector<unsigned char> out(size(p.output_elements(), t.output_lead));
    std::minstd_rand random(static_cast<unsigned>(p.rows * 31 + p.columns));
    for (unsigned char& b : in) b = static_cast<unsigned char>(random() >> 8);
    for (unsigned char& b : out) b = static_cast<unsigned char>(random() >> 8);
    std::vector<unsigned char> expected = out;
    for (long_index_t r = 0; r < p.rows; ++r)
        std::copy_n(
            in.begin() + static_cast<std::ptrdiff_t>(size(r * p.input_leading, t.input_lead)),
            p.columns * static_cast<long_index_t>(bytes),
            expected.begin() +
                static_cast<std::ptrdiff_t>(size(r * p.output_leading, t.output_lead)));
    const placement where = d.has_fences() ? t.where : placement::plain;
    const buffer from = d.allocate({.bytes = in.size(), .where = where, .alignment = bytes});
    const buffer to = d.allocate({.bytes = out.size(), .where = where, .alignment = bytes});
    d.copy_in(from.data(), in.data(), in.size());
    d.copy_in(to.data(), out.data(), out.size());
    kernel.launch(p, static_cast<char*>(from.data()) + size(0, t.input_lead),
                  static_cast<char*>(to.data()) + size(0, t.output_lead));
    d.synchronize();
    d.copy_out(out.data(), to.data(), out.size());
    const auto differs = std::mismatch(out.begin(), out.end(), expected.begin());
    if (differs.first != out.end())
        return "byte " + std::to_string(differs.first - out.begin()) + " is " +
               std::to_string(*differs.first) + ", not " + std::to_string(*differs.second);
    if (const auto damage = to.damage()) return "the output: " + damage->sentence();
    if (const auto damage = from.damage()) return "the input: " + damage->sentence();
    return {};
}

class Copies : public ::testing::TestWithParam<std::string> {
  protected:
    void SetUp() override {
        for (const known_device& k : devices())
            if (k.name == GetParam()) {
                if (!k.status.available) GTEST_SKIP() << k.status.reason;
                device_ = k.handle;
                return;
            }
        GTEST_SKIP() << "This build does not know the device " << GetParam() << ".";
    }
    // Instrumented kernels are slow: fewer shapes there.
    bool slow() const { return GetParam() == "cpu-checked"; }
    void expect_right(const trial& t) {
        for (const copy_kernel& k : device_->kernels().copies) {
            ASSERT_EQ(k.refusal(t.problem), "");
            EXPECT_EQ(wrong_with(*device_, k, t), "") << k.name << ": " << text(t);
        }
    }
    device* device_ = nullptr;
};

TEST_P(Copies, AreFour) {
    std::vector<std::string> names;
    for (const copy_kernel& k : device_->kernels().copies) names.push_back(k.name);
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
                expect_right({.problem = packed_copy(r, c, bytes)});
            }
}

TEST_P(Copies, KeepWithinFencesOnBothSides) {
    if (!device_->has_fences()) GTEST_SKIP() << GetParam() << " has no fences.";
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
                expect_right({.problem = p});
            }
}

TEST_P(Copies, TakeVectorsOnlyFromAlignedMemory) {
    for (const int bytes : {1, 2, 4, 8})
        for (const auto& [in_lead, out_lead] : {std::pair{1, 0}, std::pair{0, 1}, std::pair{2, 2},
                                                std::pair{16, 16}, std::pair{3, 5}})
            expect_right({.problem = packed_copy(slow() ? 3 : 300, 64, bytes),
                          .input_lead = in_lead,
                          .output_lead = out_lead});
}

TEST_P(Copies, RefuseWhatDoesNotMakeSenseInASentence) {
    const copy_kernel& k = device_->kernels().copies.front();
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

TEST_P(Copies, ReachFarRowsWithA64BitIndex) {
    // Two rows 2^31 - 100 and more elements apart: memory is asked for, and only touched at its ends.
    if (GetParam() != "cpu")
        GTEST_SKIP() << "Two buffers of 2 GiB are asked of the cpu device only.";
    copy_problem p = packed_copy(2, 5, 1);
    p.input_leading = p.output_leading = (long_index_t{1} << 31) + 3;
    for (const copy_kernel& k : device_->kernels().copies) {
        const buffer from =
            device_->allocate({.bytes = static_cast<std::size_t>(p.input_elements())});
        const buffer to =
            device_->allocate({.bytes = static_cast<std::size_t>(p.output_elements())});
        auto* in = static_cast<unsigned char*>(from.data());
        auto* out = static_cast<unsigned char*>(to.data());
        for (int i = 0; i < 5; ++i) {
            in[i] = static_cast<unsigned char>(i + 1);
            in[p.input_leading + i] = static_cast<unsigned char>(i + 101);
            out[i] = out[p.output_leading + i] = 0;
        }
        k.launch(p, in, out);
        device_->synchronize();
        for (int i = 0; i < 5; ++i) {
            EXPECT_EQ(out[i], i + 1) << k.name;
            EXPECT_EQ(out[p.output_leading + i], i + 101) << k.name;
        }
        EXPECT_FALSE(to.damage()) << k.name;
    }
}

INSTANTIATE_TEST_SUITE_P(Devices, Copies, ::testing::Values("cpu", "cpu-checked", "hip", "cuda"),
                         [](const auto& test) {
                             std::string name = test.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

}  // namespace
}  // namespace tileproof::kernels
