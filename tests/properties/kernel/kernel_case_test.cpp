// SPDX-License-Identifier: MIT
// Cases of all contracts: read as they were written, in sense with the kernels, made smaller, labelled.
#include "properties/draw.hpp"
#include "properties/kernel/case_call.hpp"
#include "properties/kernel/contracts/contracts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace tileproof::properties {
namespace {

using nlohmann::json;

class KernelCase : public ::testing::TestWithParam<std::string> {
  protected:
    const kernel_contract& contract() const { return *contract_named(GetParam()); }
    kernel_range range() const { return range_of(contract(), {}); }
    kernel_case drawn(std::uint64_t seed) const {
        draw from(seed);
        return random_case(from, contract(), range(), static_cast<int>(seed % 101));
    }
};

TEST_P(KernelCase, IsReadAsItWasWritten) {
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        const kernel_case c = drawn(seed);
        ASSERT_EQ(case_from_json(contract(), to_json(contract(), c)), c) << to_json(contract(), c);
    }
    EXPECT_THROW(case_from_json(contract(), json::array()), bad_case);
}

TEST_P(KernelCase, GetsSimplerUntilItIsTheSimplest) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        kernel_case c = drawn(seed);
        int steps = 0;
        for (auto next = smaller(contract(), range(), c); !next.empty() && steps < 2000;
             next = smaller(contract(), range(), c), ++steps)
            c = next[(seed + static_cast<std::uint64_t>(steps)) % next.size()];
        ASSERT_LT(steps, 2000) << to_json(contract(), c);
        if (why_senseless(contract(), c).empty()) {
            ASSERT_EQ(to_json(contract(), c),
                      to_json(contract(), plain_case(contract(), range().multiples)));
        }
    }
}

TEST_P(KernelCase, ReachesEveryLabel) {
    std::map<std::string, int> seen;
    for (std::uint64_t seed = 0; seed < 3000; ++seed)
        for (const std::string& label : labels_of(contract(), range(), drawn(seed))) ++seen[label];
    for (const std::string& label : all_labels(contract(), range()))
        EXPECT_GT(seen[label], 3) << label;
}

TEST_P(KernelCase, BeginsWithCasesThatMakeSense) {
    for (const kernel_case& c : first_cases(contract(), range()))
        EXPECT_EQ(why_senseless(contract(), c), "") << to_json(contract(), c);
}

INSTANTIATE_TEST_SUITE_P(Contracts, KernelCase,
                         ::testing::Values("transpose", "copy", "permute",
                                           "relayout relayout_tiles", "product", "mlp"),
                         [](const auto& test) {
                             return test.param.substr(0, test.param.find(' '));
                         });

template <class Kernels>
void expect_the_same_sense(const std::string& name, const Kernels& kernels) {
    const kernel_contract& contract = *contract_named(name);
    const contract_kernel kernel = under(kernels.front());
    int senseless = 0;
    for (std::uint64_t seed = 0; seed < 4000; ++seed) {
        draw from(seed);
        const kernel_case c = random_case(from, contract, {}, static_cast<int>(seed % 101));
        senseless += !why_senseless(contract, c).empty();
        ASSERT_EQ(why_senseless(contract, c).empty(), kernel.refusal(c).empty())
            << to_json(contract, c) << why_senseless(contract, c) << kernel.refusal(c);
    }
    EXPECT_GT(senseless, 50);
}

TEST(KernelCases, AgreeWithTheKernelsOnWhatMakesSense) {
    const kernels::catalogue& all = devices::find_device("cpu").kernels();
    expect_the_same_sense("transpose", all.transposes);
    expect_the_same_sense("copy", all.copies);
    expect_the_same_sense("permute", all.permutes);
    expect_the_same_sense("product", all.products);
}

TEST(KernelCases, MeetTheNumbersOfConditionsInSomeDimsAtOnce) {
    kernel_contract numbered = *contract_named("transpose");
    const auto met = [&] {
        int both = 0;
        for (std::uint64_t seed = 0; seed < 5000; ++seed) {
            draw from(seed);
            const kernel_case c =
                random_case(from, numbered, range_of(numbered, {}), static_cast<int>(seed % 101));
            both += c.dims[0] == 37 && c.dims[1] == 1019;
        }
        return both;
    };
    EXPECT_EQ(met(), 0);
    numbered.numbers = {37, 1019};
    EXPECT_GT(met(), 5);
}

TEST(KernelCases, HaveNoOtherLengthsWherePowersOfTwoAreAskedFor) {
    const kernel_contract& contract = *contract_named("transpose");
    kernel_range range = range_of(contract, {});
    range.powers_of_two = true;
    range.outside = kernel_range::beyond::not_asked;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        draw from(seed);
        const kernel_case c = random_case(from, contract, range, static_cast<int>(seed % 101));
        if (!why_senseless(contract, c).empty()) continue;
        EXPECT_THAT(c.dims, ::testing::Each(::testing::Truly(
                                [](long_index_t n) { return n > 0 && (n & (n - 1)) == 0; })));
    }
}

