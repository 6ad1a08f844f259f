// SPDX-License-Identifier: MIT
// The laws hold for the library, and each fails for a subject that breaks it, saying which index, what was
// seen and what must be.
#include "properties/layout/layout_laws.hpp"

#include "properties/layout/generator/layout_generator.hpp"
#include "tests/properties/wrong.hpp"

#include <tileproof/layout.hpp>

#include <gtest/gtest.h>

#include <functional>

namespace tileproof::properties {
namespace {

// The library's layouts, of which a test changes single answers.
struct changed_layouts final : layout_subject {
    using list = std::vector<long_index_t>;
    std::function<void(const layout_description&, list&)> offsets;
    std::function<long_index_t(long_index_t)> space;
    std::function<memory_sizes(memory_sizes)> sizes;
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
    std::optional<memory_sizes> sizes() const override {
        if (!change.sizes) return std::nullopt;
        return change.sizes(*right->sizes());
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
        const law_result results[] = {
            check_bounds(seen), check_reference(seen), check_injective(seen), check_inverse(seen),
            i % 4 == 0 ? check_pairs(dynamic_layouts(), seen) : held(law_id::L10)};
        for (int law = 0; law < 5; ++law) {
            ASSERT_FALSE(results[law].failed())
                << "seed " << seed << ": " << results[law].sentence();
            discarded[law] += results[law].discarded.empty() ? 0 : 1;
        }
    }
    EXPECT_EQ(discarded[0], 0);
    EXPECT_LT(discarded[1], cases / 20);
    EXPECT_EQ(discarded[2], 0);
    EXPECT_LT(discarded[3], cases / 2);
    EXPECT_LT(discarded[4], cases / 40);
}

TEST(LawL1, FailsForSizesThatAreNotThoseOfTheBase) {
    changed_layouts subject;
    subject.sizes = [](memory_sizes s) { return s; };
    for (const char* text : {small, "packed [0,3]", "aligned [4,5] align 8", "aligned [5] align 8",
                             "naive [4,3] strides [1,8]", "naive [3,4] strides [8,1] offset 5"})
        EXPECT_TRUE(check_bounds(see(subject, text)).held()) << text;
    subject.sizes = [](memory_sizes s) { return memory_sizes{s.space + 1, s.padded}; };
    EXPECT_EQ(sentence(wrong(check_bounds(see(subject, small)))),
              "In naive [2,2] strides [4,1], the element space size is 7, but must be 6.");
    subject.sizes = [](memory_sizes s) { return memory_sizes{s.space, s.padded - 1}; };
    const failure f = wrong(check_bounds(see(subject, small)));
    EXPECT_EQ(f.quantity, "padded allocation size");
    EXPECT_EQ(f.expected->value, fact(8));
}

TEST(LawL1, FailsForAnOffsetOutsideTheElementSpace) {
    changed_layouts subject;
    subject.offsets = [](auto&, auto& offsets) { offsets[2] = 6; };
    const failure f = wrong(check_bounds(see(subject, small)));
    EXPECT_EQ(f.kind, failure_kind::out_of_bounds);
    EXPECT_EQ(f.where.index, (index_list{1, 0}));
    EXPECT_EQ(f.actual->value, fact(6));
    EXPECT_EQ(f.expected->value, fact(6));
    EXPECT_EQ(sentence(f),
              "In naive [2,2] strides [4,1], index (1,0) has offset 6, outside the element space "
              "of size 6.");
    subject.offsets = [](auto&, auto& offsets) { offsets[0] = -7; };
    EXPECT_EQ(wrong(check_bounds(see(subject, small))).actual->value, fact(-7));
}

TEST(LawL1, FailsForAnElementSpaceThatIsTooSmallOrNegative) {
    changed_layouts subject;
    subject.space = [](long_index_t space) { return space - 1; };
    EXPECT_EQ(wrong(check_bounds(see(subject, small))).where.index, (index_list{1, 1}));
    subject.space = [](long_index_t) { return -3; };
    const failure f = wrong(check_bounds(see(subject, small)));
    EXPECT_EQ(f.quantity, "element space size");
    EXPECT_EQ(f.actual->value, fact(-3));
}

TEST(LawL1, ProbesTheCornersOfALayoutTooLargeToList) {
    changed_layouts subject;  // the element space size of a known bug: 65537 * 65537 in 32 bits
    subject.space = [](long_index_t space) {
        return static_cast<long_index_t>(static_cast<std::uint32_t>(space));
    };
    const observed_layout seen = see(subject, "packed [65537,65537]");
    EXPECT_FALSE(seen.listed());
    EXPECT_EQ(wrong(check_bounds(seen)).expected->value, fact(131073));
    EXPECT_TRUE(check_bounds(see(dynamic_layouts(), "packed [65537,65537]")).held());
}

TEST(LawL1, FailsWhenAnIndexHasAnotherOffsetByItselfThanInTheListing) {
    changed_layouts subject;
    subject.single = [](auto offset) { return offset ? std::optional(*offset ^ 1) : offset; };
    const failure f = wrong(check_bounds(see(subject, small)));
    EXPECT_EQ(f.kind, failure_kind::disagreement);
    EXPECT_EQ(f.where.index, (index_list{0, 0}));
    EXPECT_EQ(f.actual->value, fact(1));
    EXPECT_EQ(f.expected->value, fact(0));
}

TEST(LawL1, FailsWhenTheHiddenIndexBeginsWithAnotherOffset) {
    changed_layouts subject;
    subject.hidden = [](layout_index hidden) { return ++hidden[0], hidden; };
    EXPECT_EQ(sentence(wrong(check_bounds(see(subject, small)))),
              "In naive [2,2] strides [4,1], index (0,0) has offset 0, but offset 1 at the front "
              "of its hidden index.");
}

TEST(LawL2, FailsForAWrongOffsetAndForAWrongValidity) {
    changed_layouts subject;
    subject.offsets = [](auto&, auto& offsets) { offsets[1] = 0; };
    failure f = wrong(check_reference(see(subject, small)));
    EXPECT_EQ(f.kind, failure_kind::wrong_value);
    EXPECT_EQ(f.where.index, (index_list{0, 1}));
    EXPECT_EQ(f.actual->value, fact(0));
    EXPECT_EQ(f.expected->value, fact(1));
    subject.offsets = [](auto&, auto& offsets) { offsets[1] = no_offset; };
    f = wrong(check_reference(see(subject, small)));
    EXPECT_EQ(f.kind, failure_kind::missing_element);
    EXPECT_EQ(f.actual->value, fact());
    subject.offsets = [](auto&, auto& offsets) { offsets[0] = 0; };
    f = wrong(check_reference(see(subject, "packed [1] -> {left_pad(1): 0 -> 0}")));
    EXPECT_EQ(f.kind, failure_kind::unexpected_element);
    EXPECT_EQ(f.expected->value, fact());
}

TEST(LawL2, FailsForWrongLengthsAndForAListingOfAnotherSize) {
    changed_layouts subject;
    subject.lengths = [](layout_index lengths) {
        return std::swap(lengths[0], lengths[1]), lengths;
    };
    failure f = wrong(check_reference(see(subject, "packed [2,3]")));
    EXPECT_EQ(f.quantity, "lengths");
    EXPECT_EQ(f.actual->value, fact(index_list{3, 2}));
    EXPECT_EQ(f.expected->value, fact(index_list{2, 3}));
    subject.lengths = {};
    subject.offsets = [](auto&, auto& offsets) { offsets.pop_back(); };
    f = wrong(check_reference(see(subject, small)));
    EXPECT_EQ(f.actual->value, fact(3));
    EXPECT_EQ(f.expected->value, fact(4));
}

TEST(LawL2, DiscardsWhatIsTooLargeForTheReference) {
    EXPECT_NE(check_reference(see(dynamic_layouts(), "packed [65537,65537]")).discarded, "");
    const law_result inside = check_reference(
        see(dynamic_layouts(), "packed [65537,65537] -> {slice(0,2): 0 -> 0; slice(0,2): 1 -> 1}"));
    EXPECT_NE(inside.discarded.find("65537"), std::string::npos) << inside.discarded;
}

TEST(LawL3, FailsForAFalseClaimOfBeingInjective) {
    changed_layouts subject;
    subject.claim = [](auto) {
        return injectivity_claim{injectivity_claim::kind::injective, "", {}, {}};
    };
    failure f = wrong(check_injective(see(subject, "naive [2,2] strides [1,1]")));
    EXPECT_EQ(f.kind, failure_kind::repeated);
    EXPECT_EQ(f.where.index, (index_list{0, 1}));
    EXPECT_EQ(f.where.other_index, (index_list{1, 0}));
    EXPECT_EQ(sentence(f),
              "The layout says that it is injective. In naive [2,2] strides [1,1], indices (0,1) "
              "and (1,0) both have offset 1.");
    // The same where a table by offset would be too large.
    f = wrong(check_injective(see(subject, "naive [2,2,2] strides [1,1,1099511627776]")));
    EXPECT_EQ(f.where.other_index, (index_list{1, 0, 0}));
    // And where only places are probed.
    f = wrong(check_injective(see(subject, "naive [65537,65537] strides [0,1]")));
    EXPECT_EQ(f.kind, failure_kind::repeated);
    EXPECT_TRUE(check_injective(see(subject, small)).held());
}

TEST(LawL3, FailsForAWitnessThatIsFalse) {
    changed_layouts subject;
    const auto claims = [&](layout_index first, layout_index second,
                            std::string reason = "It repeats.") {
        subject.claim = [=](auto) {
            return injectivity_claim{injectivity_claim::kind::repeats, reason, first, second};
        };
        return check_injective(see(subject, "naive [2,2] strides [1,1]"));
    };
    EXPECT_TRUE(claims({0, 1}, {1, 0}).held());
    const failure f = wrong(claims({0, 0}, {1, 0}));
    EXPECT_EQ(f.kind, failure_kind::false_claim);
    EXPECT_EQ(f.actual->value, fact(0));
    EXPECT_EQ(f.expected->value, fact(1));
    // Two indices that are not two, or not of the layout.
    for (const auto& [one, other] :
         {std::pair<layout_index, layout_index>{{0, 1}, {0, 1}}, {{0, 1}, {1, 2}}, {{}, {}}}) {
        const failure none = wrong(claims(one, other));
        EXPECT_EQ(none.kind, failure_kind::false_claim);
        EXPECT_FALSE(none.actual);
    }
    EXPECT_EQ(wrong(claims({0, 1}, {1, 0}, "")).kind, failure_kind::no_sentence);
}

TEST(LawL3, AcceptsMayRepeatOnlyWithAReasonAndWhereComparingAllIsTooMuch) {
    changed_layouts subject;
    const auto claims = [&](std::string reason, std::string_view text) {
        subject.claim = [=](auto) {
            return injectivity_claim{injectivity_claim::kind::may_repeat, reason, {}, {}};
        };
        return check_injective(see(subject, text));
    };
    EXPECT_TRUE(claims("The strides overlap.", "packed [65537,65537]").held());
    EXPECT_EQ(wrong(claims("", "packed [65537,65537]")).kind, failure_kind::no_sentence);
    const failure f = wrong(claims("The strides overlap.", small));
    EXPECT_EQ(f.kind, failure_kind::false_claim);
    EXPECT_EQ(f.actual->value, fact(4));
}

TEST(LawL4, FailsForAWrongIndexNoIndexAndAnIndexTooMany) {
    changed_layouts subject;
    subject.inverse = [](auto) { return layout_index{0, 0}; };
    failure f = wrong(check_inverse(see(subject, small)));
    EXPECT_EQ(f.kind, failure_kind::wrong_value);
    EXPECT_EQ(sentence(f),
              "In naive [2,2] strides [4,1], offset 1 has inverse (0,0), but must have inverse "
              "(0,1).");
    subject.inverse = [](auto) { return std::optional<layout_index>(); };
    EXPECT_EQ(wrong(check_inverse(see(subject, small))).kind, failure_kind::missing_element);
    subject.inverse = [](auto found) { return found ? found : layout_index{1, 1}; };
    f = wrong(check_inverse(see(subject, small)));
    EXPECT_EQ(f.kind, failure_kind::unexpected_element);
    EXPECT_EQ(f.where.at.at(0).second, 2);
    EXPECT_EQ(f.actual->value, fact(index_list{1, 1}));
    // All four offsets of the element space are taken: only those outside of it are strangers.
    EXPECT_EQ(wrong(check_inverse(see(subject, "packed [2,2]"))).where.at.at(0).second, -1);
}

TEST(LawL4, LeadsBackWhereALayoutIsTooLargeToList) {
    changed_layouts subject;
    subject.inverse = [](auto found) {
        return found && (*found)[1] == 2 ? layout_index{0, 4} : found;
    };
    const failure f = wrong(check_inverse(see(subject, "packed [65537,65537]")));
    EXPECT_EQ(f.kind, failure_kind::disagreement);
    EXPECT_EQ(f.where.index, (index_list{0, 4}));
}

TEST(LawL4, DiscardsLayoutsThatAreNotInjective) {
    EXPECT_NE(check_inverse(see(dynamic_layouts(), "naive [2] strides [0]")).discarded, "");
}

TEST(LawL10, FailsWhenAPairOnTopChangesAnything) {
    changed_layouts subject;
    const auto result = [&] { return check_pairs(subject, see(subject, small)); };
    const auto with_pair = [](const layout_description& layout, transform_kind kind) {
        for (const stage_description& stage : layout.stages)
            for (const item_description& item : stage.items)
                if (item.kind == kind) return true;
        return false;
    };
    EXPECT_TRUE(result().held());
    for (const transform_kind kind : {transform_kind::pad, transform_kind::unmerge,
                                      transform_kind::xor_, transform_kind::freeze}) {
        subject.offsets = [&](const layout_description& layout, auto& offsets) {
            if (with_pair(layout, kind)) std::swap(offsets[0], offsets[1]);
        };
        const failure f = wrong(result());
        EXPECT_TRUE(with_pair(parse_layout(f.where.text), kind)) << f.where.text;
        EXPECT_EQ(f.where.index, (index_list{0, 0}));
        EXPECT_EQ(f.actual->value, fact(1));
        EXPECT_EQ(f.expected->value, fact(0));
    }
    subject.offsets = [](const layout_description& layout, auto& offsets) {
        if (!layout.stages.empty() && layout.stages[0].items[0].kind == transform_kind::pass &&
            layout.stages[0].items.size() == 2 &&
            layout.stages[0].items[1].kind == transform_kind::pass)
            offsets[3] = 0;
    };
    EXPECT_EQ(wrong(result()).detail, "So transpose.transpose is not the identity.");
}

TEST(LawL10, FailsWhenAPairOnTopIsRefused) {
    const layout_subject& library = dynamic_layouts();
    struct : layout_subject {
        std::string_view name() const override { return "no room"; }
        std::unique_ptr<layout_evaluator> make(const layout_description&) const override {
            throw layout_error("There is no room for 2 stages.");
        }
    } refuses;
    const failure f = wrong(check_pairs(refuses, see(library, small)));
    EXPECT_EQ(f.kind, failure_kind::refused_valid);
    EXPECT_NO_THROW(library.make(parse_layout(f.where.text)));
}

TEST(LawL10, PutsPairsOnLayoutsOfEveryRank) {
    std::string lengths = "4";
    for (int rank = 1; rank <= 16; ++rank, lengths += rank % 3 == 0 ? ",6" : ",1") {
        const layout_description layout = parse_layout("packed [" + lengths + "]");
        const observed_layout seen(dynamic_layouts(), layout);
        EXPECT_TRUE(check_pairs(dynamic_layouts(), seen).held()) << lengths;
        std::vector<bool> met(static_cast<std::size_t>(rank));
        for (const layout_description& with_pair : layouts_with_pairs(layout, seen.lengths()))
            for (const item_description& item : with_pair.stages[0].items)
                if (item.kind == transform_kind::pad)
                    met[static_cast<std::size_t>(item.lower[0])] = true;
        EXPECT_EQ(std::ranges::count(met, true), rank) << "dims with a pad of " << lengths;
    }
}

TEST(LawL10, DiscardsWhatIsTooLargeOrHasNoRoomForAPair) {
    const auto discarded = [](std::string_view text) {
        return check_pairs(dynamic_layouts(), see(dynamic_layouts(), text)).discarded;
    };
    EXPECT_NE(discarded("packed [65537,65537]"), "");
    std::string text = "packed [1]";
    for (int i = 0; i < 126; ++i) text += " -> {pass: 0 -> 0}";
    EXPECT_NE(discarded(text), "");
    EXPECT_TRUE(
        check_pairs(dynamic_layouts(), see(dynamic_layouts(), "packed [3] -> {freeze(1): 0 -> ()}"))
            .held());
}

TEST(CheckLayout, TakesARefusalOfAValidLayoutForAFailureOfTheLaw) {
    struct : layout_subject {
        std::string_view name() const override { return "refuses"; }
        std::unique_ptr<layout_evaluator> make(const layout_description&) const override {
            throw layout_error("Nothing is good enough for 1 of us.");
        }
    } refuses;
    const law_result r = check_layout(law_id::L5, refuses, parse_layout("packed [2]"));
    EXPECT_EQ(wrong(r).kind, failure_kind::refused_valid);
    EXPECT_EQ(wrong(r).law, law_id::L5);
    EXPECT_THROW(check_layout(law_id::K1, dynamic_layouts(), parse_layout("packed [2]")),
                 std::exception);
}

}  // namespace
}  // namespace tileproof::properties
