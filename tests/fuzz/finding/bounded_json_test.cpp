// SPDX-License-Identifier: MIT
#include "fuzz/finding/bounded_json.hpp"

#include "system/file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace tileproof::fuzz {
namespace {

using ::testing::HasSubstr;

std::string error_of(std::string_view text) {
    try {
        parse_bounded(text);
    } catch (const system::store_error& e) {
        return e.what();
    }
    return "nothing was thrown";
}

TEST(BoundedJson, ReadsJson) {
    EXPECT_EQ(parse_bounded(R"({"a": [1, "]]["]})").at("a").size(), 2u);
}

TEST(BoundedJson, SaysWhereTheTextGoesWrong) {
    EXPECT_EQ(error_of("{\"a\": "), "It is not JSON: the text breaks off after its 6 bytes.");
    EXPECT_THAT(error_of(""), HasSubstr("It is not JSON"));
    EXPECT_THAT(error_of("\xff\xfe"), HasSubstr("It is not JSON"));
    EXPECT_THAT(error_of("\"\xff\""), HasSubstr("It is not JSON"));
}

TEST(BoundedJson, RefusesDeepNestingBeforeItReachesTheStack) {
    EXPECT_THAT(error_of(std::string(5'000'000, '[')), HasSubstr("deeper than 64 levels"));
    EXPECT_NO_THROW(parse_bounded(std::string(64, '[') + std::string(64, ']')));
    // Brackets in a string are no nesting, and an escaped quote does not end one.
    EXPECT_NO_THROW(parse_bounded("\"\\\"" + std::string(100, '[') + "\""));
}

TEST(BoundedJson, RefusesTextThatIsTooLong) {
    EXPECT_THAT(error_of(std::string(largest_json + 1, ' ')), HasSubstr("more than the allowed"));
}

}  // namespace
}  // namespace tileproof::fuzz
