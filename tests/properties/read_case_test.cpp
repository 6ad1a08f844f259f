#include "properties/read_case.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace tileproof::properties {
namespace {

using nlohmann::json;

template <class T>
T read(const char* text) {
    T value{};
    read_whole(json{{"rows", json::parse(text)}}, "rows", value);
    return value;
}

TEST(ReadCase, TakesWholeNumbersOfTheTypesRange) {
    EXPECT_EQ(read<int>("-2147483648"), -2147483648);
    EXPECT_EQ(read<std::uint64_t>("18446744073709551615"), 18446744073709551615u);
    EXPECT_EQ(read<std::vector<long>>("[1,-2]"), (std::vector<long>{1, -2}));
}

TEST(ReadCase, RefusesFractionsHugeNumbersAndOtherKinds) {
    for (const char* text : {"7.5", "1e300", "55555555555555555555555555550", "2147483648", "true",
                             "null", "\"7\"", "[7]"})
        EXPECT_THROW(read<int>(text), bad_case) << text;
    EXPECT_THROW(read<unsigned>("-1"), bad_case);
    EXPECT_THROW(read<std::vector<long>>("[1,2.5]"), bad_case);
    EXPECT_THROW(read<std::vector<long>>("7"), bad_case);
}

TEST(ReadCase, SaysWhichMemberAndWhichRange) {
    try {
        read<std::int32_t>("7.5");
        FAIL() << "nothing was thrown";
    } catch (const bad_case& e) {
        EXPECT_STREQ(e.what(),
                     "'rows' of a case must be a whole number from -2147483648 to 2147483647.");
    }
}

}  // namespace
}  // namespace tileproof::properties
