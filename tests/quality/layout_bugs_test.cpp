// Planted layout bugs are found by the standard generator, and shrink to the smallest layout that
// shows them, whatever case they were found with.
#include "properties/generators/layout_generator.hpp"
#include "properties/generators/smaller.hpp"
#include "properties/laws/layout_laws.hpp"
#include "properties/minimise.hpp"
#include "tests/quality/planted_layouts.hpp"

#include <tileproof/layout_text.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <ostream>

namespace tileproof::properties {
namespace {

constexpr int seeds = 25;
constexpr int most_cases = 20'000;

struct planted {
    const char* name;
    layout_bug bug;
    layout_law law;        // the law that must find it
    const char* smallest;  // canonical text
};

void PrintTo(const planted& p, std::ostream* out) { *out << p.name; }

using enum layout_bug;

const planted all[] = {
    {"PadOffByOne", pad_off_by_one, check_reference, "packed [1] -> {pad(0,1): 0 -> 0}"},
    {"PadOffByOneByBounds", pad_off_by_one, check_bounds, "packed [1] -> {pad(0,1): 0 -> 0}"},
    {"LeftPadUnchecked", left_pad_unchecked, check_reference,
     "packed [1] -> {left_pad(1): 0 -> 0}"},
    {"MergeSwapped", merge_swapped, check_reference, "packed [1,2] -> {merge: 0,1 -> 0}"},
    {"UnmergeWrongOrder", unmerge_wrong_order, check_reference,
     "packed [4] -> {unmerge(2,2): 0 -> 0,1}"},
    {"XorSwapped", xor_swapped, check_reference, "packed [2,2] -> {xor: 0,1 -> 0,1}"},
    {"SliceBeginIgnored", slice_begin_ignored, check_reference,
     "packed [2] -> {slice(1,2): 0 -> 0}"},
    {"ModuloIgnored", modulo_ignored, check_reference, "packed [1] -> {modulo(1,2): 0 -> 0}"},
    {"OffsetIgnored", offset_ignored, check_reference, "packed [2] -> {offset(1): 0 -> 0}"},
    {"FreezeTakesFirst", freeze_takes_first, check_reference, "packed [2] -> {freeze(1): 0 -> ()}"},
    {"EmbedSwapped", embed_swapped, check_reference,
     "packed [1] -> {embed([1,2],[1,0]): 0 -> 0,1}"},
    {"GatherShifted", gather_shifted, check_reference, "packed [2] -> {gather([0,1]): 0 -> 0}"},
    {"AlignedNotRounded", aligned_not_rounded, check_reference, "aligned [2,1] align 2"},
    {"SpaceIn32Bits", space_in_32_bits, check_bounds, "naive [2] strides [2147483647]"},
    {"ZeroStrideUnnoticed", zero_stride_unnoticed, check_injective, "naive [2] strides [0]"},
    {"InverseWithoutOffset", inverse_without_offset, check_inverse,
     "naive [1] strides [0] offset 1"},
};

class LayoutBugs : public testing::TestWithParam<planted> {};

TEST_P(LayoutBugs, AreFoundAndShrinkToTheSmallestLayoutFromManySeeds) {
    const planted_layout_subject subject(GetParam().bug);
    const auto fails = [&](const layout_description& layout) {
        return !check_layout(subject, layout, GetParam().law).held;
    };
    std::int64_t cases = 0, tries = 0;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        const auto start = std::chrono::steady_clock::now();
        draw from{seed * 1'000'003};
        layout_description found;
        int looked = 0;
        do {
            ASSERT_LT(looked, most_cases) << "not found; seed " << seed;
            found = random_layout(from, looked++ % 101);
        } while (!fails(found));
        const auto least = minimise(found, smaller, fails);
        EXPECT_TRUE(least.complete) << "seed " << seed;
        EXPECT_EQ(print_layout(least.value), GetParam().smallest)
            << "seed " << seed << ", from " << print_layout(found);
        EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
        cases += looked;
        tries += least.tries;
    }
    RecordProperty("cases_to_find", static_cast<int>(cases / seeds));
    RecordProperty("tries_to_shrink", static_cast<int>(tries / seeds));
    std::printf("%d seeds: found after %.1f cases, shrunk in %.1f tries on average\n", seeds,
                static_cast<double>(cases) / seeds, static_cast<double>(tries) / seeds);
}

INSTANTIATE_TEST_SUITE_P(Planted, LayoutBugs, testing::ValuesIn(all),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(PlantedLayouts, AreRightWhenNoBugIsPlanted) {
    const planted_layout_subject subject(layout_bug::none);
    draw from{std::uint64_t{7}};
    for (int i = 0; i < 2000; ++i) {
        const observed_layout seen(subject, random_layout(from, i % 101));
        for (const layout_law law :
             {check_bounds, check_reference, check_injective, check_inverse}) {
            const verdict result = law(seen);
            ASSERT_TRUE(result.held) << result.message;
        }
    }
}

}  // namespace
}  // namespace tileproof::properties
