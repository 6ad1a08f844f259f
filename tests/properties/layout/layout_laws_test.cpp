// The laws hold for the library, and each fails for a subject that breaks it, with a sentence that
// names the index, what was seen and what must be.
#include "properties/layout/layout_laws.hpp"

#include "properties/layout/generator/layout_generator.hpp"

#include <tileproof/layout.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace tileproof::properties {
namespace {

using testing::HasSubstr;

// The library's layouts, of which a test changes single answers.
struct changed_layouts final : layout_subject {
    using list = std::vector<long_index_t>;
    std::function<void(const layout_description&, list&)> offsets;
    std::function<long_index_t(long_index_t)> space;
    std::function<layout_index(layout_index)> lengths;
    std::function<injectivity_claim(injectivity_claim)> claim;
    std::function<std::optional<layout_index>(std::optional<layout_index>)> inverse;
    std::function<std::optional<long_index_t>(std::optional<long_index_t>)> single;
    std::function<layout_index(layout_index)> hidden;

    std::string_view name() const override { return "changed"; }
    std::unique_ptr<layout_evaluator> make(const layout_description& layout) const override;
};

struct changed_evaluator final : layout_evaluator {
    const changed_layouts& change;
    layout_description description;
    std::unique_ptr<layout_evaluator> right;

