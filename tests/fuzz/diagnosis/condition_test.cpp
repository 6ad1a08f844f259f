// SPDX-License-Identifier: MIT
// The learner on cases whose rule is known.
#include "fuzz/diagnosis/condition.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <random>

namespace tileproof::diagnosis {
namespace {

struct problem {
    long rows, columns, batch, leading, beta, shift;
    std::string type;
};

case_features features_of_problem(const problem& p) {
    using enum feature_kind;
    const auto number_of = [](long n) { return static_cast<double>(n); };
    case_features f;
    f.all = {{"rows", length, number_of(p.rows)},
             {"columns", length, number_of(p.columns)},
             {"batch", length, number_of(p.batch)},
             {"rows * columns", count, number_of(p.rows * p.columns)},
             {"input_leading", stride, number_of(p.leading)},
             {"rows of the input", slack, number_of(p.leading - p.columns)},
             {"beta", number, number_of(p.beta)},
             {"the input", address, number_of(p.shift * 4)},
             {"type", word, 0, p.type}};
    return f;
}

// Seeded cases with edges among them.
std::vector<problem> problems(int count, unsigned seed) {
    std::mt19937 random(seed);
    const auto below = [&](unsigned n) { return static_cast<long>(random() % n); };
    const long edges[] = {1, 2, 3, 4, 8, 15, 16, 17, 31, 32, 33, 64, 127, 128, 129, 256};
    std::vector<problem> all;
    for (int i = 0; i < count; ++i) {
        problem p{};
        p.rows = below(2) ? edges[below(16)] : 1 + below(200);
        p.columns = below(3) == 0 ? p.rows : below(2) ? edges[below(16)] : 1 + below(200);
        p.batch = 1 + below(3);
        p.leading = p.columns + (below(2) ? below(6) : 0);
        p.beta = below(3);
        p.shift = below(6);
        p.type = below(2) ? "float32" : "float64";
        all.push_back(p);
    }
    return all;
}

std::vector<sample> labelled(const std::function<bool(const problem&)>& fails, int count = 600) {
    std::vector<sample> all;
    for (const problem& p : problems(count, 7)) all.push_back({features_of_problem(p), fails(p)});
    return all;
}

std::string learned_text(const std::function<bool(const problem&)>& fails) {
    const learned l = learn(labelled(fails));
    return l.exact.empty() ? "none" : l.exact[0].text();
}

TEST(Condition, IsAThreshold) {
    EXPECT_EQ(learned_text([](const problem& p) { return p.rows > 128; }), "rows > 128");
    EXPECT_EQ(learned_text([](const problem& p) { return p.columns < 32; }), "columns < 32");
    EXPECT_EQ(learned_text([](const problem& p) { return p.batch > 1; }), "batch > 1");
}

TEST(Condition, IsAboutNoLengthBelowZero) {
    const auto text = [](feature_kind kind, comparison how) {
        return atom{.left = "n", .kind = kind, .how = how}.text();
    };
    EXPECT_EQ(text(feature_kind::length, comparison::at_most), "n == 0");
    EXPECT_EQ(text(feature_kind::count, comparison::at_most), "n == 0");
    EXPECT_EQ(text(feature_kind::length, comparison::more), "n > 0");
    EXPECT_EQ(text(feature_kind::number, comparison::at_most), "n <= 0");
}

// Between the greatest number that passes and the least that fails: the shortest decimal.
TEST(Condition, IsAThresholdThatSomebodyMayHaveWritten) {
    std::vector<sample> all;
    for (const double q : {-2.25, 0.0, 1.0, 3.4893798828125, 3.5206298828125, 4.125, 9.875}) {
        case_features f;
        f.all = {{"q", feature_kind::number, q}};
        all.push_back({f, q > 3.5});
    }
    ASSERT_FALSE(learn(all).exact.empty());
    EXPECT_EQ(learn(all).exact[0].text(), "q > 3.5");
}

TEST(Condition, IsARemainder) {
    EXPECT_EQ(learned_text([](const problem& p) { return p.columns % 4 != 0; }),
              "columns % 4 != 0");
    EXPECT_EQ(learned_text([](const problem& p) { return p.rows * p.columns % 16 == 0; }),
              "(rows * columns) % 16 == 0");
    EXPECT_EQ(learned_text([](const problem& p) { return p.rows % p.columns != 0; }),
              "rows % columns != 0");
}

// What has tiles and lanes: where nothing plainer fits.
TEST(Condition, CountsTilesAndTakesRemaindersApart) {
    const auto learned_far = [](const std::function<bool(const problem&)>& fails) {
        const std::vector<sample> samples = labelled(fails);
        EXPECT_TRUE(learn(samples, {}, {4, 32, 64}).exact.empty());
        const learned l = learn(samples, {}, {4, 32, 64}, true);
        return l.exact.empty() ? "none" : l.exact[0].text();
    };
    EXPECT_EQ(
        learned_far([](const problem& p) { return (p.rows + 3) / 4 > (p.columns + 31) / 32; }),
        "ceil(rows / 4) > ceil(columns / 32)");
    EXPECT_EQ(
        learned_far([](const problem& p) { return (p.rows + 31) / 32 != (p.columns + 31) / 32; }),
        "ceil(rows / 32) != ceil(columns / 32)");
    EXPECT_EQ(learned_far([](const problem& p) { return p.rows % 64 > 32; }), "rows % 64 > 32");
}

TEST(Condition, MayBeThatFiveThingsHold) {
    const std::vector<sample> samples = labelled(
        [](const problem& p) {
            return p.rows > 1 && p.columns > 3 && p.columns % 4 != 0 && p.shift % 4 == 0 &&
                   p.beta != 0;
        },
        2000);
    EXPECT_TRUE(learn(samples).exact.empty());
    const learned l = learn(samples, {}, {}, true);
    ASSERT_FALSE(l.exact.empty());
    EXPECT_EQ(l.exact[0].text(),
              "rows > 1 and columns > 3 and columns % 4 != 0 and the input is 16-byte aligned and "
              "beta != 0");
}

// Whatever else decides: here a coin.
TEST(Condition, IsNeededWhereItDoesNotSuffice) {
    std::mt19937 random(3);
    const auto coin = [&] { return random() % 2 == 0; };
    const auto needs = [&](const std::function<bool(const problem&)>& may_fail, int count = 600) {
        return needed(labelled([&](const problem& p) { return may_fail(p) && coin(); }, count))
            .text();
    };
    EXPECT_EQ(needs([](const problem& p) { return p.batch > 1; }), "batch > 1");
    EXPECT_EQ(needs([](const problem& p) { return p.rows % 4 != 0; }), "rows % 4 != 0");
    EXPECT_EQ(needs([](const problem& p) { return p.batch > 1 && p.type == "float64"; }),
              "type == float64 and batch > 1");
    // Multiples of 8 are multiples of 4, which excludes nearly as many.
    EXPECT_EQ(needs([](const problem& p) { return p.rows % 8 == 0; }, 2000), "rows % 8 == 0");
    EXPECT_EQ(needs([](const problem&) { return true; }), "");
    EXPECT_EQ(needs([](const problem& p) { return p.rows < 20; }), "");  // larger ones may be few
    EXPECT_EQ(needs([](const problem& p) { return p.batch > 1; }, 40), "");
}

TEST(Condition, ComparesLengthsWithEachOther) {
    EXPECT_EQ(learned_text([](const problem& p) { return p.rows != p.columns; }),
              "rows != columns");
    EXPECT_EQ(learned_text([](const problem& p) { return p.rows < p.columns; }), "columns > rows");
}

TEST(Condition, ComparesALengthWithANumber) {
    EXPECT_EQ(learned_text([](const problem& p) { return p.batch <= p.beta; }), "beta >= batch");
    EXPECT_EQ(learned_text([](const problem& p) { return p.batch > p.beta && p.rows > 8; }),
              "rows > 8 and batch > beta");
}

TEST(Condition, NamesAWordANumberStridesAndAlignment) {
    EXPECT_EQ(learned_text([](const problem& p) { return p.type == "float64"; }),
              "type == float64");
    EXPECT_EQ(learned_text([](const problem& p) { return p.beta == 0; }), "beta == 0");
    EXPECT_EQ(learned_text([](const problem& p) { return p.leading > p.columns; }),
              "the rows of the input lie apart");
    EXPECT_EQ(learned_text([](const problem& p) { return p.shift % 4 != 0; }),
              "the input is not 16-byte aligned");
}

TEST(Condition, HasTwoComparisons) {
    EXPECT_EQ(learned_text([](const problem& p) { return p.columns > 1 && p.rows != p.columns; }),
              "columns > 1 and rows != columns");
    EXPECT_EQ(learned_text([](const problem& p) { return p.columns % 4 == 0 && p.shift % 4 != 0; }),
              "columns % 4 == 0 and the input is not 16-byte aligned");
    EXPECT_EQ(learned_text([](const problem& p) { return p.rows > 64 || p.batch > 2; }),
              "batch > 2 or rows > 64");
}

TEST(Condition, HasThreeComparisons) {
    EXPECT_EQ(learned_text([](const problem& p) {
                  return p.type == "float64" && (p.rows % 16 != 0 || p.columns % 16 != 0);
              }),
              "type == float64 and (rows % 16 != 0 or columns % 16 != 0)");
}

TEST(Condition, IsNotLearnedWhereOneSampleSaysOtherwise) {
    std::vector<sample> samples = labelled([](const problem& p) { return p.rows > 128; });
    // The same features with both labels: no condition can be exact.
    samples.push_back(samples.front());
    samples.back().fails = !samples.back().fails;
    EXPECT_TRUE(learn(samples).exact.empty());
}

TEST(Condition, IsNotLearnedFromChance) {
    std::mt19937 random(3);
    EXPECT_EQ(learned_text([&](const problem&) { return random() % 2 == 0; }), "none");
}

TEST(Condition, IsAlwaysWhereNothingPasses) {
    const learned l = learn(labelled([](const problem&) { return true; }, 40));
    ASSERT_FALSE(l.exact.empty());
    EXPECT_TRUE(l.exact[0].always());
    EXPECT_TRUE(learn(labelled([](const problem&) { return false; }, 40)).exact.empty());
}

// What to run next: cases of which the candidates say different things.
TEST(Condition, CandidatesDifferOnCasesThatWereNotRun) {
    std::vector<sample> samples;
    for (const long rows : {1, 2, 100, 200})
        samples.push_back({features_of_problem({rows, 3, 1, 3, 0, 0, "float32"}), rows > 64});
    std::vector<case_features> others;
    for (const long rows : {16, 64, 65})
        others.push_back(features_of_problem({rows, 3, 1, 3, 0, 0, "float32"}));
    const learned l = learn(samples, others);
    ASSERT_GT(l.exact.size(), 1u);
    ASSERT_EQ(l.of_others.size(), l.exact.size());
    bool differ = false;
    for (const auto& says : l.of_others) differ = differ || says[1] != l.of_others[0][1];
    EXPECT_TRUE(differ);
}

TEST(Condition, PredictsNewCasesAsItIsSaid) {
    const auto rule = [](const problem& p) { return p.columns > 1 && p.rows != p.columns; };
    const learned l = learn(labelled(rule));
    ASSERT_FALSE(l.exact.empty());
    for (const problem& p : problems(1000, 99))
        EXPECT_EQ(l.exact[0].predicts(features_of_problem(p)), rule(p))
            << p.rows << " x " << p.columns;
}

TEST(Condition, NamesWhatDoesNotMatter) {
    const auto samples = labelled([](const problem& p) { return p.rows > 128; });
    const auto names = indifferent(samples, learn(samples).exact.at(0));
    EXPECT_NE(std::find(names.begin(), names.end(), "batch"), names.end());
    EXPECT_NE(std::find(names.begin(), names.end(), "type"), names.end());
    EXPECT_EQ(std::find(names.begin(), names.end(), "rows"), names.end());
}

// "rows * columns > 1" is about rows: that rows do not matter would be false.
TEST(Condition, IsAboutThePartsOfWhatItNames) {
    const auto about = [](const char* left, feature_kind kind) {
        return condition{.groups = {{{.left = left, .kind = kind, .how = comparison::more}}}};
    };
    EXPECT_TRUE(about("rows * columns", feature_kind::count).mentions("rows"));
    EXPECT_TRUE(about("rows * columns", feature_kind::count).mentions("columns"));
    EXPECT_FALSE(about("rows * columns", feature_kind::count).mentions("batch"));
    EXPECT_TRUE(about("h + 4", feature_kind::length).mentions("h"));
    EXPECT_TRUE(about("n is a power of two", feature_kind::flag).mentions("n"));
    EXPECT_TRUE(about("element size", feature_kind::size).mentions("type"));
    EXPECT_FALSE(about("rows of the input", feature_kind::slack).mentions("rows"));
}

}  // namespace
}  // namespace tileproof::diagnosis
