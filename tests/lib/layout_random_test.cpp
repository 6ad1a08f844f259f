// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <map>

#include "random_layout.hpp"

namespace tileproof {
namespace {

constexpr int layout_count = 4000;

TEST(RandomLayouts, ReachEveryTransform) {
    random_layouts layouts(1);
    std::map<transform_kind, int> reached;
    for (int i = 0; i < layout_count; ++i) {
        const layout l = layouts.next();
        for (const stage_description& stage : l.description().stages)
            for (const item_description& item : stage.items) ++reached[item.kind];
    }
    for (int i = 0; i < transform_kind_count; ++i)
        EXPECT_GE(reached[static_cast<transform_kind>(i)], 20)
            << name_of(static_cast<transform_kind>(i));
}

TEST(RandomLayouts, ListTheOffsetsThatSingleIndicesHave) {
    random_layouts layouts(2);
    std::vector<long_index_t> all;
    for (int i = 0; i < layout_count; ++i) {
        const layout l = layouts.next();
        l.all_offsets(all);
        ASSERT_EQ(static_cast<long_index_t>(all.size()), l.size()) << l.text();
        for (long_index_t k = 0; k < l.size(); ++k) {
            const auto offset = l.offset(l.index_at(k));
            ASSERT_EQ(offset.value_or(-1), all[k]) << l.text() << " at number " << k;
            if (offset) {
                ASSERT_GE(*offset, 0) << l.text();
                ASSERT_LT(*offset, l.element_space_size()) << l.text();
                ASSERT_EQ(l.hidden_index(l.index_at(k))[0], *offset) << l.text();
            }
        }
    }
}

TEST(RandomLayouts, ListPartsThatAgreeWithTheWhole) {
    random_layouts layouts(3);
    std::mt19937_64 random(3);
    std::vector<long_index_t> all;
    for (int i = 0; i < layout_count / 4; ++i) {
        const layout l = layouts.next();
        l.all_offsets(all);
        const auto first = random() % (all.size() + 1);
        std::vector<long_index_t> part(random() % (all.size() - first + 1));
        l.offsets(static_cast<long_index_t>(first), part);
        ASSERT_TRUE(std::equal(part.begin(), part.end(), all.begin() + static_cast<long>(first)))
            << l.text();
    }
}

TEST(RandomLayouts, RoundTripThroughText) {
    random_layouts layouts(4);
    for (int i = 0; i < layout_count; ++i) {
        const layout l = layouts.next();
        ASSERT_EQ(parse_layout(l.text()), l.description()) << l.text();
    }
}

// Injectivity against counting, and the inverse against search.
TEST(RandomLayouts, JudgeInjectivityAndInvertAsCountingDoes) {
    random_layouts layouts(5);
    std::vector<long_index_t> all;
    int injective = 0, by_comparing = 0, repeating = 0;
    for (int i = 0; i < layout_count; ++i) {
        const layout l = layouts.next();
        l.all_offsets(all);
        std::map<long_index_t, long_index_t> first;
        bool repeats = false;
        for (long_index_t k = 0; k < l.size(); ++k)
            if (all[k] >= 0) repeats = !first.emplace(all[k], k).second || repeats;
        const injectivity_result& result = l.injectivity();
        ASSERT_EQ(result.kind == injectivity_kind::repeats, repeats)
            << l.text() << ": " << result.reason;
        ASSERT_NE(result.kind, injectivity_kind::may_repeat) << l.text();
        if (repeats) {
            ++repeating;
            ASSERT_TRUE(result.witness) << l.text();
            ASSERT_NE(result.witness->first, result.witness->second) << l.text();
            ASSERT_EQ(l.offset(result.witness->first), result.witness->offset) << l.text();
            ASSERT_EQ(l.offset(result.witness->second), result.witness->offset) << l.text();
            ASSERT_THROW(l.inverse(0), layout_error) << l.text();
            continue;
        }
        ++injective;
        by_comparing += !result.by_structure;
        for (long_index_t offset = -1; offset <= l.element_space_size(); ++offset) {
            const auto index = l.inverse(offset);
            const auto expected = first.find(offset);
            ASSERT_EQ(index.has_value(), expected != first.end())
                << l.text() << " offset " << offset;
            if (index) {
                ASSERT_EQ(*index, l.index_at(expected->second)) << l.text() << " offset " << offset;
            }
        }
    }
    EXPECT_GT(injective, 500);
    EXPECT_GT(by_comparing, 20);
    EXPECT_GT(repeating, 500);
}

TEST(RandomLayouts, MoveEveryHiddenIndexAsEvaluationAnewGivesIt) {
    random_layouts layouts(6);
    std::mt19937_64 random(6);
    for (int i = 0; i < layout_count; ++i) {
        const layout l = layouts.next();
        if (l.size() == 0) continue;
        const auto hidden_count = static_cast<std::size_t>(l.hidden_count());
        std::vector<long_index_t> step(hidden_count);
        std::vector<long_index_t> at = l.index_at(0);
        std::vector<long_index_t> hidden = l.hidden_index(at);
        for (int k = 0; k < 20; ++k) {
            const auto to = l.index_at(
                static_cast<long_index_t>(random() % static_cast<std::uint64_t>(l.size())));
            std::vector<long_index_t> visible_step(to.size());
            for (std::size_t d = 0; d < to.size(); ++d) visible_step[d] = to[d] - at[d];
            const auto before = hidden;
            const bool valid = l.view().move(visible_step, hidden.data(), step.data());
            ASSERT_EQ(hidden, l.hidden_index(to)) << l.text() << " move " << k;
            ASSERT_EQ(valid, l.offset(to).has_value()) << l.text() << " move " << k;
            // Below a pad a hidden index can be anything, and its step wraps.
            for (std::size_t h = 0; h < hidden_count; ++h)
                ASSERT_EQ(step[h], transforms::wrap_subtract(hidden[h], before[h]))
                    << l.text() << " hidden " << h;
            at = to;
        }
    }
}

}  // namespace
}  // namespace tileproof
