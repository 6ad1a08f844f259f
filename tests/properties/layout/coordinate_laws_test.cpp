// SPDX-License-Identifier: MIT
// L5 move, L7 chain, L8 division, L9 vectors: they hold for the library, and say what is wrong where they
// do not. That planted bugs are found by them and shrink is tested in tests/quality/.
#include "properties/division/division.hpp"
#include "properties/draw.hpp"
#include "properties/layout/generator/layout_generator.hpp"
#include "properties/layout/layout_laws.hpp"
#include "tests/properties/wrong.hpp"

#include <tileproof/layout_text.hpp>

#include <gtest/gtest.h>

namespace tileproof::properties {
namespace {

// The library's evaluator with parts of it replaced.
class altered : public layout_evaluator {
  public:
    explicit altered(std::string_view text) : inner_(dynamic_layouts().make(parse_layout(text))) {}
    layout_index lengths() const override { return inner_->lengths(); }
    long_index_t element_space_size() const override { return inner_->element_space_size(); }
    std::optional<long_index_t> offset(std::span<const long_index_t> index) const override {
        return inner_->offset(index);
    }
    layout_index hidden_index(std::span<const long_index_t> index) const override {
        return inner_->hidden_index(index);
    }

  protected:
    std::unique_ptr<layout_evaluator> inner_;
};

template <class Evaluator>
class one_evaluator final : public layout_subject {
  public:
    explicit one_evaluator(std::string_view text) : text_(text) {}
    std::string_view name() const override { return "altered"; }
    std::unique_ptr<layout_evaluator> make(const layout_description&) const override {
        return std::make_unique<Evaluator>(text_);
    }
    law_result check(law_id law) const { return check_layout(law, *this, parse_layout(text_)); }

