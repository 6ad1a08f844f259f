// SPDX-License-Identifier: MIT
// A device whose memory the host cannot touch, without a GPU: its operands lie in one block, and the laws see the
// same.
#include "properties/kernel/call_memory.hpp"

#include "kernels/catalogue.hpp"
#include "properties/kernel/kernel_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

namespace tileproof::properties {
namespace {

using ::testing::HasSubstr;

class far_device : public devices::device {
  public:
    int copies_in = 0, copies_out = 0, waits = 0;

    std::string_view name() const override { return "far"; }
    std::string_view description() const override { return "memory that counts its copies"; }
    devices::availability status() const override { return {true, ""}; }
    const kernels::catalogue& kernels() const override {
        static const kernels::catalogue none{};
        return none;
    }
    void copy_in(void* to, const void* from, std::size_t n) override {
        ++copies_in;
        std::memcpy(to, from, n);
    }
    void copy_out(void* to, const void* from, std::size_t n) override {
        ++copies_out;
        std::memcpy(to, from, n);
    }
    void fill(void* at, std::uint8_t value, std::size_t n) override { std::memset(at, value, n); }
    void synchronize() override { ++waits; }

  protected:
    allocation acquire(const devices::buffer_request& r) override {
        const std::size_t front = (r.margin + 4095) / 4096 * 4096;
        auto* const base = static_cast<std::byte*>(
            std::aligned_alloc(4096, (front + r.bytes + r.margin + 4095) / 4096 * 4096));
        return {base + front, base, r.margin, r.margin};
    }
    void release(void* handle) noexcept override { std::free(handle); }
};

using bytes_at = std::uint8_t*;

// Adds one to each of `n` bytes; every fifth of both is a gap.
kernel_call plus_one(far_device& device, std::size_t n,
                     std::function<void(bytes_at in, bytes_at out, int launch)> also = {}) {
    kernel_call call;
    call.device = &device;
    call.repeats = 3;
    call_operand in, out;
    in.name = "the input";
    out.name = "the output";
    in.lead = out.lead = 1;
    in.contents.resize(n + 1);
    out.contents.resize(n + 1);
    in.live.assign(n + 1, 1);
    for (std::size_t i = 0; i <= n; ++i) {
        in.live[i] = i > 0 && i % 5 != 0;
        in.contents[i] = static_cast<std::byte>(7 * i);
        out.contents[i] = static_cast<std::byte>(7 * i + 1);
    }
    out.live = in.live;
    call.inputs.push_back(in);
    call.outputs.push_back(out);
    call.launch = [n, also, launch = 0](std::span<void* const> from,
                                        std::span<void* const> to) mutable {
        const auto a = static_cast<bytes_at>(from[0]), b = static_cast<bytes_at>(to[0]);
        for (std::size_t i = 0; i < n; ++i)
            if ((i + 1) % 5 != 0) b[i] = static_cast<std::uint8_t>(a[i] + 1);
        if (also) also(a, b, launch);
        ++launch;
    };
    return call;
}

std::string sentence_of(const case_result& r, law_id law) {
    const failure* f = r.failure_of(law);
    return f ? sentence(*f) : std::string();
}

TEST(CallMemory, MovesAllRunsOfACaseAtOnce) {
    far_device device;
    const call_outcome outcome = check_call(plus_one(device, 100));
    EXPECT_FALSE(outcome.result.first_failure()) << sentence(*outcome.result.first_failure());
    EXPECT_EQ(device.copies_in, 1);
    EXPECT_EQ(device.copies_out, 1);
    EXPECT_EQ(device.waits, 1);
    ASSERT_EQ(outcome.first_output.size(), 101u);
    EXPECT_EQ(outcome.first_output[1], std::byte{8});
    for (const law_id law : {law_id::K1, law_id::K2, law_id::K3, law_id::K4, law_id::K5})
        EXPECT_TRUE(std::any_of(outcome.result.laws.begin(), outcome.result.laws.end(),
                                [&](const law_result& l) { return l.law == law; }))
            << title(law);
}

TEST(CallMemory, MovesALargeCaseRunByRun) {
    far_device device;
    const call_outcome outcome = check_call(plus_one(device, 7'000'000));
    EXPECT_FALSE(outcome.result.first_failure()) << sentence(*outcome.result.first_failure());
    EXPECT_EQ(device.waits, 5);
}

TEST(CallMemory, ShowsWhatIsWrittenAroundAnOperand) {
    far_device device;
    for (const auto& [place, says] : {std::pair{99, ""},
                                      {100, "1 byte past its last byte"},
                                      {-2, "1 byte before its first"},
                                      {611, "512 bytes past its last byte"},
                                      {-513, "512 bytes before its first byte"}}) {
        const auto result =
            check_call(plus_one(device, 100, [at = place](bytes_at, bytes_at out, int) {
                if (at != 99) out[at] ^= 0x55;
            })).result;
        EXPECT_THAT(sentence_of(result, law_id::K3), HasSubstr(says)) << place;
        EXPECT_EQ(sentence_of(result, law_id::K3).empty(), place == 99) << place;
    }
    const auto gap =
        check_call(plus_one(device, 100, [](bytes_at, bytes_at out, int) { out[4] ^= 1; })).result;
    EXPECT_THAT(sentence_of(gap, law_id::K3), HasSubstr("between the rows of the output"));
    const auto input =
        check_call(plus_one(device, 100, [](bytes_at in, bytes_at, int) { in[7] = 1; })).result;
    EXPECT_THAT(sentence_of(input, law_id::K3), HasSubstr("of the input was overwritten"));
}

TEST(CallMemory, ShowsEachRunByItself) {
    far_device device;
    const auto changing = check_call(plus_one(device, 50, [](bytes_at, bytes_at out, int launch) {
                              if (launch == 3) out[0] ^= 1;
                          })).result;
    EXPECT_THAT(sentence_of(changing, law_id::K5), HasSubstr("1 of 3 further runs"));
    const auto from_gap = check_call(plus_one(device, 50, [](bytes_at in, bytes_at out, int) {
                              out[0] = in[4];  // a gap: poison
                          })).result;
    EXPECT_FALSE(sentence_of(from_gap, law_id::K4).empty());
    const auto wrong =
        check_call(plus_one(device, 50, [](bytes_at, bytes_at out, int) { out[2] = 99; })).result;
    EXPECT_THAT(sentence_of(wrong, law_id::K1),
                HasSubstr("1 of 40 elements of the output is wrong"));
}

TEST(CallMemory, KnowsWhereEachOperandLies) {
    far_device device;
    const kernel_call call = plus_one(device, 100);
    const auto notes = place_call(call)->notes();
    ASSERT_EQ(notes.size(), 2u);
    EXPECT_EQ(notes[0].name, "the input");
    EXPECT_EQ(notes[1].bytes, 101u);
    EXPECT_GE(notes[1].address, notes[0].address + 101 + 2 * 512);
    EXPECT_EQ(notes[1].address % 256, 0u);
}

template <class Number>
bool is_nan_everywhere() {
    for (std::size_t first = 0; first < 8192; first += sizeof(Number)) {
        std::byte bytes[sizeof(Number)];
        for (std::size_t i = 0; i < sizeof bytes; ++i)
            bytes[i] = poison_byte(poison::first, first + i, sizeof bytes);
        Number x;
        std::memcpy(&x, bytes, sizeof x);
        if (x == x) return false;
    }
    return true;
}

TEST(Poison, IsNotANumberInEachFormat) {
    EXPECT_TRUE(is_nan_everywhere<float>());
    EXPECT_TRUE(is_nan_everywhere<double>());
    for (std::size_t at = 0; at < 8192; at += 2) {
        const auto bits = std::to_integer<unsigned>(poison_byte(poison::first, at, 2)) |
                          std::to_integer<unsigned>(poison_byte(poison::first, at + 1, 2)) << 8;
        EXPECT_TRUE((bits & 0x7c00) == 0x7c00 && (bits & 0x3ff)) << bits;  // f16
        EXPECT_TRUE((bits & 0x7f80) == 0x7f80 && (bits & 0x7f)) << bits;   // bf16
    }
}

TEST(Poison, IsTheSameWhetherItIsPaintedOrAskedForByteByByte) {
    for (const poison pattern : {poison::first, poison::second})
        for (const int size : {1, 2, 4, 8, 12})
            for (const std::size_t position : {0u, 8u, 1352u, 5000u, 1u << 20}) {
                std::vector<std::byte> painted(3000);
                paint_poison(pattern, position, size, painted);
                for (std::size_t i = 0; i < painted.size(); ++i)
                    ASSERT_EQ(painted[i], poison_byte(pattern, position + i, size))
                        << size << " " << position << " " << i;
            }
}

}  // namespace
}  // namespace tileproof::properties
