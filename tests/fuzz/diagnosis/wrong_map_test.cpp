// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/wrong_map.hpp"

#include <gtest/gtest.h>

namespace tileproof::diagnosis {
namespace {

using terms = std::vector<std::string>;

moved_elements matrix() {
    moved_elements all;
    all.operand = "the input";
    all.of_input = true;
    all.letters = {"r", "c"};
    all.extents = {"rows", "columns"};
    all.strides = {"input_stride", "output_stride"};
    return all;
}

std::string name(terms must, terms is) {
    return name_of_address(matrix(), {"", std::move(must), {}}, {"", std::move(is), {}});
}

TEST(NameOfAnAddress, SaysWhichExtentsAreSwapped) {
    EXPECT_EQ(name({"1", "rows", "0"}, {"1", "columns", "0"}),
              "Rows and columns are swapped in the output index");
    EXPECT_EQ(name({"1", "rows", "0"}, {"1", "(columns + 1)", "0"}), "");
}

TEST(NameOfAnAddress, TellsTheOwnOrderAStrideAndADistance) {
    EXPECT_EQ(name({"1", "rows", "0"}, {"columns", "1", "0"}),
              "The input is copied in its own order");
    EXPECT_EQ(name({"output_stride", "1", "0"}, {"rows", "1", "0"}),
              "`output_stride` is ignored in the output index");
    EXPECT_EQ(name({"output_stride", "1", "0"}, {"input_stride", "1", "0"}),
              "`input_stride` stands where `output_stride` must be in the output index");
    EXPECT_EQ(name({"columns", "1", "0"}, {"columns", "1", "-1"}),
              "Elements are written 1 too early");
    EXPECT_EQ(name({"columns", "1", "0"}, {"columns", "2", "3"}), "");
}

TEST(NameOfAnElement, IsForTwoIndicesThatChangePlacesOnly) {
    EXPECT_EQ(name_of_element(matrix(), {"c", "r"}), "Rows and columns of the input are exchanged");
    EXPECT_EQ(name_of_element(matrix(), {"(rows - 1) - r", "c"}), "");
    EXPECT_EQ(name_of_element(matrix(), {"r", "c"}), "");
}

TEST(NameOfWhatIsUnwritten, IsThePartialTileAlone) {
    const atom tile{.left = "r is in the last, partial tile of 16",
                    .kind = feature_kind::flag,
                    .how = comparison::equal,
                    .constant = 1};
    EXPECT_EQ(name_of_unwritten({.groups = {{tile}}}),
              "The last, partial tile of 16 is not written");
    EXPECT_EQ(name_of_unwritten({.groups = {{tile.negated()}}}), "");
    EXPECT_EQ(name_of_unwritten({.groups = {{tile}, {tile}}}), "");
}

}  // namespace
}  // namespace tileproof::diagnosis
