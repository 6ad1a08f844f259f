// SPDX-License-Identifier: MIT
// Cases as earlier versions stored them: they are read as what they were, and are written with the same keys.
#include "properties/division/division.hpp"
#include "properties/layout/layout_property.hpp"
#include "properties/tile/tile_property.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tileproof::properties {
namespace {

using nlohmann::json;

const property& law_of(const property_list& list, law_id law) {
    return **std::find_if(list.begin(), list.end(),
                          [&](const auto& p) { return p->laws().front() == law; });
}

// It holds, or it is discarded, and it is simplified to cases of the same keys.
void expect_replays(const property& p, const char* stored, const char* first_label) {
    const json c = json::parse(stored);
    const case_result r = p.check(c);
    EXPECT_EQ(r.first_failure(), nullptr) << sentence(*r.first_failure());
    EXPECT_EQ(p.classify(c).at(0), first_label) << stored;
    const auto simpler = p.smaller(c);
    EXPECT_FALSE(simpler.empty()) << stored;
    for (const json& one : simpler)
        for (const auto& [key, value] : one.items())
            EXPECT_TRUE(c.contains(key)) << one << " from " << stored;
}

TEST(StoredCases, OfLayoutsReplay) {
    const property_list list = layout_properties(dynamic_layouts());
    for (const law_id law : {law_id::L1, law_id::L2, law_id::L5, law_id::L10})
        expect_replays(law_of(list, law), R"({"layout": "packed [2,3] -> {merge: 0,1 -> 0}"})",
                       "base: packed");
}

TEST(StoredCases, OfMalformedLayoutsReplay) {
    const property_list list = layout_properties(dynamic_layouts());
    expect_replays(law_of(list, law_id::L13),
                   R"({"certain": true, "description": null, "names": "slice",
                       "rule": "slice: end beyond the length",
                       "text": "packed [4] -> {slice(0,5): 0 -> 0}"})",
                   "rule: slice: end beyond the length");
    expect_replays(law_of(list, law_id::L13),
                   R"({"certain": false, "description": null, "names": "", "rule": "text: any",
                       "text": "packed [4]\u00ff"})",
                   "rule: text: any");
    // An offset of 0 was written for "none".
    expect_replays(law_of(list, law_id::L13),
                   R"({"certain": true, "names": "lower", "rule": "merge: one dim",
                       "text": "packed [3,4] -> {merge: 0,7 -> 0}",
                       "description": {"base": {"kind": "packed", "lengths": [3,4], "strides": [],
                                                "offset": 0, "alignment": 0},
                                       "stages": [[{"kind": "merge", "arguments": [], "strides": [],
                                                    "lower": [0,7], "upper": [0]}]]}})",
                   "rule: merge: one dim");
}

TEST(StoredCases, OfTilesReplay) {
    const property_list list = tile_properties(dynamic_tiles());
    constexpr const char* tile = R"({"tile": "tile R=[2] H=[[2,2]] P=[[0,0],[1,1]] Y=[1,0]"})";
    expect_replays(law_of(list, law_id::L2), tile, "X dims: 1");
    expect_replays(law_of(list, law_id::L11), tile, "X dims: 1");
    expect_replays(law_of(list, law_id::L13), R"({"tile": "tile R=[0] H=[] P=[] Y=[]"})",
                   "mistake: a length below 1");
    expect_replays(law_of(list, law_id::L13), R"({"tile": "tile\u0000\u00fe"})",
                   "mistake: the text");
}

TEST(StoredCases, OfDivisionsReplay) {
    expect_replays(*division_property(magic_division()),
                   R"({"bits": 32, "divisor": 7, "dividend": 65})", "bits: 32");
}

TEST(StoredCases, ThatSomebodyBrokeAreRefusedWithTheMemberAndItsRange) {
    const auto refusal = [](const property& p, const char* text) -> std::string {
        try {
            p.check(json::parse(text));
        } catch (const bad_case& e) {
            return e.what();
        }
        return "";
    };
    const auto divisions = division_property(magic_division());
    EXPECT_EQ(refusal(*divisions, R"({"bits": 16, "divisor": 7, "dividend": 65})"),
              "'bits' of the case is 16, but must be one of 32, 64.");
    EXPECT_EQ(refusal(*divisions, R"({"bits": 32, "dividend": 65})"),
              "'divisor' of the case is missing.");
    const property_list list = layout_properties(dynamic_layouts());
    EXPECT_EQ(refusal(*list[0], R"({"layout": 7})"),
              "'layout' of the case is 7, but must be a text.");
    EXPECT_EQ(refusal(*list[0], "[]"), "The case is [], but must be an object.");
    EXPECT_NE(refusal(*list[0], R"({"layout": "packed [2,"})"), "");
    EXPECT_EQ(
        refusal(law_of(list, law_id::L13),
                R"({"certain": true, "names": "", "rule": "", "text": "", "description": {
                          "base": {"kind": "wide", "lengths": [], "strides": [], "offset": null,
                                   "alignment": 0}, "stages": []}})"),
        "'base.kind' of the layout description is \"wide\", but must be one of packed, naive, "
        "aligned.");
}

}  // namespace
}  // namespace tileproof::properties