TEST(KernelCases, HaveFewTilesWhereAllOfATileTakesTime) {
    const kernel_contract& copy = *contract_named("copy");
    const auto tiles = [&](const kernel_range& range) {
        double sum = 0, most = 0;
        for (std::uint64_t seed = 0; seed < 4000; ++seed) {
            draw from(seed);
            const kernel_case c = random_case(from, copy, range, static_cast<int>(seed % 101));
            const auto steps = static_cast<double>((c.dims[0] + 511) / 512 * ((c.dims[1] + 3) / 4));
            sum += std::max(steps, 0.0);
            most = std::max(most, steps);
        }
        return std::pair(sum / 4000, most);
    };
    const auto [usual, most_usual] = tiles({});
    const auto [few, most_few] = tiles({.tile = {512, 4}});
    const auto [fewer, most_fewer] = tiles({.tile = {512, 4}, .slow = true});
    EXPECT_LT(2 * few, usual);
    EXPECT_LT(fewer, few);
    EXPECT_GT(most_few, 128);
    EXPECT_GT(most_fewer, 16);
}

// As findings and corpora of before have them.
TEST(KernelCases, OfBeforeAreRead) {
    const auto transpose = contract_named("transpose");
    const json before = json::parse(
        R"({"type":"f16","rows":33,"columns":31,"batch":2,"input_leading":32,"output_leading":35,
            "input_batch_stride":1056,"output_batch_stride":1085,"input_offset":1,"output_offset":0,
            "data":"special","data_seed":7,"fence":"after","repeats":1})");
    const kernel_case c = case_from_json(*transpose, before);
    EXPECT_EQ(c.dims, (std::vector<long_index_t>{33, 31, 2}));
    EXPECT_EQ(c.operands[0], (operand_layout{1, {1056, 32, 1}, 0}));
    EXPECT_EQ(c.operands[1], (operand_layout{0, {1085, 35, 1}, 0}));
    EXPECT_EQ(transpose->types[c.type].name, "f16");
    EXPECT_EQ(c.fence, devices::placement::fence_after);
    json again = before;
    again["type"] = "f16";
    EXPECT_EQ(to_json(*transpose, c), again);

    const json product = json::parse(
        R"({"types":"i32_i8","m":17,"n":5,"k":33,"alpha":1.0,"beta":-2.0,"c_place":"own","offset":1,
            "data":"one_hot","data_seed":1,"relation":"transposed","fence":"before","repeats":1,
            "a":{"column_major":true,"leading":18},"b":{"column_major":false,"leading":5},
            "c":{"column_major":false,"leading":5},"d":{"column_major":false,"leading":6}})");
    EXPECT_EQ(
        to_json(*contract_named("product"), case_from_json(*contract_named("product"), product)),
        product);
    const json layers = json::parse(
        R"({"n":17,"data":"uniform","data_seed":3,"relation":"columns_reversed","offset":1,
            "fence":"before","repeats":1})");
    EXPECT_EQ(to_json(*contract_named("mlp"), case_from_json(*contract_named("mlp"), layers)),
              layers);
}

TEST(KernelCases, ThatCannotBeAreRefusedWithASentence) {
    const auto product = contract_named("product");
    const json right = to_json(*product, plain_case(*product, {2, 3, 4}));
    EXPECT_NO_THROW(case_from_json(*product, right));
    const auto expect_refused = [&](const char* key, const json& value) {
        json wrong = right;
        wrong[json::json_pointer(key)] = value;
        try {
            case_from_json(*product, wrong);
            ADD_FAILURE() << wrong;
        } catch (const bad_case& e) {
            EXPECT_EQ(std::string(e.what()).back(), '.') << e.what();
        }
    };
    expect_refused("/m", 2.5);
    expect_refused("/m", 1 << 30);
    expect_refused("/types", "f64_f8");
    expect_refused("/beta", 1);     // C is nowhere
    expect_refused("/alpha", 0.1);  // no float32
    expect_refused("/offset", -1);
    expect_refused("/a/leading", long_index_t{1} << 40);
    expect_refused("/repeats", 20'000);
    expect_refused("/data_seed", -1);
    expect_refused("/relation", "three_products");
}

TEST(KernelCases, KeepWhatLiesBetweenRowsWhenTheyShrink) {
    const auto transpose = contract_named("transpose");
    kernel_case c = plain_case(*transpose, {8, 9, 2});
    slack_list slack = slack_of(*transpose, c);
    slack[0] = {5, 3, 0};
    set_slack(*transpose, slack, c);
    EXPECT_EQ(c.operands[0].strides, (std::vector<long_index_t>{8 * 12 + 5, 12, 1}));
    bool met = false;
    for (const kernel_case& s : smaller(*transpose, {}, c))
        met = met || (s.dims == std::vector<long_index_t>{8, 1, 2} &&
                      s.operands[0].strides == std::vector<long_index_t>{8 * 4 + 5, 4, 1});
    EXPECT_TRUE(met);
}

// What fails only at lengths one tile apart has no shorter one among halves and neighbours.
TEST(SmallerLengths, AreReachedFromAWholeTileFurther) {
    const auto copy = contract_named("copy");
    for (const long_index_t tile : {16, 32, 64, 72, 1024})
        for (const long_index_t rest : {2, 4}) {
            const auto fails = [&](const kernel_case& c) {
                return c.dims[0] > 0 && c.dims[1] > 0 && c.dims[0] % tile == rest &&
                       c.dims[1] % tile == rest;
            };
            kernel_case c = plain_case(*copy, {tile + rest, 2 * tile + rest});
            for (bool again = true; again;) {
                again = false;
                for (const kernel_case& s : smaller(*copy, range_of(*copy, {}), c))
                    if (fails(s)) {
                        c = s;
                        again = true;
                        break;
                    }
            }
            EXPECT_EQ(c.dims, (std::vector<long_index_t>{rest, rest})) << "tiles of " << tile;
        }
}

}  // namespace
}  // namespace tileproof::properties
