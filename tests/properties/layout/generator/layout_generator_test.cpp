// SPDX-License-Identifier: MIT
#include "properties/layout/generator/layout_generator.hpp"

#include "properties/layout/generator/shape.hpp"

#include <tileproof/layout.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace tileproof::properties {
namespace {

constexpr std::uint64_t seed = 20'240'601;

TEST(LayoutGenerator, MakesNothingButLayouts) {
    draw from{seed};
    for (int i = 0; i < 20'000; ++i) {
        const layout_description description = random_layout(from, i % 101);
        try {
            const layout made(description);
            ASSERT_EQ(lengths_of_levels(description)->back(), made.lengths())
                << print_layout(description);
        } catch (const layout_error& error) {
            FAIL() << "seed " << seed << ", case " << i << ": " << print_layout(description) << "\n"
                   << error.what();
        }
    }
}

TEST(LayoutGenerator, MakesLayoutsThatReadBackFromTheirText) {
    draw from{seed};
    for (int i = 0; i < 2'000; ++i) {
        const layout_description description = random_layout(from, i % 101);
        ASSERT_EQ(parse_layout(print_layout(description)), description);
    }
}

std::map<std::string, int> counted_labels(int cases) {
    draw from{seed};
    std::map<std::string, int> counts;
    for (int i = 0; i < cases; ++i)
        for (const std::string& label : labels_of(random_layout(from, i % 101))) ++counts[label];
    return counts;
}

TEST(LayoutGenerator, ReachesEveryTransformBaseRankAndDepthOften) {
    constexpr int cases = 20'000;
    auto counts = counted_labels(cases);
    std::vector<std::string> labels = required_layout_labels();
    for (const char* edge : {"offset: yes", "strides: zero", "strides: far", "strides: permuted",
                             "size: empty", "size: vast", "size: 1"})
        labels.emplace_back(edge);
    for (const std::string& label : labels)
        EXPECT_GT(counts[label], cases / 100) << label << " in " << cases << " layouts";
}

TEST(LayoutGenerator, ReachesEverythingWithinFiveHundredCases) {
    auto counts = counted_labels(500);
    for (const std::string& label : required_layout_labels()) EXPECT_GT(counts[label], 0) << label;
}

TEST(LayoutGenerator, GivesBoundaryLengthsAShareOfTheirOwn) {
    draw from{seed};
    std::map<long_index_t, int> lengths;
    for (int i = 0; i < 20'000; ++i)
        for (const long_index_t length : random_layout(from, i % 101).base.lengths)
            ++lengths[length];
    for (const long_index_t length :
         {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127})
        EXPECT_GT(lengths[length], 20) << "length " << length;
    EXPECT_GT(lengths[65537], 20);
}

TEST(LayoutGenerator, KeepsWithinItsLimits) {
    draw from{seed};
    layout_limits limits;
    limits.rank = 3;
    limits.stages = 2;
    limits.elements = 100;
    limits.vast = false;
    for (int i = 0; i < 5'000; ++i) {
        const layout_description description = random_layout(from, 100, limits);
        EXPECT_LE(description.stages.size(), 2u);
        const auto levels = lengths_of_levels(description).value();
        for (const length_list& level : levels) {
            EXPECT_LE(level.size(), 3u) << print_layout(description);
            EXPECT_LE(element_count(level), 200) << print_layout(description);
        }
    }
}

TEST(LayoutGenerator, RepeatsItselfForTheSameSeed) {
    draw one{seed}, two{seed}, other{seed + 1};
    int different = 0;
    for (int i = 0; i < 200; ++i) {
        const layout_description layout = random_layout(one, i);
        EXPECT_EQ(layout, random_layout(two, i));
        different += layout != random_layout(other, i);
    }
    EXPECT_GT(different, 150);
}

TEST(LayoutGenerator, SpansSmallAndLargeElementSpaces) {
    draw from{seed};
    int far = 0, empty = 0;
    for (int i = 0; i < 5'000; ++i) {
        const layout made(random_layout(from, 100));
        far += made.element_space_size() > (long_index_t{1} << 32);
        empty += made.size() == 0;
    }
    EXPECT_GT(far, 100);  // overflow of 32 bits has its chance
    EXPECT_GT(empty, 100);
    EXPECT_LT(empty, 750);  // empty layouts show little
}

TEST(Labels, NameBaseStridesOffsetDepthRankSizeAndTransforms) {
    EXPECT_THAT(labels_of(parse_layout("naive [2,3] strides [0,1] offset 4 -> {pad(0,1): 0 -> 0; "
                                       "pass: 1 -> 1} -> {merge: 0,1 -> 0}")),
                testing::ElementsAre("base: naive", "strides: zero", "offset: yes", "stages: 2",
                                     "rank: 1", "size: to 64", "transform: pass", "transform: pad",
                                     "transform: merge"));
    EXPECT_THAT(labels_of(parse_layout("packed [65537,65537]")),
                testing::ElementsAre("base: packed", "stages: 0", "rank: 2", "size: vast"));
    EXPECT_THAT(labels_of(parse_layout("aligned [0,3] align 8")),
                testing::ElementsAre("base: aligned", "stages: 0", "rank: 2", "size: empty"));
}

}  // namespace
}  // namespace tileproof::properties
