// SPDX-License-Identifier: MIT
#include "properties/kernel/user/fitted_number.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tileproof::properties {
namespace {

using numbers = std::vector<std::int64_t>;

// The text for values that are computed of rows and columns; "null" if nothing fits.
template <class F>
std::string text_of(F value) {
    numbers rows, columns, values;
    for (long i = 1; i <= 60; ++i) {
        rows.push_back(i * i * 7 % 97 + 1);
        columns.push_back(i * i * i * 5 % 4001 + 1);
        values.push_back(value(rows.back(), columns.back()));
    }
    const nlohmann::json f = fitted_number({{"rows", rows}, {"columns", columns}}, values);
    return f.is_null() ? "null" : f.at("text").get<std::string>();
}

TEST(FittedNumber, FindsConstantsLengthsAndProducts) {
    EXPECT_EQ(text_of([](long, long) { return 7; }), "7");
    EXPECT_EQ(text_of([](long r, long) { return r; }), "rows");
    EXPECT_EQ(text_of([](long, long c) { return 3 * c - 1; }), "3*columns - 1");
    EXPECT_EQ(text_of([](long r, long c) { return 4 * r * c; }), "4*columns*rows");
    EXPECT_EQ(text_of([](long r, long) { return 16384 * r; }), "16384*rows");
}

TEST(FittedNumber, FindsQuotientsThatAreRoundedUp) {
    EXPECT_EQ(text_of([](long r, long) { return (r + 31) / 32; }), "ceil(rows/32)");
    EXPECT_EQ(text_of([](long, long c) { return (c + 31) / 32 * 32; }), "32*ceil(columns/32)");
    EXPECT_EQ(text_of([](long r, long c) { return (r * c + 255) / 256; }),
              "ceil(columns*rows/256)");
    EXPECT_EQ(text_of([](long r, long c) { return (r + 15) / 16 * ((c + 63) / 64); }),
              "ceil(columns/64)*ceil(rows/16)");
}

TEST(FittedNumber, FindsTheLesserOfALengthAndANumber) {
    EXPECT_EQ(text_of([](long r, long) { return std::min<long>((r + 7) / 8, 5); }),
              "min(ceil(rows/8), 5)");
}

TEST(FittedNumber, SaysNothingOfWhatFitsNoForm) {
    EXPECT_EQ(text_of([](long r, long c) { return r * r + c; }), "null");
    EXPECT_EQ(text_of([](long r, long c) { return r ^ c; }), "null");
}

}  // namespace
}  // namespace tileproof::properties