    changed_evaluator(const changed_layouts& c, const layout_description& d)
        : change(c), description(d), right(dynamic_layouts().make(d)) {}
    layout_index lengths() const override {
        return change.lengths ? change.lengths(right->lengths()) : right->lengths();
    }
    long_index_t element_space_size() const override {
        return change.space ? change.space(right->element_space_size())
                            : right->element_space_size();
    }
    std::optional<long_index_t> offset(std::span<const long_index_t> index) const override {
        return change.single ? change.single(right->offset(index)) : right->offset(index);
    }
    void all_offsets(std::vector<long_index_t>& offsets) const override {
        right->all_offsets(offsets);
        if (change.offsets) change.offsets(description, offsets);
    }
    layout_index hidden_index(std::span<const long_index_t> index) const override {
        return change.hidden ? change.hidden(right->hidden_index(index))
                             : right->hidden_index(index);
    }
    bool has_injectivity() const override { return true; }
    injectivity_claim injectivity() const override {
        return change.claim ? change.claim(right->injectivity()) : right->injectivity();
    }
    bool has_inverse() const override { return true; }
    std::optional<layout_index> inverse(long_index_t offset) const override {
        return change.inverse ? change.inverse(right->inverse(offset)) : right->inverse(offset);
    }
};

std::unique_ptr<layout_evaluator> changed_layouts::make(const layout_description& layout) const {
    return std::make_unique<changed_evaluator>(*this, layout);
}

observed_layout see(const layout_subject& subject, std::string_view text) {
    return observed_layout(subject, parse_layout(text));
}

constexpr const char* small = "naive [2,2] strides [4,1]";  // offsets 0 1 4 5, space 6

TEST(LayoutLaws, HoldForTheLibraryOnManyRandomLayouts) {
    constexpr std::uint64_t seed = 31;
    constexpr int cases = 12'000;
    draw from{seed};
    int discarded[5] = {};
    for (int i = 0; i < cases; ++i) {
        const layout_description layout = random_layout(from, i % 101);
        const observed_layout seen(dynamic_layouts(), layout);
        const verdict verdicts[] = {check_bounds(seen), check_reference(seen),
                                    check_injective(seen), check_inverse(seen),
                                    i % 4 == 0 ? check_pairs(dynamic_layouts(), seen) : held()};
        for (int law = 0; law < 5; ++law) {
            ASSERT_TRUE(verdicts[law].held) << "seed " << seed << ": " << verdicts[law].message;
            discarded[law] += verdicts[law].discarded;
        }
    }
    EXPECT_EQ(discarded[0], 0);
    EXPECT_LT(discarded[1], cases / 20);
    EXPECT_EQ(discarded[2], 0);
    EXPECT_LT(discarded[3], cases / 2);
    EXPECT_LT(discarded[4], cases / 40);
}

TEST(LawL1, FailsForAnOffsetOutsideTheElementSpace) {
    changed_layouts subject;
    subject.offsets = [](auto&, auto& offsets) { offsets[2] = 6; };
    EXPECT_EQ(
        check_bounds(see(subject, small)).message,
        "L1 bounds: in naive [2,2] strides [4,1], index (1,0) has offset 6, outside the element "
        "space of size 6.");
    subject.offsets = [](auto&, auto& offsets) { offsets[0] = -7; };
    EXPECT_THAT(check_bounds(see(subject, small)).message, HasSubstr("index (0,0) has offset -7"));
}

TEST(LawL1, FailsForAnElementSpaceThatIsTooSmallOrNegative) {
    changed_layouts subject;
    subject.space = [](long_index_t space) { return space - 1; };
    EXPECT_THAT(check_bounds(see(subject, small)).message, HasSubstr("index (1,1) has offset 5"));
    subject.space = [](long_index_t) { return -3; };
    EXPECT_THAT(check_bounds(see(subject, small)).message, HasSubstr("size is -3"));
}

TEST(LawL1, ProbesTheCornersOfALayoutTooLargeToList) {
    changed_layouts subject;  // the element space size of a known bug: 65537 * 65537 in 32 bits
    subject.space = [](long_index_t space) {
        return static_cast<long_index_t>(static_cast<std::uint32_t>(space));
    };
    const observed_layout seen = see(subject, "packed [65537,65537]");
    EXPECT_FALSE(seen.listed());
    const verdict result = check_bounds(seen);
    EXPECT_FALSE(result.held);
    EXPECT_THAT(result.message, HasSubstr("outside the element space of size 131073"));
    EXPECT_TRUE(check_bounds(see(dynamic_layouts(), "packed [65537,65537]")).held);
}

TEST(LawL1, FailsWhenOneIndexAloneHasAnotherOffsetThanInTheListing) {
    changed_layouts subject;
    subject.single = [](auto offset) { return offset ? std::optional(*offset ^ 1) : offset; };
    EXPECT_THAT(
        check_bounds(see(subject, small)).message,
        HasSubstr("index (0,0) has offset 1 when asked for alone, but offset 0 in the listing"));
}

TEST(LawL1, FailsWhenTheHiddenIndexBeginsWithAnotherOffset) {
    changed_layouts subject;
    subject.hidden = [](layout_index hidden) { return ++hidden[0], hidden; };
    EXPECT_THAT(check_bounds(see(subject, small)).message,
                HasSubstr("index (0,0) has offset 0, but its hidden index begins with 1"));
}

TEST(LawL2, FailsForAWrongOffsetAndForAWrongValidity) {
    changed_layouts subject;
    subject.offsets = [](auto&, auto& offsets) { offsets[1] = 0; };
    EXPECT_EQ(check_reference(see(subject, small)).message,
              "L2 reference: in naive [2,2] strides [4,1], index (0,1) has offset 0, but must have "
              "offset 1.");
    subject.offsets = [](auto&, auto& offsets) { offsets[1] = no_offset; };
    EXPECT_THAT(check_reference(see(subject, small)).message,
                HasSubstr("index (0,1) has no element, but must have offset 1"));
    subject.offsets = [](auto&, auto& offsets) { offsets[0] = 0; };
    EXPECT_THAT(check_reference(see(subject, "packed [1] -> {left_pad(1): 0 -> 0}")).message,
                HasSubstr("index (0) has offset 0, but must have no element"));
}

TEST(LawL2, FailsForWrongLengthsAndForAListingOfAnotherSize) {
    changed_layouts subject;
    subject.lengths = [](layout_index lengths) {
        return std::swap(lengths[0], lengths[1]), lengths;
    };
    EXPECT_THAT(check_reference(see(subject, "packed [2,3]")).message,
                HasSubstr("the lengths are (3,2), but must be (2,3)"));
    subject.lengths = {};
    subject.offsets = [](auto&, auto& offsets) { offsets.pop_back(); };
    EXPECT_THAT(check_reference(see(subject, small)).message,
                HasSubstr("3 offsets are listed, but there are 4 indices"));
}

TEST(LawL2, DiscardsWhatIsTooLargeForTheReference) {
    EXPECT_TRUE(check_reference(see(dynamic_layouts(), "packed [65537,65537]")).discarded);
    const verdict inside = check_reference(
        see(dynamic_layouts(), "packed [65537,65537] -> {slice(0,2): 0 -> 0; slice(0,2): 1 -> 1}"));
    EXPECT_TRUE(inside.discarded);
    EXPECT_THAT(inside.message, HasSubstr("65537"));
}

TEST(LawL3, FailsForAFalseClaimOfBeingInjective) {
    changed_layouts subject;
    subject.claim = [](auto) {
        return injectivity_claim{injectivity_claim::kind::injective, "", {}, {}};
    };
    EXPECT_EQ(
        check_injective(see(subject, "naive [2,2] strides [1,1]")).message,
        "L3 injective: in naive [2,2] strides [1,1], the layout says that it is injective, but "
        "indices (0,1) and (1,0) both have offset 1.");
    // The same where a table by offset would be too large.
    EXPECT_THAT(check_injective(see(subject, "naive [2,2,2] strides [1,1,1099511627776]")).message,
                HasSubstr("(0,1,0) and (1,0,0) both have offset 1"));
    // And where only places are probed.
    EXPECT_THAT(check_injective(see(subject, "naive [65537,65537] strides [0,1]")).message,
                HasSubstr("both have offset"));
    EXPECT_TRUE(check_injective(see(subject, small)).held);
}

TEST(LawL3, FailsForAWitnessThatIsNone) {
    changed_layouts subject;
    const auto claims = [&](layout_index first, layout_index second,
                            std::string reason = "It repeats.") {
        subject.claim = [=](auto) {
            return injectivity_claim{injectivity_claim::kind::repeats, reason, first, second};
        };
        return check_injective(see(subject, "naive [2,2] strides [1,1]")).message;
    };
    EXPECT_EQ(claims({0, 1}, {1, 0}), "");
    EXPECT_THAT(claims({0, 0}, {1, 0}), HasSubstr("but they have offset 0 and offset 1"));
    EXPECT_THAT(claims({0, 1}, {0, 1}), HasSubstr("which are not two indices of it"));
    EXPECT_THAT(claims({0, 1}, {1, 2}), HasSubstr("which are not two indices of it"));
    EXPECT_THAT(claims({}, {}), HasSubstr("which are not two indices of it"));
    EXPECT_THAT(claims({0, 1}, {1, 0}, ""), HasSubstr("gives no reason"));
}

TEST(LawL3, AcceptsMayRepeatOnlyWithAReasonAndWhereComparingAllIsTooMuch) {
    changed_layouts subject;
    const auto claims = [&](std::string reason, std::string_view text) {
        subject.claim = [=](auto) {
            return injectivity_claim{injectivity_claim::kind::may_repeat, reason, {}, {}};
        };
        return check_injective(see(subject, text)).message;
    };
    EXPECT_EQ(claims("The strides overlap.", "packed [65537,65537]"), "");
    EXPECT_THAT(claims("", "packed [65537,65537]"), HasSubstr("gives no reason"));
    EXPECT_THAT(claims("The strides overlap.", small),
                HasSubstr("with 4 indices it is small enough"));
}

TEST(LawL4, FailsForAWrongIndexNoIndexAndAnIndexTooMany) {
    changed_layouts subject;
    subject.inverse = [](auto) { return layout_index{0, 0}; };
    EXPECT_EQ(
        check_inverse(see(subject, small)).message,
        "L4 inverse: in naive [2,2] strides [4,1], index (0,1) has offset 1, but the inverse of "
        "that offset is index (0,0).");
    subject.inverse = [](auto) { return std::optional<layout_index>(); };
    EXPECT_THAT(check_inverse(see(subject, small)).message, HasSubstr("that offset is no index"));
    subject.inverse = [](auto found) { return found ? found : layout_index{1, 1}; };
    EXPECT_THAT(check_inverse(see(subject, small)).message,
                HasSubstr("no index has offset 2, but its inverse is index (1,1)"));
}

TEST(LawL4, DiscardsLayoutsThatAreNotInjective) {
    EXPECT_TRUE(check_inverse(see(dynamic_layouts(), "naive [2] strides [0]")).discarded);
}

TEST(LawL10, FailsWhenAPairOnTopChangesAnything) {
    changed_layouts subject;
    const auto message = [&] { return check_pairs(subject, see(subject, small)).message; };
    const auto with_pair = [](const layout_description& layout, transform_kind kind) {
        for (const stage_description& stage : layout.stages)
            for (const item_description& item : stage.items)
                if (item.kind == kind) return true;
        return false;
    };
    EXPECT_EQ(message(), "");
    const std::pair<transform_kind, const char*> pairs[] = {
        {transform_kind::pad, "slice.pad"},
        {transform_kind::unmerge, "unmerge.merge"},
        {transform_kind::xor_, "xor.xor"},
        {transform_kind::freeze, "freeze.insert"}};
    for (const auto& [kind, name] : pairs) {
        subject.offsets = [&, wanted = kind](const layout_description& layout, auto& offsets) {
            if (with_pair(layout, wanted)) std::swap(offsets[0], offsets[1]);
        };
        EXPECT_THAT(message(), HasSubstr(std::string("so ") + name + " is not the identity"));
        EXPECT_THAT(message(),
                    HasSubstr("index (0,0) has offset 1, but without the pair offset 0"));
    }
    subject.offsets = [](const layout_description& layout, auto& offsets) {
        if (!layout.stages.empty() && layout.stages[0].items[0].kind == transform_kind::pass &&
            layout.stages[0].items.size() == 2 &&
            layout.stages[0].items[1].kind == transform_kind::pass)
            offsets[3] = 0;
    };
    EXPECT_THAT(message(), HasSubstr("transpose.transpose"));
}

TEST(LawL10, DiscardsWhatIsTooLargeOrHasNoRoomForAPair) {
    EXPECT_TRUE(
        check_pairs(dynamic_layouts(), see(dynamic_layouts(), "packed [65537,65537]")).discarded);
    std::string text = "packed [1]";
    for (int i = 0; i < 126; ++i) text += " -> {pass: 0 -> 0}";
    EXPECT_TRUE(check_pairs(dynamic_layouts(), see(dynamic_layouts(), text)).discarded);
    EXPECT_TRUE(
        check_pairs(dynamic_layouts(), see(dynamic_layouts(), "packed [3] -> {freeze(1): 0 -> ()}"))
            .held);
}

}  // namespace
}  // namespace tileproof::properties