  private:
    std::string text_;
};

struct counts {
    int held = 0, discarded = 0;
};
template <class Law>
counts check_random_layouts(int cases, Law&& law) {
    counts result;
    draw from{std::uint64_t{20260101}};
    for (int i = 0; i < cases; ++i) {
        const observed_layout seen(dynamic_layouts(), random_layout(from, i % 101));
        const law_result v = law(seen);
        EXPECT_FALSE(v.failed()) << v.sentence();
        if (v.failed()) break;
        ++(v.held() ? result.held : result.discarded);
    }
    return result;
}

TEST(MoveLaw, HoldsForRandomLayouts) {
    const counts seen = check_random_layouts(1500, check_move);
    EXPECT_LT(seen.discarded, seen.held / 4);
}

TEST(MoveLaw, NamesStepAndHiddenIndices) {
    struct stuck : altered {
        using altered::altered;
        bool has_move() const override { return true; }
        void move(layout_index&, std::span<const long_index_t>) const override {}
    };
    const failure f = wrong(one_evaluator<stuck>("packed [2]").check(law_id::L5));
    EXPECT_EQ(f.kind, failure_kind::disagreement);
    EXPECT_EQ(f.actual->value, fact(index_list{0, 0}));
    EXPECT_EQ(f.expected->value, fact(index_list{1, 1}));
    EXPECT_EQ(sentence(f),
              "In packed [2], index (1) has hidden index (0,0) after a move by (1) from index (0), "
              "but hidden index (1,1) when it is made there.");
}

TEST(MoveLaw, LooksAgainBehindAPad) {
    struct forgets : altered {
        using altered::altered;
        bool has_move() const override { return true; }
        void move(layout_index& hidden, std::span<const long_index_t> step) const override {
            inner_->move(hidden, step);
            if (hidden.back() == 1) hidden[0] = 77;  // in the pad, where nobody looks
        }
    };
    EXPECT_TRUE(
        one_evaluator<forgets>("packed [1] -> {left_pad(2): 0 -> 0}").check(law_id::L5).failed());
}

TEST(ChainLaw, HoldsForRandomLayouts) {
    const counts seen = check_random_layouts(
        1500, [](const observed_layout& layout) { return check_chain(dynamic_layouts(), layout); });
    EXPECT_LT(seen.discarded, seen.held / 2);
}

TEST(ChainLaw, NamesTheCut) {
    const layout_description right = parse_layout("packed [3] -> {slice(1,3): 0 -> 0}");
    const one_evaluator<altered> consistent("packed [3] -> {slice(0,2): 0 -> 0}");
    const law_result v = check_chain(dynamic_layouts(), observed_layout(consistent, right));
    EXPECT_TRUE(v.held());  // a wrong upper part by itself agrees with itself
    struct shifted : altered {
        using altered::altered;
        layout_index hidden_index(std::span<const long_index_t> index) const override {
            layout_index hidden = inner_->hidden_index(index);
            hidden[1] -= 1;
            return hidden;
        }
    };
    const one_evaluator<shifted> subject("packed [3] -> {slice(1,3): 0 -> 0}");
    const failure f = wrong(check_chain(dynamic_layouts(), observed_layout(subject, right)));
    EXPECT_EQ(f.kind, failure_kind::disagreement);
    EXPECT_EQ(f.actual->value, fact(1));
    EXPECT_EQ(sentence(f),
              "The layout was cut after stage 0. In packed [3] -> {slice(1,3): 0 -> 0}, index (0) "
              "has offset 1, but offset 0 as index (0) below the cut.");
}

TEST(VectorLaw, HoldsForRandomLayoutsAndIsNotIdle) {
    const counts seen = check_random_layouts(3000, check_vectors);
    EXPECT_GT(seen.held, seen.discarded);
}

TEST(VectorLaw, FindsEachWayToBeWrong) {
    struct claims : altered {
        explicit claims(std::string_view text)
            : altered(text.substr(text.find('|') + 1)),
              claim{std::stoll(std::string(text.substr(0, text.find(',')))),
                    std::stoll(std::string(text.substr(text.find(',') + 1)))} {}
        std::vector<vector_claim> vectors() const override {
            std::vector<vector_claim> all(inner_->lengths().size());
            all.back() = claim;
            return all;
        }
        vector_claim claim;
    };
    struct subject final : layout_subject {
        std::string text;
        std::string_view name() const override { return "claims"; }
        std::unique_ptr<layout_evaluator> make(const layout_description&) const override {
            return std::make_unique<claims>(text);
        }
    };
    const auto check = [](const std::string& claim, const std::string& layout) {
        subject s;
        s.text = claim + "|" + layout;
        return check_layout(law_id::L9, s, parse_layout(layout));
    };
    EXPECT_TRUE(check("4,1", "packed [3,4]").held());
    EXPECT_EQ(
        sentence(wrong(check("3,1", "packed [3,4]"))),
        "Dimension 1 claims vectors of 3 elements with stride 1. In packed [3,4], dimension 1 "
        "has length 4, but must have a length that 3 divides.");
    const failure stride = wrong(check("2,2", "packed [3,4]"));
    EXPECT_EQ(stride.actual->value, fact(1));
    EXPECT_EQ(stride.expected->value, fact(2));
    EXPECT_EQ(wrong(check("4,1", "naive [3,4] strides [5,1]")).kind, failure_kind::misaligned);
    EXPECT_EQ(
        sentence(wrong(check("2,1", "packed [4] -> {pad(1,1): 0 -> 0}"))),
        "Dimension 0 claims vectors of 2 elements with stride 1. In packed [4] -> {pad(1,1): "
        "0 -> 0}, element 1 of the vector at index (0) has offset 0, but must have no element.");
    EXPECT_NE(check("1,-1", "packed [3,4]").discarded, "");
}

TEST(FormsLaw, FindsOtherLengthsSpacesOffsetsAndPads) {
    const observed_layout seen(dynamic_layouts(), parse_layout("packed [2,3]"));
    const auto other = [](std::string_view text) { return altered(text); };
    EXPECT_TRUE(check_forms(other("packed [2,3]"), seen).held());
    failure f = wrong(check_forms(other("packed [3,2]"), seen));
    EXPECT_EQ(f.quantity, "lengths");
    EXPECT_EQ(f.actual->value, fact(index_list{2, 3}));
    EXPECT_EQ(f.expected->value, fact(index_list{3, 2}));
    f = wrong(check_forms(other("naive [2,3] strides [4,1]"), seen));
    EXPECT_EQ(f.quantity, "element space size");
    EXPECT_EQ(f.expected->value, fact(7));
    f = wrong(check_forms(other("naive [2,3] strides [1,2]"), seen));
    EXPECT_EQ(sentence(f),
              "In packed [2,3], index (0,1) has offset 1 in one form, but offset 2 in the other.");
    f = wrong(check_forms(other("packed [2,3] -> {pass: 0 -> 0; pass: 1 -> 1}"), seen));
    EXPECT_EQ(f.quantity, "hidden index");
}

TEST(DivisionLaw, HoldsForEveryDivisorUpTo4096AndAtTheEndsOfTheRange) {
    for (const int bits : {32, 64})
        for (long_index_t d = -2; d <= 4096; ++d) {
            const law_result v = check_divisor(magic_division(), bits, d);
            ASSERT_FALSE(v.failed()) << v.sentence();
        }
    for (int shift = 12; shift < 63; ++shift)
        for (const long_index_t around : {-2, -1, 0, 1, 2})
            for (const int bits : {32, 64}) {
                const law_result v =
                    check_divisor(magic_division(), bits, (long_index_t{1} << shift) + around);
                ASSERT_FALSE(v.failed()) << v.sentence();
            }
}

TEST(DivisionLaw, HoldsForEveryDividendOf16BitsAndDivisorOf8) {
    for (long_index_t d = 1; d < 256; ++d)
        for (long_index_t x = 0; x < 65536; ++x) {
            const law_result v = check_division(magic_division(), {32, d, x});
            ASSERT_FALSE(v.failed()) << v.sentence();
        }
}

TEST(DivisionLaw, HoldsForRandomDivisorsOverTheWholeRange) {
    draw from{std::uint64_t{8}};
    for (int i = 0; i < 20'000; ++i) {
        const int bits = i % 2 == 0 ? 32 : 64;
        const long_index_t last = bits == 32 ? 0x7fffffff : 0x7fffffffffffffff;
        const law_result v =
            check_divisor(magic_division(), bits, from.between(1, last) >> from.below(30));
        ASSERT_FALSE(v.failed()) << v.sentence();
    }
}

TEST(DivisionLaw, FindsAWrongQuotientAndAWrongRefusal) {
    struct : division_subject {
        std::optional<long_index_t> answer;
        std::string_view name() const override { return "answers"; }
        std::optional<long_index_t> quotient(const division_case&) const override { return answer; }
    } subject;
    subject.answer = 8;
    const failure f = wrong(check_division(subject, {32, 7, 65}));
    EXPECT_EQ(f.kind, failure_kind::wrong_value);
    EXPECT_EQ(sentence(f), "65 / 7 in 32 bits is 8, but must be 9.");
    EXPECT_EQ(wrong(check_division(subject, {32, 0, 65})).kind, failure_kind::accepted_malformed);
    subject.answer.reset();
    EXPECT_EQ(wrong(check_division(subject, {32, 7, 65})).kind, failure_kind::refused_valid);
}

TEST(DivisionLaw, PromisesNothingOutsideTheRangeOfDividends) {
    EXPECT_FALSE(check_division(magic_division(), {32, 3, -1}).discarded.empty());
    EXPECT_FALSE(
        check_division(magic_division(), {32, 3, long_index_t{1} << 31}).discarded.empty());
    EXPECT_TRUE(check_division(magic_division(), {64, 3, long_index_t{1} << 31}).held());
}

}  // namespace
}  // namespace tileproof::properties
