// L5 move, L7 chain, L8 division, L9 vectors: they hold for the library, and say what is wrong where they
// do not. That planted bugs are found by them and shrink is tested in tests/quality/.
#include "properties/division/division.hpp"
#include "properties/draw.hpp"
#include "properties/layout/generator/layout_generator.hpp"
#include "properties/layout/layout_laws.hpp"

#include <tileproof/layout_text.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tileproof::properties {
namespace {

using testing::HasSubstr;

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
    verdict check(layout_law law) const { return check_layout(*this, parse_layout(text_), law); }

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
        const verdict v = law(seen);
        EXPECT_TRUE(v.held) << v.message;
        if (!v.held) break;
        ++(v.discarded ? result.discarded : result.held);
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
    const verdict v = one_evaluator<stuck>("packed [2]").check(check_move);
    EXPECT_FALSE(v.held);
    EXPECT_THAT(v.message, HasSubstr("moved by (1) from index (0) has hidden index (0,0), but one "
                                     "made at index (1) has (1,1)"));
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
    EXPECT_FALSE(
        one_evaluator<forgets>("packed [1] -> {left_pad(2): 0 -> 0}").check(check_move).held);
}

TEST(ChainLaw, HoldsForRandomLayouts) {
    const counts seen = check_random_layouts(
        1500, [](const observed_layout& layout) { return check_chain(dynamic_layouts(), layout); });
    EXPECT_LT(seen.discarded, seen.held / 2);
}

TEST(ChainLaw, NamesTheCut) {
    const layout_description right = parse_layout("packed [3] -> {slice(1,3): 0 -> 0}");
    const one_evaluator<altered> wrong("packed [3] -> {slice(0,2): 0 -> 0}");
    const verdict v = check_chain(dynamic_layouts(), observed_layout(wrong, right));
    EXPECT_TRUE(v.held);  // a wrong upper part alone agrees with itself
    struct shifted : altered {
        using altered::altered;
        layout_index hidden_index(std::span<const long_index_t> index) const override {
            layout_index hidden = inner_->hidden_index(index);
            hidden[1] -= 1;
            return hidden;
        }
    };
    const one_evaluator<shifted> subject("packed [3] -> {slice(1,3): 0 -> 0}");
    const verdict found = check_chain(dynamic_layouts(), observed_layout(subject, right));
    EXPECT_FALSE(found.held);
    EXPECT_THAT(found.message, HasSubstr("shows index (0) of the layout after stage 0, where there "
                                         "is offset 0"));
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
        return check_layout(s, parse_layout(layout), check_vectors);
    };
    EXPECT_TRUE(check("4,1", "packed [3,4]").held);
    EXPECT_THAT(check("3,1", "packed [3,4]").message, HasSubstr("do not divide its length 4"));
    EXPECT_THAT(check("2,2", "packed [3,4]").message,
                HasSubstr("has offset 1, and must have offset 2"));
    EXPECT_THAT(check("4,1", "naive [3,4] strides [5,1]").message, HasSubstr("not aligned"));
    EXPECT_THAT(
        check("2,1", "packed [4] -> {pad(1,1): 0 -> 0}").message,
        HasSubstr("element 1 of the one at index (0) has offset 0, and must have no element"));
    EXPECT_TRUE(check("1,-1", "packed [3,4]").discarded);
}

TEST(FormsLaw, FindsOtherLengthsSpacesOffsetsAndPads) {
    const observed_layout seen(dynamic_layouts(), parse_layout("packed [2,3]"));
    const auto other = [](std::string_view text) { return altered(text); };
    EXPECT_TRUE(check_forms(other("packed [2,3]"), seen).held);
    EXPECT_THAT(check_forms(other("packed [3,2]"), seen).message,
                HasSubstr("lengths (2,3), the other (3,2)"));
    EXPECT_THAT(check_forms(other("naive [2,3] strides [4,1]"), seen).message,
                HasSubstr("element space size 6, the other 7"));
    EXPECT_THAT(check_forms(other("naive [2,3] strides [1,2]"), seen).message,
                HasSubstr("at index (0,1)"));
    EXPECT_THAT(check_forms(other("packed [2,3] -> {pass: 0 -> 0; pass: 1 -> 1}"), seen).message,
                HasSubstr("hidden index"));
}

TEST(DivisionLaw, HoldsForEveryDivisorUpTo4096AndAtTheEndsOfTheRange) {
    for (const int bits : {32, 64})
        for (long_index_t d = -2; d <= 4096; ++d) {
            const verdict v = check_divisor(magic_division(), bits, d);
            ASSERT_TRUE(v.held) << v.message;
        }
    for (int shift = 12; shift < 63; ++shift)
        for (const long_index_t around : {-2, -1, 0, 1, 2})
            for (const int bits : {32, 64}) {
                const verdict v =
                    check_divisor(magic_division(), bits, (long_index_t{1} << shift) + around);
                ASSERT_TRUE(v.held) << v.message;
            }
}

TEST(DivisionLaw, HoldsForEveryDividendOf16BitsAndDivisorOf8) {
    for (long_index_t d = 1; d < 256; ++d)
        for (long_index_t x = 0; x < 65536; ++x) {
            const verdict v = check_division(magic_division(), {32, d, x});
            ASSERT_TRUE(v.held) << v.message;
        }
}

TEST(DivisionLaw, HoldsForRandomDivisorsOverTheWholeRange) {
    draw from{std::uint64_t{8}};
    for (int i = 0; i < 20'000; ++i) {
        const int bits = i % 2 == 0 ? 32 : 64;
        const long_index_t last = bits == 32 ? 0x7fffffff : 0x7fffffffffffffff;
        const verdict v =
            check_divisor(magic_division(), bits, from.between(1, last) >> from.below(30));
        ASSERT_TRUE(v.held) << v.message;
    }
}

TEST(DivisionLaw, PromisesNothingOutsideTheRangeOfDividends) {
    EXPECT_TRUE(check_division(magic_division(), {32, 3, -1}).discarded);
    EXPECT_TRUE(check_division(magic_division(), {32, 3, long_index_t{1} << 31}).discarded);
    EXPECT_FALSE(check_division(magic_division(), {64, 3, long_index_t{1} << 31}).discarded);
}

}  // namespace
}  // namespace tileproof::properties
