// SPDX-License-Identifier: MIT
// The benchmarks of checks and products, on every device whose times mean something.
#include <gtest/gtest.h>

#include <algorithm>

#include "bench/timing/timing.hpp"
#include "kernels/product/number_bits.hpp"

namespace tileproof::bench {

using namespace kernels;
using devices::buffer;
using devices::device;
using devices::devices;
using devices::known_device;

namespace {

class Bench : public ::testing::TestWithParam<std::string> {
  protected:
    void SetUp() override {
        for (const known_device& k : devices())
            if (k.name == GetParam()) {
                if (!k.handle || !k.status.available) GTEST_SKIP() << k.status.reason;
                device_ = k.handle;
            }
        ASSERT_NE(device_, nullptr);
    }
    device* device_ = nullptr;
};

TEST_P(Bench, ChecksATransposeOnTheDeviceAndOnTheHost) {
    for (int bytes : {1, 2, 4, 8})
        for (const transpose_problem& p :
             {packed_transpose(128, 64, bytes), packed_transpose(97, 131, bytes)}) {
            if (device_->checks_accesses()) {
                EXPECT_THROW(bench_check(*device_, p), device_error);
                continue;
            }
            const timed_check c = bench_check(*device_, p, 3);
            EXPECT_TRUE(c.right()) << bytes << " bytes, " << c.wrong_on_device << " and "
                                   << c.wrong_on_host << " wrong";
            EXPECT_TRUE(c.found_on_device) << bytes;
            EXPECT_TRUE(c.found_on_host) << bytes;
            for (double seconds : {c.copy_seconds, c.transpose_seconds, c.check_seconds,
                                   c.back_seconds, c.compare_seconds})
                EXPECT_GT(seconds, 0);
            EXPECT_EQ(c.bytes(), static_cast<double>(p.rows * p.columns * bytes));
        }
}

TEST(TimedCheck, IsRightOnlyWhenNothingIsWrongAndThePlantedElementWasFound) {
    timed_check c{.problem = packed_transpose(2, 2, 4), .copy_seconds = 4, .check_seconds = 2};
    EXPECT_FALSE(c.right());
    c.found_on_device = true;
    EXPECT_FALSE(c.right());
    c.found_on_host = true;
    EXPECT_TRUE(c.right());
    EXPECT_DOUBLE_EQ(c.share_of_copy(), 1);  // half the bytes in half the time
    c.wrong_on_host = 1;
    EXPECT_FALSE(c.right());
    c.wrong_on_host = 0;
    c.wrong_on_device = 1;
    EXPECT_FALSE(c.right());
}

// The corners and a few hundred places are looked at: any one of them that is wrong is seen.
TEST_P(Bench, FindsAWrongElementOfAProduct) {
    constexpr std::size_t m = 331, n = 257, k = 4;
    const product_problem p = packed_product(m, n, k);
    const std::vector<std::uint16_t> ones(m * k, f16_from_float(1)), twos(k * n, f16_from_float(2));
    std::vector<float> result(m * n, 8);
    const buffer d = device_->allocate({.bytes = result.size() * sizeof(float)});
    const auto right = [&] {
        device_->copy_in(d.data(), result.data(), d.size());
        return product_is_right(*device_, p, ones, twos, d.data());
    };
    EXPECT_TRUE(right());
    for (const std::size_t wrong :
         {std::size_t{0}, n - 1, (m - 1) * n, m * n - 1, 7919 % m * n + 104729 % n}) {
        result[wrong] = 9;
        EXPECT_FALSE(right()) << "element " << wrong;
        result[wrong] = 8;
    }
}

TEST_P(Bench, TimesEveryProductAndVerifiesIt) {
    if (device_->checks_accesses()) {
        EXPECT_THROW(bench_product(*device_, {}), device_error);
        return;
    }
    const auto shapes = bench_product(
        *device_, {{packed_product(128, 128, 64), packed_product(33, 17, 40)}, "", 3});
    ASSERT_EQ(shapes.size(), 2u);
    for (const timed_product& s : shapes) {
        EXPECT_FALSE(s.timings.empty());
        for (const timed_kernel& k : s.timings) {
            EXPECT_TRUE(k.verified) << k.name << ": " << k.problem;
            EXPECT_GT(k.seconds, 0) << k.name;
        }
    }
    EXPECT_DOUBLE_EQ(shapes[0].rate(2), 128. * 128 * 64);
}

std::vector<std::string> device_names() {
    std::vector<std::string> names;
    for (const known_device& d : devices()) names.push_back(d.name);
    return names;
}
INSTANTIATE_TEST_SUITE_P(Devices, Bench, ::testing::ValuesIn(device_names()), [](const auto& p) {
    std::string name = p.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

}  // namespace
}  // namespace tileproof::bench
