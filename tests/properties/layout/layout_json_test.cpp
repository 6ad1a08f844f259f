// SPDX-License-Identifier: MIT
#include "properties/layout/layout_property.hpp"

#include "properties/property.hpp"

#include <gtest/gtest.h>
#include <tileproof/layout_text.hpp>

#include <nlohmann/json.hpp>

namespace tileproof::properties {
namespace {

TEST(LayoutJson, IsReadAsItWasWritten) {
    const auto layout = parse_layout(
        "naive [6,8] strides [8,1] offset 3 -> {unmerge(2,3): 0 -> 0,2; gather([7,0]): 1 -> 1} -> "
        "{embed([2],[1]): 0 -> 0; xor: 1,2 -> 2,1}");
    EXPECT_EQ(layout_from_json(layout_to_json(layout)), layout);
    const auto at_zero = parse_layout("naive [3] strides [1] offset 0");
    EXPECT_EQ(layout_from_json(layout_to_json(at_zero)), at_zero);
    const auto aligned = parse_layout("aligned [4,5] align 8");
    EXPECT_EQ(layout_from_json(layout_to_json(aligned)), aligned);
}

TEST(LayoutJson, TakesTheZeroOffsetOfAnOlderCaseForNone) {
    const auto packed = parse_layout("packed [2]");
    nlohmann::json older = layout_to_json(packed);
    older["base"]["offset"] = 0;
    EXPECT_EQ(layout_from_json(older), packed);
}

TEST(LayoutJson, HoldsDescriptionsThatAreNoLayout) {
    layout_description broken{{base_kind::naive, {3, 4}, {1, 2, 3}, -1, 0}, {{}}};
    EXPECT_EQ(layout_from_json(layout_to_json(broken)), broken);
}

TEST(LayoutJson, RefusesWhatIsNoDescription) {
    nlohmann::json j = layout_to_json(parse_layout("packed [2]"));
    EXPECT_THROW(layout_from_json(nlohmann::json::array()), bad_case);
    j["base"]["kind"] = "sparse";
    EXPECT_THROW(layout_from_json(j), bad_case);
    j["base"]["kind"] = "packed";
    j["base"]["lengths"] = {"two"};
    EXPECT_THROW(layout_from_json(j), bad_case);
}

TEST(LayoutJson, KeepsEveryByteOfAText) {
    std::string bytes;
    for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
    const std::string text = bytes_to_json_text(bytes);
    EXPECT_NO_THROW((void)nlohmann::json(text).dump());  // it is UTF-8
    EXPECT_EQ(bytes_from_json_text(text), bytes);
    EXPECT_THROW(bytes_from_json_text("\xe2\x82\xac"), bad_case);  // no byte is a euro
    EXPECT_THROW(bytes_from_json_text("\xc3"), bad_case);
}

}  // namespace
}  // namespace tileproof::properties
