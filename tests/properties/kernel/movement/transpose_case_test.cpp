#include "properties/kernel/movement/transpose_case.hpp"

#include "properties/kernel/movement/transpose_generator.hpp"
#include "properties/property.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/Random.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

namespace tileproof::properties {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

std::string error_of(const json& c) {
    try {
        transpose_case_from_json(c);
    } catch (const bad_case& e) {
        return e.what();
    }
    return "nothing was thrown";
}

TEST(TransposeCase, IsReadAsItWasWritten) {
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        rc::Random random(seed);
        const json c = to_json(random_transpose_case(random, static_cast<int>(seed % 101)));
        ASSERT_EQ(to_json(transpose_case_from_json(c)), c);
    }
}

TEST(TransposeCase, RefusesWhatIsNoCase) {
    const json right = to_json(packed_case("float32", 2, 3));
    EXPECT_NO_THROW(transpose_case_from_json(right));
    for (const auto& [key, value] : right.items()) {
        json c = right;
        c.erase(key);
        EXPECT_THAT(error_of(c), HasSubstr("cannot be read")) << key;
        c[key] = json::array();
        EXPECT_THAT(error_of(c), ::testing::AnyOf(HasSubstr("cannot be read"),
                                                  HasSubstr("must be a whole number")))
            << key;
    }
    const auto with = [&](const char* key, json value) {
        json c = right;
        c[key] = std::move(value);
        return error_of(c);
    };
    EXPECT_EQ(with("type", "float8"), "There is no element type 'float8'.");
    EXPECT_THAT(with("fence", "around"), HasSubstr("none, after or before, not 'around'"));
    EXPECT_THAT(with("data", "nice"), HasSubstr("coordinates, special or random"));
    EXPECT_THAT(with("input_offset", -1), HasSubstr("0 to 4096"));
    EXPECT_THAT(with("repeats", 1'000'000), HasSubstr("0 to 10000"));
    EXPECT_THAT(with("output_leading", 1'000'000'000'000), HasSubstr("more than 1073741824 bytes"));
    EXPECT_THAT(with("input_leading", 9'223'372'036'854'775'807),
                HasSubstr("more than 1073741824 bytes"));
    EXPECT_THAT(error_of(json::array()), HasSubstr("cannot be read"));
}

TEST(TransposeCase, SaysWhatMakesNoSense) {
    const auto why = [](auto change) {
        transpose_case c = packed_case("float32", 3, 4, 2);
        change(c.problem);
        return why_senseless(c.problem);
    };
    using kernels::transpose_problem;
    EXPECT_EQ(why([](transpose_problem&) {}), "");
    EXPECT_EQ(why([](transpose_problem& p) { p.rows = -1; }), "an extent is negative");
    EXPECT_EQ(why([](transpose_problem& p) { p.input_batch_stride = -1; }),
              "a batch stride is negative");
    EXPECT_EQ(why([](transpose_problem& p) { p.input_leading = 3; }),
              "the rows of the input overlap");
    EXPECT_EQ(why([](transpose_problem& p) { p.output_leading = 2; }),
              "the rows of the output overlap");
    EXPECT_EQ(why([](transpose_problem& p) { p.output_batch_stride = 11; }),
              "the matrices of the output overlap");
    EXPECT_EQ(why([](transpose_problem& p) { p.input_batch_stride = 0; }),
              "");  // may be read twice
    EXPECT_EQ(why([](transpose_problem& p) { p.output_batch_stride = 0, p.batch = 1; }), "");
}

// The project's own idea of sense, and the kernels': two people wrote them.
TEST(TransposeCase, AgreesWithTheKernelsOnWhatMakesSense) {
    for (std::uint64_t seed = 0; seed < 5000; ++seed) {
        rc::Random random(seed);
        const transpose_case c = random_transpose_case(random, 50);
        ASSERT_EQ(why_senseless(c.problem).empty(), kernels::transpose_refusal(c.problem).empty())
            << to_json(c);
    }
}

TEST(TransposeCase, GetsSimplerUntilItIsTheSimplest) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        rc::Random random(seed);
        transpose_case c = random_transpose_case(random, 100);
        int steps = 0;
        for (auto next = smaller(c); !next.empty() && steps < 1000; next = smaller(c), ++steps)
            c = next[(seed + static_cast<std::uint64_t>(steps)) % next.size()];
        ASSERT_LT(steps, 1000);
        if (why_senseless(c.problem).empty()) {
            ASSERT_EQ(to_json(c), to_json(packed_case("float32", 1, 1)));
        }
    }
}

TEST(TransposeCase, KeepsTheSlackOfItsStridesWhenItsShapeShrinks) {
    transpose_case c = packed_case("float32", 8, 9, 2);
    c.problem.input_leading += 3;
    c.problem.input_batch_stride = 8 * 12 + 5;
    const std::vector<transpose_case> all = smaller(c);
    const auto one_row = std::find_if(all.begin(), all.end(), [](const transpose_case& s) {
        return s.problem.rows == 1 && s.problem.columns == 9;
    });
    ASSERT_NE(one_row, all.end());
    EXPECT_EQ(one_row->problem.input_leading, 12);
    EXPECT_EQ(one_row->problem.input_batch_stride, 12 + 5);
}

TEST(TransposeGenerator, ReachesEveryLabelSoonAndKeepsCasesSmall) {
    std::map<std::string, int> seen;
    long_index_t large = 0;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        rc::Random random(seed);
        const transpose_case c = random_transpose_case(random, static_cast<int>(seed % 101));
        for (const std::string& label : labels_of(c)) ++seen[label];
        large += c.problem.rows * c.problem.columns * c.problem.batch > 4096;
    }
    for (const std::string& label : all_transpose_labels()) EXPECT_GT(seen[label], 3) << label;
    EXPECT_LT(large, 40);
    EXPECT_GT(large, 1);
}

TEST(TransposeGenerator, BeginsWithTheBoundaries) {
    std::map<std::string, int> seen;
    for (const transpose_case& c : first_transpose_cases()) {
        EXPECT_EQ(why_senseless(c.problem), "") << to_json(c);
        for (const std::string& label : labels_of(c)) ++seen[label];
    }
    for (const char* label : {"shape: empty", "shape: 1 x 1", "shape: row", "shape: column",
                              "shape: square", "tail of 16: one over", "tail of 16: one short",
                              "tail of 16: whole tiles", "strides: beyond the extent",
                              "base: off by one", "fence: after", "fence: before", "fence: none"})
        EXPECT_GT(seen[label], 0) << label;
}

}  // namespace
}  // namespace tileproof::properties
