// Planted bugs of moves, vectors, chains and magic division are found by their laws, and shrink to the
// smallest case that shows them, whatever case they were found with. (An element space computed in 32
// bits is among the bugs of layout_bugs_test.cpp.)
#include "properties/generators/draw.hpp"
#include "properties/generators/layout_generator.hpp"
#include "properties/generators/smaller.hpp"
#include "properties/laws/layout_laws.hpp"
#include "properties/minimise.hpp"
#include "tests/quality/planted_coordinates.hpp"

#include <tileproof/layout_text.hpp>

#include <gtest/gtest.h>

#include <ostream>

namespace tileproof::properties {
namespace {

using enum coordinate_bug;

verdict check_chain_of(const layout_subject& subject, const layout_description& layout) {
    return check_chain(subject, observed_layout(subject, layout));
}
verdict check_move_of(const layout_subject& subject, const layout_description& layout) {
    return check_layout(subject, layout, check_move);
}
verdict check_vectors_of(const layout_subject& subject, const layout_description& layout) {
    return check_layout(subject, layout, check_vectors);
}

using law_of_subject = verdict (*)(const layout_subject&, const layout_description&);

struct planted {
    const char* name;
    coordinate_bug bug;
    law_of_subject law;
    // Canonical text. Where it ends in "..": up to there, and one stage of any kind after it (that there is
    // one is what the bug needs; which, does not matter to it).
    const char* smallest;
};
void PrintTo(const planted& p, std::ostream* out) { *out << p.name; }

const planted all[] = {
    {"CarryDropped", carry_dropped, check_move_of, "packed [1,2] -> {merge: 1,0 -> 0}"},
    {"SignDropped", sign_dropped, check_move_of, "packed [2]"},
    {"VectorsOverXor", vectors_over_xor, check_vectors_of, "packed [2,2] -> {xor: 0,1 -> 0,1}"},
    {"VectorsOverSlices", vectors_over_slices, check_vectors_of,
     "packed [2] -> {slice(0,1): 0 -> 0}"},
    {"ChainedOutOfOrder", chained_out_of_order, check_chain_of, "packed [1,2] -> .."},
};

class CoordinateBugs : public testing::TestWithParam<planted> {};

TEST_P(CoordinateBugs, AreFoundAndShrinkToTheSmallestLayoutFromManySeeds) {
    const planted_coordinate_subject subject(GetParam().bug);
    const auto fails = [&](const layout_description& layout) {
        return !GetParam().law(subject, layout).held;
    };
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        draw from{seed * 1'000'003};
        layout_description found;
        int looked = 0;
        do {
            ASSERT_LT(looked, 20'000) << "not found; seed " << seed;
            found = random_layout(from, looked++ % 101);
        } while (!fails(found));
        const auto least = minimise(
            found, [](const auto& l) { return smaller(l); }, fails);
        EXPECT_TRUE(least.complete) << "seed " << seed;
        std::string text = print_layout(least.value);
        const std::string_view smallest = GetParam().smallest;
        if (smallest.ends_with("..") && least.value.stages.size() == 1)
            text = text.substr(0, text.rfind("-> {") + 3) + "..";
        EXPECT_EQ(text, smallest) << "seed " << seed << ", from " << print_layout(found) << " to "
                                  << print_layout(least.value);
    }
}

INSTANTIATE_TEST_SUITE_P(Planted, CoordinateBugs, testing::ValuesIn(all),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(PlantedCoordinates, AreRightWhenNoBugIsPlanted) {
    const planted_coordinate_subject subject(coordinate_bug::none);
    draw from{std::uint64_t{7}};
    for (int i = 0; i < 300; ++i) {
        const layout_description layout = random_layout(from, i % 101);
        for (const law_of_subject law : {check_chain_of, check_move_of, check_vectors_of}) {
            const verdict v = law(subject, layout);
            ASSERT_TRUE(v.held) << v.message;
        }
    }
}

struct planted_quotient {
    const char* name;
    division_bug bug;
    division_case smallest;
};
void PrintTo(const planted_quotient& p, std::ostream* out) { *out << p.name; }

const planted_quotient quotients[] = {
    {"MultiplierOneShort", division_bug::multiplier_one_short, {32, 3, 3}},
    {"RangeUnchecked", division_bug::range_unchecked, {32, long_index_t{1} << 31, 0}},
    {"UsedFor64Bits", division_bug::used_for_64_bits, {64, 1, long_index_t{1} << 32}},
};

class DivisionBugs : public testing::TestWithParam<planted_quotient> {};

TEST_P(DivisionBugs, AreFoundAndShrinkToTheSmallestDivision) {
    const planted_division subject(GetParam().bug);
    const auto fails = [&](const division_case& c) { return !check_division(subject, c).held; };
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        draw from{seed * 1'000'003};
        division_case found;
        int looked = 0;
        do {
            ASSERT_LT(looked++, 20'000) << "not found; seed " << seed;
            found.bits = from.chance(50) ? 32 : 64;
            found.divisor = from.boundary(1, (long_index_t{1} << 33)) >> from.below(32);
            found.dividend = from.boundary(0, found.bits == 32 ? 0x7fff'ffff : 0x7fff'ffff'ffff);
        } while (!fails(found));
        const auto least = minimise(
            found, [](const division_case& c) { return smaller(c); }, fails);
        EXPECT_TRUE(least.complete);
        EXPECT_EQ(least.value, GetParam().smallest)
            << "seed " << seed << ": " << least.value.bits << " bits, " << least.value.dividend
            << " / " << least.value.divisor;
    }
}

INSTANTIATE_TEST_SUITE_P(Planted, DivisionBugs, testing::ValuesIn(quotients),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace tileproof::properties
