// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/formula.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace tileproof::diagnosis {
namespace {

using address = std::function<std::int64_t(std::int64_t r, std::int64_t c, const size_list&)>;

// Every element of matrices of these sizes, at the address.
std::vector<seen_shape> seen(const std::vector<std::pair<int, int>>& shapes, const address& at) {
    std::vector<seen_shape> all;
    for (const auto& [rows, columns] : shapes) {
        seen_shape s{{{"rows", rows}, {"columns", columns}, {"leading", columns + 2}}, {}};
        for (std::int64_t r = 0; r < rows; ++r)
            for (std::int64_t c = 0; c < columns; ++c)
                s.numbers.push_back({{r, c}, at(r, c, s.sizes)});
        all.push_back(std::move(s));
    }
    return all;
}

const std::vector<std::pair<int, int>> shapes{{2, 3}, {5, 4}, {7, 3}};

std::string fitted(const address& at) {
    const auto f = fit(seen(shapes, at), {"r", "c"});
    return f ? f->text : "none";
}

TEST(Formula, HasASizeForEachIndex) {
    EXPECT_EQ(fitted([](auto r, auto c, auto& s) { return c * s[0].second + r; }), "r + c * rows");
    EXPECT_EQ(fitted([](auto r, auto c, auto& s) { return r * s[2].second + c; }),
              "r * leading + c");
    EXPECT_EQ(fitted([](auto, auto, auto&) { return 0; }), "0");
}

TEST(Formula, HasNumbersProductsAndTiles) {
    EXPECT_EQ(fitted([](auto r, auto c, auto& s) { return (s[0].second - 1) - r - c; }),
              "(rows - 1) - r - c");
    EXPECT_EQ(fitted([](auto r, auto c, auto&) { return r * 16 - c + 1; }), "r * 16 + 1 - c");
    EXPECT_EQ(fitted([](auto r, auto c, auto& s) { return r * s[0].second * s[1].second + c; }),
              "r * rows * columns + c");
    EXPECT_EQ(fitted([](auto r, auto c, auto& s) { return r * ((s[1].second + 7) / 8 * 8) + c; }),
              "r * 8 + c");
    EXPECT_EQ(fitted([](auto r, auto c, auto& s) { return r * (s[1].second - 1) + c; }),
              "r * (columns - 1) + c");
}

TEST(Formula, IsNotThereForNumbersWithoutOne) {
    EXPECT_EQ(fitted([](auto r, auto c, auto&) { return r * c; }), "none");
    EXPECT_EQ(fitted([](auto r, auto c, auto&) { return r ^ c; }), "none");
}

TEST(Formula, IsNotMadeOfTheWrongSize) {
    // The second shape has a third row, so that r * 2 does not fit.
    std::vector<seen_shape> all =
        seen({{2, 3}, {3, 4}}, [](auto r, auto c, auto& s) { return c * s[0].second + r; });
    EXPECT_EQ(fit(all, {"r", "c"})->text, "r + c * rows");
    all[1].numbers.back().value += 1;
    EXPECT_FALSE(fit(all, {"r", "c"}));
}

// A merge of a x b whose digits are taken with the lengths exchanged.
std::vector<index_shape> exchanged(const std::vector<std::pair<int, int>>& lengths) {
    std::vector<index_shape> all;
    for (const auto& [a, b] : lengths) {
        index_shape s{{{"L0", a}, {"L1", b}}, {a * b}, {}};
        for (std::int64_t i = 0; i < a * b; ++i) s.listed.push_back({{i}, i, i % a * b + i / a});
        all.push_back(std::move(s));
    }
    return all;
}

TEST(IndexFormula, IsSaidOfThreeWrongShapesAndNotOfTwo) {
    const auto said = explain_index(exchanged({{2, 3}, {5, 4}, {3, 7}}), {"i"});
    ASSERT_TRUE(said);
    EXPECT_EQ(said->right, "i");
    EXPECT_EQ(said->is, "(i / L0) + (i % L0) * L1");
    EXPECT_EQ(said->shapes, 3u);
    EXPECT_FALSE(explain_index(exchanged({{2, 3}, {5, 4}}), {"i"}));
    // Of the last of these three no element is wrong.
    EXPECT_FALSE(explain_index(exchanged({{2, 3}, {5, 4}, {1, 7}}), {"i"}));
}

TEST(Formula, GivesTheNumbersOfEachShape) {
    const auto f =
        fit(seen(shapes, [](auto r, auto c, auto& s) { return r * s[1].second + c; }), {"r", "c"});
    ASSERT_TRUE(f);
    EXPECT_EQ(f->at(1, {2, 3}), 2 * 4 + 3);
}

}  // namespace
}  // namespace tileproof::diagnosis
