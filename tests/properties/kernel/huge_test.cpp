// SPDX-License-Identifier: MIT
// Huge cases: their shapes, what their operands hold by position, and the right answer of a few elements.
#include "properties/draw.hpp"
#include "properties/kernel/case_call.hpp"
#include "properties/kernel/contracts/contracts.hpp"
#include "properties/kernel/huge_case.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <set>

namespace tileproof::properties {
namespace {

using testing::HasSubstr;

long_index_t largest(const kernel_contract& contract, const kernel_case& c) {
    long_index_t most = 0;
    for (std::size_t o = 0; o < c.operands.size(); ++o)
        most = std::max(most, packed_elements(extents_of(contract, c, o)));
    return most;
}

class HugeCase : public testing::TestWithParam<std::string> {
  protected:
    const kernel_contract& contract() const { return *contract_named(GetParam()); }
    kernel_range range() const { return range_of(contract(), {}); }
};

TEST_P(HugeCase, HasMoreElementsThan31BitsCount) {
    const auto first = first_huge_cases(contract(), range());
    EXPECT_GE(first.size(), 4u);
    for (const kernel_case& c : first) {
        EXPECT_GE(largest(contract(), c), long_index_t{1} << 31);
        EXPECT_EQ(case_from_json(contract(), to_json(contract(), c)), c);
        EXPECT_EQ(why_senseless(contract(), c), "");
    }
    int drawn = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        draw from(seed);
        const auto c = random_huge_case(from, contract(), range());
        if (!c) continue;
        ++drawn;
        EXPECT_GE(largest(contract(), *c), long_index_t{1} << 28) << "2^31 bytes of eight each";
        EXPECT_EQ(case_from_json(contract(), to_json(contract(), *c)), *c);
    }
    EXPECT_GE(drawn, 50);
}

// As many rows as a grid has blocks are too few with 16 columns.
TEST(LimitedHugeCase, HasMoreOfTheInnerDimWhereTheOthersMayNotBeLonger) {
    const kernel_contract& product = *contract_named("product");
    kernel_range range = range_of(product, {});
    range.most = {60'000'000, 1, 0};
    const auto first = first_huge_cases(product, range);
    ASSERT_FALSE(first.empty());
    for (const kernel_case& c : first) {
        EXPECT_LE(c.dims[0], 60'000'000);
        EXPECT_GE(largest(product, c) / c.dims[0] * (c.dims[0] - 1), long_index_t{1} << 31)
            << "where the last row begins";
    }
}

// The same case in memory: small enough that both ways can be taken.
TEST_P(HugeCase, HasOperandsThatHoldWhatSmallOnesDo) {
    int compared = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        draw from(seed);
        const kernel_case c = random_case(from, contract(), range(), 20);
        if (!why_senseless(contract(), c).empty() || work_of(contract(), c) > 5000) continue;
        const packed_call packed = contents_of(contract(), c);
        const kernel_call call = call_of(packed, {}, devices::find_device("cpu"));
        std::size_t next = 0;
        for (std::size_t o = 0; o < c.operands.size(); ++o) {
            const operand_use use = use_of(contract(), c, o);
            if (use != operand_use::read && use != operand_use::unread) continue;
            const call_operand& held = call.inputs[next++];
            if (use == operand_use::unread || contract().operands[o].repeats) continue;
            const huge_operand huge(contract(), c, o);
            bytes filled(huge.bytes());
            ASSERT_EQ(filled.size(), held.contents.size());
            huge.fill(0, filled);
            for (std::size_t e = 0; e < held.elements(); ++e) {
                const auto index = huge.index_at(static_cast<long_index_t>(e));
                ASSERT_EQ(index.has_value(), held.live[e] != 0) << to_json(contract(), c);
                if (!index) continue;
                ASSERT_EQ(huge.location_of(*index), static_cast<long_index_t>(e));
                ASSERT_EQ(0, std::memcmp(&filled[e * huge.width()],
                                         &held.contents[e * huge.width()], huge.width()))
                    << to_json(contract(), c) << " element " << e;
            }
            ++compared;
        }
    }
    EXPECT_GE(compared, GetParam() == "product" ? 50 : 0);
}

