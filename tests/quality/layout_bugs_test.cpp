// SPDX-License-Identifier: MIT
// Planted layout bugs are found by the standard generator, and shrink to the smallest layout that
// shows them, whatever case they were found with.
#include "properties/draw.hpp"
#include "properties/layout/generator/layout_generator.hpp"
#include "properties/layout/layout_laws.hpp"
#include "properties/layout/layout_property.hpp"
#include "tests/quality/planted_bug.hpp"
#include "tests/quality/planted_layouts.hpp"

#include <memory>

namespace tileproof::quality {

using namespace properties;

namespace {

using enum layout_bug;
using enum law_id;

planted_bug planted(const char* name, layout_bug bug, law_id law, const char* smallest,
                    const char* says) {
    auto subject = std::make_shared<const planted_layout_subject>(bug);
    return {.name = name,
            .contract = [subject, law] { return layout_property(law, *subject); },
            .law = law,
            .minima = {{{"layout", smallest}}},
            .says = says};
}

INSTANTIATE_TEST_SUITE_P(
    Layouts, PlantedBug,
    testing::Values(
        planted("PadOffByOne", pad_off_by_one, L2, "packed [1] -> {pad(0,1): 0 -> 0}",
                "index (1) has offset 1, but must have no element"),
        planted("PadOffByOne", pad_off_by_one, L1, "packed [1] -> {pad(0,1): 0 -> 0}",
                "index (1) has offset 1, outside the element space of size 1"),
        planted("LeftPadUnchecked", left_pad_unchecked, L2, "packed [1] -> {left_pad(1): 0 -> 0}",
                "index (0) has offset 0, but must have no element"),
        planted("MergeSwapped", merge_swapped, L2, "packed [1,2] -> {merge: 0,1 -> 0}",
                "index (1) has offset 2, but must have offset 1"),
        planted("UnmergeWrongOrder", unmerge_wrong_order, L2,
                "packed [4] -> {unmerge(2,2): 0 -> 0,1}",
                "index (0,1) has offset 2, but must have offset 1"),
        planted("XorSwapped", xor_swapped, L2, "packed [2,2] -> {xor: 0,1 -> 0,1}",
                "index (0,1) has offset 3, but must have offset 1"),
        planted("SliceBeginIgnored", slice_begin_ignored, L2, "packed [2] -> {slice(1,2): 0 -> 0}",
                "index (0) has offset 0, but must have offset 1"),
        planted("ModuloIgnored", modulo_ignored, L2, "packed [1] -> {modulo(1,2): 0 -> 0}",
                "index (1) has offset 1, but must have offset 0"),
        planted("OffsetIgnored", offset_ignored, L2, "packed [2] -> {offset(1): 0 -> 0}",
                "index (0) has offset 0, but must have offset 1"),
        planted("FreezeTakesFirst", freeze_takes_first, L2, "packed [2] -> {freeze(1): 0 -> ()}",
                "the offset is 0, but must be 1"),
        planted("EmbedSwapped", embed_swapped, L2, "packed [1] -> {embed([1,2],[1,0]): 0 -> 0,1}",
                "index (0,1) has offset 1, but must have offset 0"),
        planted("GatherShifted", gather_shifted, L2, "packed [2] -> {gather([0,1]): 0 -> 0}",
                "index (1) has offset 0, but must have offset 1"),
        planted("AlignedNotRounded", aligned_not_rounded, L2, "aligned [2,1] align 2",
                "index (1,0) has offset 1, but must have offset 2"),
        planted("SpaceIn32Bits", space_in_32_bits, L1, "naive [2] strides [2147483647]",
                "the element space size is -2147483648"),
        planted("ZeroStrideUnnoticed", zero_stride_unnoticed, L3, "naive [2] strides [0]",
                "indices (0) and (1) both have offset 0"),
        planted("InverseWithoutOffset", inverse_without_offset, L4,
                "naive [1] strides [0] offset 1",
                "offset 1 has no inverse, but must have inverse (0)")),
    name_of_bug);

TEST(PlantedLayouts, AreRightWhenNoBugIsPlanted) {
    const planted_layout_subject subject(layout_bug::none);
    draw from{std::uint64_t{7}};
    for (int i = 0; i < 2000; ++i) {
        const observed_layout seen(subject, random_layout(from, i % 101));
        for (const auto law : {check_bounds, check_reference, check_injective, check_inverse}) {
            const law_result result = law(seen);
            ASSERT_FALSE(result.failed()) << result.sentence();
        }
    }
}

}  // namespace
}  // namespace tileproof::quality
