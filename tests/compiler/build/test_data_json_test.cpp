// SPDX-License-Identifier: MIT
#include "compiler/build/test_data_json.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tileproof::compiler::testing {
namespace {

using sdk::operand_use;
using sdk::test_data;

test_data with_everything() {
    test_data t;
    t.name = "scale";
    t.contract = "custom";
    t.dims = {"rows", "columns"};
    t.multiples = {1, 4};
    t.least = {0, 4};
    t.most = {0, 1 << 30};
    t.operands = {{"a",
                   "float32",
                   4,
                   {"rows", "columns + 1"},
                   operand_use::input,
                   "rows",
                   true,
                   {{-INFINITY, 1.5}}},
                  {"b",
                   "pair",
                   8,
                   {"rows"},
                   operand_use::in_out,
                   "",
                   false,
                   {},
                   sdk::number_values::finite,
                   true,
                   true,
                   "rows",
                   {1, -INFINITY},
                   {{"y", "int8", 4}}}};
    t.scalars = {{"beta", "float32", NAN, 1.5}, {"mode", "int32", 0, 0, true, {3, 1}}};
    t.strided = true;
    t.shifted = false;
    t.bounded = t.flushes = t.relative = t.powers_of_two = t.square = t.refuses =
        t.work_of_all_dims = t.huge = t.unanswered = true;
    t.old_kernel = "scale in old.hip";
    t.launch_cost = {96, 0.5};
    t.edges = {96, 6144};
    t.far = {0, 131072};
    t.apart = {"rows"};
    t.alignment = 16;
    t.waves = {32, 64};
    t.law = sdk::relation::reversed;
    t.from = "packed [rows]";
    t.to = "packed [columns]";
    t.refusal = [](const long*) { return std::string(); };
    t.accepts = [](const sdk::answer&) { return std::string(); };
    t.launch = [](const sdk::call&) {};
    return t;
}

TEST(TestDataJson, ReadsAsItIsWritten) {
    const std::string text = text_of_tests({with_everything(), test_data{}});
    const std::vector<test_data> read = tests_of_text(text);
    ASSERT_EQ(read.size(), 2u);
    EXPECT_EQ(text_of_tests(read), text);
    const test_data& t = read[0];
    EXPECT_EQ(t.name, "scale");
    EXPECT_EQ(t.multiples, (std::vector<long>{1, 4}));
    EXPECT_EQ(t.operands[0].extents[1], "columns + 1");
    EXPECT_TRUE(t.operands[0].each_once);
    EXPECT_EQ(t.operands[0].ranges, (std::vector<std::pair<double, double>>{{-INFINITY, 1.5}}));
    ASSERT_EQ(t.scalars.size(), 2u);
    EXPECT_TRUE(std::isnan(t.scalars[0].least));
    EXPECT_EQ(t.scalars[0].most, 1.5);
    EXPECT_EQ(t.scalars[1].values, (std::vector<double>{3, 1}));
    EXPECT_TRUE(t.huge);
    EXPECT_EQ(t.launch_cost, (std::vector<double>{96, 0.5}));
    EXPECT_EQ(t.edges, (std::vector<long>{96, 6144}));
    EXPECT_EQ(t.far, (std::vector<long>{0, 131072}));
    EXPECT_EQ(t.operands[0].values, sdk::number_values::unsaid);
    EXPECT_EQ(t.operands[1].values, sdk::number_values::finite);
    EXPECT_TRUE(t.operands[1].positive && t.operands[1].sorted);
    EXPECT_EQ(t.operands[1].row_pointers, "rows");
    EXPECT_EQ(t.operands[1].one_of, (std::vector<double>{1, -INFINITY}));
    EXPECT_EQ(t.apart, std::vector<std::string>{"rows"});
    EXPECT_EQ(t.operands[1].use, operand_use::in_out);
    ASSERT_EQ(t.operands[1].members.size(), 1u);
    EXPECT_EQ(t.operands[1].members[0].name, "y");
    EXPECT_EQ(t.operands[1].members[0].type, "int8");
    EXPECT_EQ(t.operands[1].members[0].offset, 4);
    EXPECT_FALSE(t.shifted);
    EXPECT_EQ(t.waves, (std::vector<unsigned>{32, 64}));
    EXPECT_EQ(t.law, sdk::relation::reversed);
    EXPECT_EQ(t.to, "packed [columns]");
    EXPECT_TRUE(t.unanswered);
    EXPECT_EQ(t.old_kernel, "scale in old.hip");
}

// The struct and its text have the same members: whoever adds one to the first meets this.
TEST(TestDataJson, KnowsEveryMember) {
    const auto& [name, contract, dims, multiples, least, most, operands, scalars, strided, shifted,
                 bounded, flushes, relative, powers_of_two, square, work_of_all_dims, huge,
                 launch_cost, edges, far, apart, refuses, alignment, waves, law, mistake,
                 unanswered, old_kernel, from, to, refusal, reference, accepts, launch] =
        with_everything();
    const auto& [o_name, type, bytes, extents, use, indices_below, each_once, ranges, values,
                 positive, sorted, row_pointers, one_of, members] = operands[0];
    const auto& [m_name, m_type, offset] = operands[1].members[0];
    const auto& [s_name, s_type, s_least, s_most, s_from_list, s_values] = scalars[0];
    EXPECT_EQ(o_name, "a");
    EXPECT_EQ(m_name, "y");
    EXPECT_EQ(s_name, "beta");
    EXPECT_EQ(name, "scale");
}

TEST(TestDataJson, SaysWhichFunctionsThereAreAndHasNoneThatRuns) {
    const test_data t = tests_of_text(text_of_tests({with_everything()})).front();
    ASSERT_TRUE(t.refusal);
    EXPECT_FALSE(t.reference);
    EXPECT_THROW(t.refusal(nullptr), std::logic_error);
    ASSERT_TRUE(t.accepts);
    const std::vector<std::vector<long>> extents;
    const std::vector<const void*> inputs;
    const std::vector<void*> outputs;
    const std::vector<std::vector<double>*> bounds;
    EXPECT_THROW(t.accepts({nullptr, extents, inputs, outputs, bounds, bounds}), std::logic_error);
}

TEST(TestDataJson, RefusesWhatCodeWroteOverIt) {
    const std::string good = text_of_tests({with_everything()});
    const auto changed = [&](const std::string& from, const std::string& to) {
        std::string text = good;
        const std::size_t at = text.find(from);
        EXPECT_NE(at, text.npos) << from;
        return text.replace(at, from.size(), to);
    };
    for (const std::string& text :
         {std::string(), std::string("[{"), good.substr(0, good.size() / 2), std::string("[7]"),
          changed("\"law\":2", "\"law\":3"), changed("\"law\":2", "\"law\":-1"),
          changed("\"use\":2", "\"use\":9"), changed("\"dims\":[", "\"dims\":[1,"),
          changed("\"alignment\":16", "\"alignment\":\"x\""),
          changed("\"least\":9221120237041090560", "\"least\":null"), std::string(100'000, '[')})
        EXPECT_ANY_THROW(tests_of_text(text)) << text.substr(0, 100);
}

}  // namespace
}  // namespace tileproof::compiler::testing