TEST_P(HugeCase, HasTheAnswerOfASmallOneForAnyOfItsElements) {
    int compared = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        draw from(seed);
        kernel_case c = random_case(from, contract(), range(), 20);
        if (!why_senseless(contract(), c).empty() || work_of(contract(), c) > 5000) continue;
        for (operand_layout& l : c.operands)  // the same matrix many times is no huge case
            if (!l.strides.empty() && l.strides[0] == 0) pack(contract(), c);
        if (!why_not_huge(contract(), c).empty()) continue;
        packed_call packed = contents_of(contract(), c);
        contract().reference(packed);
        const std::size_t o = first_output(contract());
        std::vector<huge_operand> operands;
        for (std::size_t i = 0; i < c.operands.size(); ++i) operands.emplace_back(contract(), c, i);
        if (packed_elements(operands[o].extents()) == 0) continue;
        std::vector<huge_operand::index> asked(10);
        for (auto& index : asked)
            for (const long_index_t extent : operands[o].extents())
                index.push_back(from.below(extent));
        const huge_answer answer = right_answer(contract(), c, operands, o, asked);
        const element_type& type = *contract().types[c.type].each[o];
        for (std::size_t i = 0; i < asked.size(); ++i) {
            const auto at = static_cast<std::size_t>(operands[o].position_of(asked[i]));
            const std::size_t width = operands[o].width();
            const std::byte* is = &answer.right.contents[answer.where[i] * width];
            const std::byte* must = &packed.outputs[o][at * width];
            if (answer.right.bounded())  // within bounds, a zero has no sign
                ASSERT_EQ(answer.right.bounds[answer.where[i]], packed.bounds[o][at]);
            ASSERT_TRUE(std::memcmp(is, must, width) == 0 ||
                        (answer.right.bounded() && value_of(type, is) == value_of(type, must)))
                << to_json(contract(), c);
        }
        ++compared;
    }
    EXPECT_GE(compared, 50);
}

INSTANTIATE_TEST_SUITE_P(Contracts, HugeCase,
                         testing::Values("transpose", "copy", "permute", "product"),
                         [](const auto& i) { return i.param; });

// The natural declaration where a length is an int.
TEST(OwnKernels, WhoseLengthsEndSomewhereAreTriedAtTheLastOnes) {
    constexpr long_index_t last = 2147483647;
    const kernel_contract& copies = *contract_named("copy");
    kernel_range range = range_of(copies, {});
    range.least = {1, 1, 1};
    range.most = {1, last, 1};
    const auto first = first_huge_cases(copies, range);
    ASSERT_FALSE(first.empty());
    EXPECT_EQ(first.front().dims[1], last);
    std::set<long_index_t> drawn;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        draw from(seed);
        if (const auto c = random_huge_case(from, copies, range)) drawn.insert(c->dims[1]);
    }
    EXPECT_GE(drawn.size(), 20u);
    EXPECT_LE(*drawn.rbegin(), last);
    EXPECT_GE(*drawn.begin(), last / 8);  // 2^31 bytes of eight each
    range.most = {1, 1 << 20, 1};
    EXPECT_TRUE(first_huge_cases(copies, range).empty());
}

// A block of our copies goes along a whole row: of 2^31 columns it would be given up.
TEST(OwnKernels, KeepLengthsThatABlockGoesAlong) {
    const auto copy = contract_named("copy");
    kernel_range own{.huge = true, .huge_most = {0, 1024}, .huge_first = 2};
    const auto first = first_huge_cases(*copy, own);
    ASSERT_FALSE(first.empty());
    EXPECT_LE(first.size(), 2u);
    for (const kernel_case& c : first) {
        EXPECT_EQ(c.dims[1], 1024);
        EXPECT_GE(largest(*copy, c), long_index_t{1} << 31);
    }
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        draw from(seed);
        if (const auto c = random_huge_case(from, *copy, own)) EXPECT_EQ(c->dims[1], 1024);
    }
}

TEST(NotHuge, IsWhatHasNoDimThatStandsAlone) {
    EXPECT_FALSE(can_be_huge(*contract_named("mlp", "cpu")));
    EXPECT_FALSE(can_be_huge(*contract_named("relayout relayout_tiles")));
}

TEST(NotHuge, IsALongSumForEachElement) {
    const kernel_contract& product = *contract_named("product");
    kernel_case c = plain_case(product, {65536, 65536, 5000});
    c.huge = true;
    EXPECT_THAT(why_not_huge(product, c), HasSubstr("4096"));
    EXPECT_THROW(case_from_json(product, to_json(product, c)), bad_case);
    c.dims[2] = 4096;
    pack(product, c);
    EXPECT_EQ(why_not_huge(product, c), "");
}

}  // namespace
}  // namespace tileproof::properties
