// SPDX-License-Identifier: MIT
#include "properties/kernel/data_kinds.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <vector>

namespace tileproof::properties {
namespace {

std::vector<std::byte> filled(data_kind kind, std::string_view type, std::size_t elements,
                              std::uint64_t seed = 1) {
    const element_type& t = *find_element_type(type);
    std::vector<std::byte> bytes(elements * static_cast<std::size_t>(t.bytes));
    fill_elements(kind, t, seed, 0, bytes);
    return bytes;
}

// All elements that the values of a type can tell apart, apart.
TEST(TestData, OfCoordinatesTellsEveryElementFromEveryOtherThatIsNear) {
    for (const element_type& t : element_types()) {
        if (t.name == "bool") continue;  // it has two values
        const std::uint64_t period = t.bytes == 1 ? 256 : 65536;
        std::set<std::uint64_t> seen;
        for (std::uint64_t i = 0; i < period; ++i)
            seen.insert(element_bits(data_kind::coordinates, t, 0, i) &
                        (~std::uint64_t{0} >> (64 - 8 * t.bytes)));
        EXPECT_EQ(seen.size(), period) << t.name;
    }
}

TEST(TestData, OfCoordinatesDoesNotBeginWithZero) {
    for (const element_type& t : common_element_types())
        EXPECT_NE(element_bits(data_kind::coordinates, t, 0, 0), 0u) << t.name;
}

TEST(TestData, OfSpecialValuesHoldsThemAllAtAnyPosition) {
    for (const element_type& t : element_types()) {
        const std::set<std::uint64_t> special(special_values(t).begin(), special_values(t).end());
        for (const std::uint64_t remainder : {0, 1, 2}) {
            std::set<std::uint64_t> seen;
            for (std::uint64_t i = remainder; i < 3000; i += 3)
                seen.insert(element_bits(data_kind::special, t, 5, i));
            for (const std::uint64_t value : special)
                EXPECT_TRUE(seen.contains(value)) << t.name << " " << value;
            EXPECT_TRUE(seen.size() > special.size() || t.name == "bool") << t.name;
        }
        for (std::uint64_t i = 0; i < 100; ++i)
            EXPECT_TRUE(special.contains(element_bits(data_kind::special, t, 0, i))) << t.name;
    }
}

TEST(TestData, DependsOnTheSeedWhereItIsRandom) {
    EXPECT_NE(filled(data_kind::random, "float32", 8, 1),
              filled(data_kind::random, "float32", 8, 2));
    EXPECT_EQ(filled(data_kind::random, "float32", 8, 1),
              filled(data_kind::random, "float32", 8, 1));
}

TEST(TestData, FillsWholeElementsFromAnyFirstOne) {
    const element_type& t = *find_element_type("f16");
    const auto all = filled(data_kind::coordinates, "f16", 10);
    std::vector<std::byte> part(7);  // three elements and a half
    fill_elements(data_kind::coordinates, t, 1, 4, part);
    EXPECT_EQ(std::memcmp(part.data(), &all[8], 6), 0);
    EXPECT_EQ(part[6], std::byte{0});
}

TEST(TestData, KindsHaveNames) {
    for (const data_kind k : {data_kind::coordinates, data_kind::special, data_kind::random})
        EXPECT_EQ(find_data_kind(name_of(k)), k);
    EXPECT_FALSE(find_data_kind("nice"));
}

}  // namespace
}  // namespace tileproof::properties
