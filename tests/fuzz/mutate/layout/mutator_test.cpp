// SPDX-License-Identifier: MIT

#include "fuzz/mutate/layout/layout_edit.hpp"
#include "fuzz/mutate/layout/layout_input.hpp"

#include "tests/fuzz/mutate/layout/bytes.hpp"

#include <tileproof/layout.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace tileproof::fuzz {
namespace {

using properties::draw;

std::string mutated(std::string text, std::uint64_t seed, std::size_t most = 4096) {
    const std::size_t size = text.size();
    text.resize(std::max(size, most));
    auto* const data = reinterpret_cast<std::uint8_t*>(text.data());
    text.resize(mutate_layout({data, most}, size, seed));
    return text;
}

TEST(Mutator, GivesAUsableLayoutInCanonicalTextAHundredThousandTimes) {
    draw from{std::uint64_t{11}};
    std::string text = "packed [1]";
    std::set<transform_kind> kinds;
    std::set<std::size_t> stages;
    for (std::uint64_t seed = 0; seed < 100'000; ++seed) {
        // Now and then a new start, from bytes that are no layout.
        if (seed % 500 == 0) {
            text.clear();
            for (int i = 0; i < 60; ++i) text += static_cast<char>(from.below(256));
        }
        const std::string before = text;
        text = mutated(text, seed);
        const auto layout = layout_of_text(bytes(text));
        ASSERT_TRUE(layout) << "seed " << seed << ": " << before << " became " << text;
        ASSERT_EQ(print_layout(*layout), text);
        stages.insert(layout->stages.size());
        for (const stage_description& stage : layout->stages)
            for (const item_description& item : stage.items) kinds.insert(item.kind);
    }
    EXPECT_EQ(kinds.size(), static_cast<std::size_t>(transform_kind_count));
    EXPECT_GE(stages.size(), 7u);
}

TEST(Mutator, ChangesTheLayoutNearlyAlwaysAndTheSameWayForTheSameSeed) {
    const std::string text =
        "naive [16,8] strides [8,1] -> {unmerge(4,4): 0 -> 0,1; pass: 1 -> 2} -> "
        "{pass: 0 -> 0; merge: 1,2 -> 1}";
    int changed = 0;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        const std::string once = mutated(text, seed);
        EXPECT_EQ(once, mutated(text, seed));
        changed += once != text ? 1 : 0;
    }
    EXPECT_GE(changed, 950);
}

TEST(Mutator, ReachesFromALayoutLongerAndShorterOnes) {
    const layout_description start =
        parse_layout("packed [8,6] -> {slice(1,7): 0 -> 0; unmerge(2,3): 1 -> 1,2}");
    bool more_stages = false, fewer_stages = false, more_dims = false, fewer_dims = false;
    draw from{std::uint64_t{3}};
    for (int i = 0; i < 2000; ++i) {
        const layout_description next = edited(start, from);
        more_stages |= next.stages.size() > 1;
        fewer_stages |= next.stages.empty();
        more_dims |= next.base.lengths.size() > 2;
        fewer_dims |= next.base.lengths.size() < 2;
    }
    EXPECT_TRUE(more_stages);
    EXPECT_TRUE(fewer_stages);
    EXPECT_TRUE(more_dims);
    EXPECT_TRUE(fewer_dims);
}

TEST(Mutator, StaysWithinTheRoomItIsGiven) {
    const std::string text = "packed [8,6] -> {slice(1,7): 0 -> 0; unmerge(2,3): 1 -> 1,2}";
    for (std::uint64_t seed = 0; seed < 500; ++seed)
        EXPECT_LE(mutated(text, seed, text.size()).size(), text.size());
}

TEST(CrossOver, GivesAUsableLayoutWithTheBaseOfTheFirstOrAnItemOfTheSecond) {
    draw from{std::uint64_t{5}};
    std::uint8_t out[4096];
    int of_both = 0;
    for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
        const auto a = properties::random_layout(from, 60, small_layouts);
        const auto b = properties::random_layout(from, 60, small_layouts);
        if (!usable(a) || !usable(b)) continue;
        const std::string first = print_layout(a), second = print_layout(b);
        const std::size_t size = cross_layouts(bytes(first), bytes(second), out, seed);
        ASSERT_GT(size, 0u);
        const auto child = layout_of_text({out, size});
        ASSERT_TRUE(child) << first << " and " << second;
        of_both += child->base == a.base && !child->stages.empty() && !b.stages.empty() &&
                   child->stages.back() == b.stages.back();
    }
    EXPECT_GE(of_both, 1000);
}

}  // namespace
}  // namespace tileproof::fuzz
