// SPDX-License-Identifier: MIT
// Planted bugs of moves, vectors, chains and magic division. (An element space computed in 32 bits is among
// those of layout_bugs_test.cpp.)
#include "properties/division/division.hpp"
#include "properties/draw.hpp"
#include "properties/layout/generator/layout_generator.hpp"
#include "properties/layout/layout_laws.hpp"
#include "properties/layout/layout_property.hpp"
#include "tests/quality/planted_bug.hpp"
#include "tests/quality/planted_coordinates.hpp"

#include <memory>

namespace tileproof::quality {

using namespace properties;

namespace {

using enum coordinate_bug;
using enum division_bug;
using enum law_id;

planted_bug planted(const char* name, coordinate_bug bug, law_id law, const char* smallest,
                    const char* says) {
    auto subject = std::make_shared<const planted_coordinate_subject>(bug);
    return {.name = name,
            .contract = [subject, law] { return layout_property(law, *subject); },
            .law = law,
            .minima = {{{"layout", smallest}}},
            .says = says};
}

INSTANTIATE_TEST_SUITE_P(
    Coordinates, PlantedBug,
    testing::Values(
        planted("CarryDropped", carry_dropped, L5, "packed [1,2] -> {merge: 1,0 -> 0}",
                "index (1) has hidden index (1,1,0,1) after a move by (1) from index (0)"),
        planted("SignDropped", sign_dropped, L5, "packed [2]",
                "index (0) has hidden index (2,0) after a move by (-1) from index (1)"),
        planted("VectorsOverXor", vectors_over_xor, L9, "packed [2,2] -> {xor: 0,1 -> 0,1}",
                "element 1 of the vector at index (0,0) has offset 3, but must have offset 2"),
        planted("VectorsOverSlices", vectors_over_slices, L9, "packed [2] -> {slice(0,1): 0 -> 0}",
                "dimension 0 has length 1, but must have a length that 2 divides"),
        planted("ChainedOutOfOrder", chained_out_of_order, L7,
                "packed [1,2] -> {pass: 0 -> 1; pass: 1 -> 0}",
                "index (1,0) has offset 0, but offset 1 as index (0,1) below the cut")),
    name_of_bug);

planted_bug planted(const char* name, division_bug bug, const division_case& smallest,
                    const char* says) {
    auto subject = std::make_shared<const planted_division>(bug);
    return {.name = name,
            .contract = [subject] { return division_property(*subject); },
            .law = L8,
            .minima = {{{"bits", smallest.bits},
                        {"divisor", smallest.divisor},
                        {"dividend", smallest.dividend}}},
            .says = says};
}

INSTANTIATE_TEST_SUITE_P(
    Divisions, PlantedBug,
    testing::Values(planted("MultiplierOneShort", multiplier_one_short, {32, 3, 3},
                            "3 / 3 in 32 bits is 0, but must be 1"),
                    planted("RangeUnchecked", range_unchecked, {32, long_index_t{1} << 31, 0},
                            "0 / 2147483648 in 32 bits is accepted"),
                    planted("UsedFor64Bits", used_for_64_bits, {64, 1, long_index_t{1} << 32},
                            "in 64 bits is 0, but must be 4294967296")),
    name_of_bug);

TEST(PlantedCoordinates, AreRightWhenNoBugIsPlanted) {
    const planted_coordinate_subject subject(coordinate_bug::none);
    draw from{std::uint64_t{7}};
    for (int i = 0; i < 300; ++i) {
        const layout_description layout = random_layout(from, i % 101);
        for (const law_result& v :
             {check_chain(subject, observed_layout(subject, layout)),
              check_layout(law_id::L5, subject, layout), check_layout(law_id::L9, subject, layout)})
            ASSERT_FALSE(v.failed()) << v.sentence();
    }
}

}  // namespace
}  // namespace tileproof::quality
