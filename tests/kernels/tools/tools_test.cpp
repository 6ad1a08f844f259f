// SPDX-License-Identifier: MIT
// Generated data, checks on the device and timing, on every device at hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "bench/timing/timing.hpp"
#include "devices/find_tools.hpp"
#include "tests/kernels/on_device.hpp"

namespace tileproof::kernels {

using devices::buffer;
using devices::device;
using devices::find_tools;

namespace {

class Tools : public on_device {};
TILEPROOF_ON_EVERY_DEVICE(Tools);

TEST(Philox, GivesTheAuthorsNumbers) {
    const array<std::uint32_t, 4> zeros{{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}};
    const array<std::uint32_t, 4> ones{{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}};
    EXPECT_TRUE((philox<10>({{0, 0, 0, 0}}, 0, 0) == zeros));
    EXPECT_TRUE((philox<10>({{~0u, ~0u, ~0u, ~0u}}, ~0u, ~0u) == ones));
}

template <int Bytes>
void expect_generated(device& d) {
    constexpr std::uint64_t count = 1003;
    const buffer b = d.allocate({.bytes = count * Bytes});
    find_tools(d).generate(b.data(), count, Bytes, 42, nullptr);
    std::vector<unsigned char> bytes(count * Bytes);
    d.synchronize();
    d.copy_out(bytes.data(), b.data(), bytes.size());
    for (std::uint64_t n = 0; n < count; ++n) {
        const std::uint64_t expected = philox_element<Bytes>(n, 42);
        ASSERT_EQ(std::memcmp(&bytes[n * Bytes], &expected, Bytes), 0)
            << "element " << n << " of " << Bytes;
    }
    EXPECT_FALSE(b.damage());
}

TEST_P(Tools, GenerateWhatTheHostComputes) {
    expect_generated<1>(device());
    expect_generated<2>(device());
    expect_generated<4>(device());
    expect_generated<8>(device());
}

// Rows and columns that fill the check's words and vectors, and such that do not.
TEST_P(Tools, SeeOneWrongElementOfATransposeAndWhere) {
    for (int bytes : {1, 2, 4, 8})
        for (long_index_t rows : {1500, 1501})
            for (long_index_t columns : {64, 67}) {
                const transpose_problem p = packed_transpose(rows, columns, bytes);
                const std::string text = std::to_string(rows) + " x " + std::to_string(columns) +
                                         " of " + std::to_string(bytes) + " bytes";
                const std::size_t size = static_cast<std::size_t>(p.input_elements() * bytes);
                const buffer in = device().allocate({.bytes = size}),
                             out = device().allocate({.bytes = size});
                const device_tools tools = find_tools(device());
                tools.generate(in.data(), static_cast<std::uint64_t>(p.input_elements()), bytes, 7,
                               nullptr);
                device().kernels().transposes.front().launch(p, in.data(), out.data());
                device().synchronize();
                EXPECT_EQ(tools.check_transposed(p, out.data(), 7).wrong, 0u) << text;
                EXPECT_GT(tools.check_transposed(p, out.data(), 8).wrong, 0u) << text;
                // The first element, the last row of column 63, and places within words and vectors.
                for (const long_index_t element :
                     {long_index_t{0}, rows + 1, 2 * rows + 1027, 13 * rows + 2, rows * 64 - 1}) {
                    unsigned char byte = 0;
                    auto* const at = static_cast<unsigned char*>(out.data()) + element * bytes;
                    device().copy_out(&byte, at, 1);
                    byte ^= 4;
                    device().copy_in(at, &byte, 1);
                    const element_mismatches found = tools.check_transposed(p, out.data(), 7);
                    EXPECT_EQ(found.wrong, 1u) << text;
                    EXPECT_EQ(found.first, static_cast<std::uint64_t>(element)) << text;
                    byte ^= 4;
                    device().copy_in(at, &byte, 1);
                }
            }
}

TEST_P(Tools, CopyPlainly) {
    const buffer in = device().allocate({.bytes = 1005}), out = device().allocate({.bytes = 1005});
    const device_tools tools = find_tools(device());
    tools.generate(in.data(), 1005, 1, 3, nullptr);
    tools.plain_copy(in.data(), out.data(), 1005, nullptr);
    device().synchronize();
    std::vector<unsigned char> a(1005), b(1005);
    device().copy_out(a.data(), in.data(), 1005);
    device().copy_out(b.data(), out.data(), 1005);
    EXPECT_EQ(a, b);
    EXPECT_FALSE(out.damage());
}

TEST_P(Tools, TimeEveryTransposeAndVerifyItAndRefuseToTimeChecks) {
    if (device().checks_accesses()) {  // the times of the checks mean nothing
        EXPECT_THROW(bench::bench_transpose(device(), {{packed_transpose(2, 2, 4)}, "", 1}),
                     device_error);
        return;
    }
    const auto shapes = bench::bench_transpose(device(), {{packed_transpose(97, 130, 4)}, "", 3});
    ASSERT_EQ(shapes.size(), 1u);
    EXPECT_GT(shapes[0].yardstick_seconds, 0);
    EXPECT_GE(shapes[0].timings.size(), device().kernels().transposes.size());
    for (const bench::timed_kernel& k : shapes[0].timings) {
        EXPECT_TRUE(k.verified) << k.name << ": " << k.problem;
        EXPECT_GT(k.seconds, 0) << k.name;
    }
}

}  // namespace
}  // namespace tileproof::kernels
