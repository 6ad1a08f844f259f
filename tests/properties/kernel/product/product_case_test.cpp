#include "properties/kernel/product/product_case.hpp"

#include "properties/draw.hpp"
#include "properties/kernel/product/product_generator.hpp"
#include "properties/property.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

namespace tileproof::properties {
namespace {

using kernels::product_range;
using kernels::product_types;
using ::testing::HasSubstr;

product_case drawn(std::uint64_t seed, const product_range& range = {}) {
    draw from(seed);
    return random_product_case(from, static_cast<int>(seed % 101), range);
}

TEST(ProductCase, IsReadAsItWasWritten) {
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        const nlohmann::json j = to_json(drawn(seed));
        EXPECT_EQ(to_json(product_case_from_json(j)), j);
    }
}

TEST(ProductCase, SaysWhatIsWrongWithOneThatCannotBeRead) {
    const nlohmann::json good = to_json(packed_product(product_types::f32_f16, 2, 3, 4));
    const auto sentence = [&](const char* key, const nlohmann::json& value) {
        nlohmann::json j = good;
        j[key] = value;
        try {
            (void)product_case_from_json(j);
        } catch (const bad_case& e) {
            return std::string(e.what());
        }
        return std::string();
    };
    EXPECT_THAT(sentence("types", "f64"), HasSubstr("f32_f16, f32_bf16"));
    EXPECT_THAT(sentence("data", 3), HasSubstr("cannot be read"));
    EXPECT_THAT(sentence("beta", 1), HasSubstr("beta = 0 alone"));
    EXPECT_THAT(sentence("alpha", 0.1), HasSubstr("float32"));
    EXPECT_THAT(sentence("offset", -1), HasSubstr("0 to 4096"));
    EXPECT_THAT(sentence("m", 2000000000), HasSubstr("most allowed"));
    EXPECT_THAT(sentence("c_place", "result"), HasSubstr(""));
}

TEST(ProductCase, KnowsWhatMakesNoSense) {
    kernels::product_problem p{.m = 2, .n = 3, .k = 4};
    pack(p);
    EXPECT_EQ(why_senseless(p), "");
    p.b.leading = 2;
    EXPECT_EQ(why_senseless(p), "the rows of B overlap");
    p.b.column_major = true;
    EXPECT_EQ(why_senseless(p), "the columns of B overlap");
    pack(p);
    p.k = -1;
    EXPECT_EQ(why_senseless(p), "an extent is negative");
    p.k = 1ll << 31;
    EXPECT_EQ(why_senseless(p), "an extent is more than 2^31 - 65");
    p.k = 4;
    p.types = product_types::i32_i8;
    p.beta = 0.5;
    EXPECT_THAT(why_senseless(p), HasSubstr("no whole number"));
}

TEST(ProductCase, ComesToAnEndWhenMadeSmaller) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        // The first step each time, then the last: both ends in the simplest case.
        for (const bool first : {true, false}) {
            product_case c = drawn(seed);
            int steps = 0;
            for (;; ++steps) {
                const auto next = smaller(c, {});
                if (next.empty()) break;
                c = first ? next.front() : next.back();
                ASSERT_LT(steps, 3000) << to_json(c);
            }
            EXPECT_EQ(name_of(c.data), "integers");
            EXPECT_EQ(c.problem.beta, 0);
        }
    }
}

TEST(ProductCase, ReachesEveryLabelInAThousandDraws) {
    const product_range tiles{.types = {product_types::f32_f16},
                              .m_step = 128,
                              .n_step = 128,
                              .k_step = 32,
                              .leading_step = 8,
                              .row_major_only = true,
                              .alignment = 16};
    for (const product_range& range : {product_range{}, tiles}) {
        std::set<std::string> seen;
        for (std::uint64_t seed = 0; seed < 1000; ++seed)
            for (std::string& label : labels_of(drawn(seed, range))) seen.insert(std::move(label));
        for (const std::string& label : all_product_labels(range))
            EXPECT_TRUE(seen.contains(label)) << label;
    }
}

TEST(ProductCase, StaysInTheRangeOfAKernelButForAFew) {
    const product_range tiles{.types = {product_types::f32_f16},
                              .m_step = 128,
                              .n_step = 128,
                              .k_step = 32,
                              .leading_step = 8,
                              .row_major_only = true,
                              .alignment = 16};
    int outside = 0, senseless = 0;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        const product_case c = drawn(seed, tiles);
        if (!why_senseless(c.problem).empty())
            ++senseless;
        else if (!why_out_of_range(tiles, c.problem).empty())
            ++outside;
        EXPECT_EQ(c.offset * 2 % 16, 0);
    }
    EXPECT_GT(outside, 5);
    EXPECT_LT(outside, 60);
    EXPECT_GT(senseless, 10);
    EXPECT_LT(senseless, 80);
}

}  // namespace
}  // namespace tileproof::properties
