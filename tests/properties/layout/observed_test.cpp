// SPDX-License-Identifier: MIT
#include "properties/layout/observed.hpp"

#include <tileproof/layout_error.hpp>
#include <tileproof/layout_text.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tileproof::properties {
namespace {

using testing::Contains;
using testing::ElementsAre;

observed_layout see(std::string_view text) {
    return observed_layout(dynamic_layouts(), parse_layout(text));
}

std::vector<layout_index> indices_of(const observed_layout& seen) {
    std::vector<layout_index> indices;
    for (std::size_t i = 0; i < seen.count(); ++i) indices.push_back(seen.index(i));
    return indices;
}

TEST(ObservedLayout, ListsEveryIndexInRowMajorOrder) {
    const observed_layout seen = see("naive [2,3] strides [8,1]");
    EXPECT_TRUE(seen.listed());
    EXPECT_THAT(seen.offsets(), ElementsAre(0, 1, 2, 8, 9, 10));
    EXPECT_THAT(seen.index(4), ElementsAre(1, 1));
    EXPECT_EQ(seen.element_space_size(), 11);
}

TEST(ObservedLayout, ListsUpToItsLimitAndProbesBeyond) {
    EXPECT_TRUE(see("packed [1024,1024]").listed());
    EXPECT_FALSE(see("packed [1024,1025]").listed());
}

TEST(ObservedLayout, ProbesAllCornersAndTheirNeighbours) {
    const observed_layout seen = see("packed [70000,65537]");
    const auto indices = indices_of(seen);
    for (const long_index_t row : {0, 1, 69998, 69999})
        for (const long_index_t column : {0, 1, 65535, 65536})
            EXPECT_THAT(indices, Contains(layout_index{row, column}));
    EXPECT_EQ(seen.count(), 16u + 64u);
    for (std::size_t i = 0; i < seen.count(); ++i)
        EXPECT_EQ(seen.offsets()[i], indices[i][0] * 65537 + indices[i][1]);
}

TEST(ObservedLayout, ProbesTheLastIndexOfManyDimsToo) {
    const observed_layout seen = see("packed [9,9,9,9,9,9,9,9]");
    EXPECT_FALSE(seen.listed());
    EXPECT_THAT(indices_of(seen), Contains(layout_index(8, 8)));
    EXPECT_LE(seen.count(), 256u + 64u);
}

TEST(ObservedLayout, SamplesFirstAndLastIndices) {
    EXPECT_THAT(see("packed [100]").samples(), ElementsAre(0, 1, 14, 33, 50, 80, 98, 99));
    EXPECT_THAT(see("packed [1]").samples(), ElementsAre(0));
    EXPECT_TRUE(see("packed [0]").samples().empty());
}

TEST(ObservedLayout, PassesARefusalOn) {
    EXPECT_THROW(see("packed [2] -> {slice(0,3): 0 -> 0}"), layout_error);
}

}  // namespace
}  // namespace tileproof::properties
