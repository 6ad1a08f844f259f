// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <tileproof/magic_division.hpp>

namespace tileproof {
namespace {

static_assert(make_magic_divisor<index_t>(7).quotient(65) == 9);
static_assert(make_magic_divisor<long_index_t>(65537).quotient(4295098369) == 65537);

template <class Index>
void expect_true_quotient(long_index_t divisor, long_index_t x) {
    const Index quotient = make_magic_divisor<Index>(divisor).quotient(static_cast<Index>(x));
    ASSERT_EQ(static_cast<long_index_t>(quotient), x / divisor) << x << " / " << divisor;
}

// 0, the largest, and the neighbours of multiples of the divisor, where a wrong quotient shows
// first.
template <class Index>
void expect_true_quotients_around(long_index_t divisor, long_index_t multiple) {
    const long_index_t largest = std::numeric_limits<Index>::max();
    for (const long_index_t x : {long_index_t{0}, long_index_t{1}, largest - 1, largest})
        expect_true_quotient<Index>(divisor, x);
    const long_index_t place = multiple - multiple % divisor;
    for (const long_index_t x : {place - 1, place, place < largest ? place + 1 : place})
        if (x >= 0) expect_true_quotient<Index>(divisor, x);
}

template <class Index>
std::vector<long_index_t> boundary_divisors() {
    std::vector<long_index_t> divisors{1, 2, 3, 5, 6, 7, 10, 641, 65535, 65536, 65537};
    for (int bit = 3; bit < std::numeric_limits<Index>::digits; ++bit)
        for (const int difference : {-1, 0, 1})
            divisors.push_back((long_index_t{1} << bit) + difference);
    const long_index_t largest = std::numeric_limits<Index>::max();
    for (const long_index_t d : {largest, largest - 1, largest / 2, largest / 2 + 1, largest / 3})
        divisors.push_back(d);
    return divisors;
}

template <class Index>
class MagicDivision : public testing::Test {};
using index_types = testing::Types<index_t, long_index_t>;
TYPED_TEST_SUITE(MagicDivision, index_types);

TYPED_TEST(MagicDivision, EqualsTrueDivisionForEverySmallDividendAndDivisor) {
    for (long_index_t d = 1; d <= 1030; ++d)
        for (long_index_t x = 0; x <= 2100; ++x) expect_true_quotient<TypeParam>(d, x);
}

TYPED_TEST(MagicDivision, EqualsTrueDivisionAtBoundaryDivisorsAndDividends) {
    const auto divisors = boundary_divisors<TypeParam>();
    for (const long_index_t d : divisors)
        for (const long_index_t x : divisors) expect_true_quotients_around<TypeParam>(d, x);
}

TYPED_TEST(MagicDivision, EqualsTrueDivisionForRandomDivisorsOfEverySize) {
    std::mt19937_64 random(20260114);
    constexpr int digits = std::numeric_limits<TypeParam>::digits;
    for (int i = 0; i < 400000; ++i) {
        const int divisor_bits = 1 + static_cast<int>(random() % digits);
        const int dividend_bits = 1 + static_cast<int>(random() % digits);
        const auto d = static_cast<long_index_t>(random() >> (64 - divisor_bits));
        const auto x = static_cast<long_index_t>(random() >> (64 - dividend_bits));
        if (d != 0) expect_true_quotients_around<TypeParam>(d, x);
    }
}

TYPED_TEST(MagicDivision, RefusesDivisorsOutsideItsRange) {
    for (const long_index_t d : {long_index_t{0}, long_index_t{-1}, long_index_t{-7},
                                 std::numeric_limits<long_index_t>::min()}) {
        EXPECT_THROW(make_magic_divisor<TypeParam>(d), layout_error) << d;
    }
}

TEST(MagicDivision32, RefusesDivisorsOf31BitsAndMoreWithTheRangeAndTheValue) {
    EXPECT_NO_THROW(make_magic_divisor<index_t>(2147483647));
    try {
        make_magic_divisor<index_t>(2147483648);
        FAIL() << "2147483648 was accepted";
    } catch (const layout_error& error) {
        EXPECT_STREQ(
            error.what(),
            "A 32-bit magic division needs a divisor from 1 to 2^31 - 1, but 2147483648 was "
            "given; use a length in that range.");
    }
}

TEST(MagicDivision, FindsTheMultiplierOfDevicesBitByBit) {
    for (const std::uint64_t divisor :
         {2ull, 3ull, 6ull, 7ull, 641ull, 0x7fffffffffffffffull, 0x4000000000000001ull})
        for (const std::uint64_t high :
             {std::uint64_t{0}, std::uint64_t{1}, divisor / 2, divisor - 1})
            EXPECT_EQ(
                detail::divide_shifted(high, divisor),
                static_cast<std::uint64_t>((static_cast<detail::uint128_t>(high) << 64) / divisor));
}

}  // namespace
}  // namespace tileproof
