// SPDX-License-Identifier: MIT
#include "properties/layout/generator/malformed.hpp"
#include "properties/layout/layout_laws.hpp"
#include "properties/tile/tile_generator.hpp"
#include "properties/tile/tile_subject.hpp"
#include "tests/properties/wrong.hpp"

#include <tileproof/layout.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace tileproof::properties {
namespace {

// Refuses everything with a message, or by throwing something else, or accepts everything.
struct answer {
    std::string message = {};
    bool accepts = false, other_exception = false;
};

struct stubborn final : layout_subject, answer {
    explicit stubborn(answer a) : answer(std::move(a)) {}
    std::string_view name() const override { return "stubborn"; }
    std::unique_ptr<layout_evaluator> make(const layout_description&) const override {
        if (accepts) return nullptr;
        if (other_exception) throw std::out_of_range(message);
        throw layout_error(message);
    }
};

const malformed_layout slice_too_long{"slice: end beyond the length",
                                      "packed [4] -> {slice(0,5): 0 -> 0}", true, "slice",
                                      parse_layout("packed [4] -> {slice(0,5): 0 -> 0}")};

law_result judged(const answer& a, const malformed_layout& malformed = slice_too_long) {
    return check_refusal(stubborn(a), malformed);
}
std::string wanted_of(const std::string& message) {
    const failure f = wrong(judged({.message = message}));
    EXPECT_EQ(f.kind, failure_kind::no_sentence);
    EXPECT_EQ(f.actual->value, fact(message));
    return std::get<std::string>(f.expected->value);
}

TEST(LawL13, HoldsForTheLibraryOnEveryRuleAndMuchDamagedText) {
    constexpr std::uint64_t seed = 41;
    draw from{seed};
    const auto rules = malformed_rules().size();
    for (std::size_t i = 0; i < 200 * rules; ++i) {
        const malformed_layout malformed = break_rule(from, static_cast<int>(i % 101), i % rules);
        const law_result result = check_refusal(dynamic_layouts(), malformed);
        ASSERT_FALSE(result.failed()) << "seed " << seed << ": " << result.sentence();
    }
}

TEST(LawL13, FailsForAMalformedLayoutThatIsAccepted) {
    const failure f = wrong(judged({.accepts = true}));
    EXPECT_EQ(f.kind, failure_kind::accepted_malformed);
    EXPECT_EQ(sentence(f),
              "\"packed [4] -> {slice(0,5): 0 -> 0}\" (slice: end beyond the length) is accepted, "
              "but must be refused.");
    malformed_layout text_only = slice_too_long;
    text_only.description.reset();
    EXPECT_EQ(wrong(judged({.accepts = true}, text_only)).kind, failure_kind::accepted_malformed);
}

TEST(LawL13, FailsForARefusalThatIsNotASentence) {
    EXPECT_TRUE(judged({.message = "A slice ends at 5, beyond the length 4."}).held());
    EXPECT_EQ(wanted_of(""), "a sentence that ends with a full stop");
    EXPECT_EQ(wanted_of("A slice ends at 5"), "a sentence that ends with a full stop");
    EXPECT_EQ(wanted_of("slice to 5 of 4."), "a sentence that begins with a capital letter");
    EXPECT_EQ(wanted_of("The slice is too long."), "a sentence that gives values");
    EXPECT_EQ(wanted_of("Slice(0,5)."), "a sentence of several words");
    EXPECT_EQ(wanted_of("Stage 1 is malformed."), "a sentence that names \"slice\"");
}

TEST(LawL13, FailsForAnotherException) {
    const failure f = wrong(judged({.message = "vector::at", .other_exception = true}));
    EXPECT_EQ(f.kind, failure_kind::wrong_exception);
    EXPECT_EQ(f.actual->value, fact("vector::at"));
}

TEST(LawL13, FailsForARightTextThatIsRefusedOrReadAsAnotherLayout) {
    const malformed_layout right{"text: white space put in", "packed [ 4]", false, "",
                                 parse_layout("packed [4]")};
    EXPECT_TRUE(check_refusal(dynamic_layouts(), right).held());
    const failure refused = wrong(judged({.message = "Stage 1 is malformed."}, right));
    EXPECT_EQ(refused.kind, failure_kind::refused_valid);
    EXPECT_THAT(sentence(refused), testing::HasSubstr("packed [ 4]"));
    EXPECT_THAT(sentence(refused), testing::HasSubstr("Stage 1 is malformed."));
    malformed_layout other = right;
    other.description->base.lengths = {5};
    EXPECT_EQ(wrong(check_refusal(dynamic_layouts(), other)).kind, failure_kind::not_read_back);
}

TEST(LawL13, HoldsForTheLibraryAtItsLimits) {
    for (const malformed_layout& malformed : cases_at_limits()) {
        const law_result result = check_refusal(dynamic_layouts(), malformed);
        EXPECT_TRUE(result.held()) << result.sentence().substr(0, 300);
    }
}

TEST(LawL13, FailsForATileTextThatMustBeReadOrRefusedAndIsNot) {
    for (const std::string& text : tile_texts_at_limits(0)) {
        EXPECT_TRUE(check_right_tile_text(dynamic_tiles(), text).held()) << text;
        EXPECT_EQ(wrong(check_wrong_tile_text(text)).kind, failure_kind::accepted_malformed);
    }
    for (const std::string& text : tile_texts_at_limits(1)) {
        EXPECT_TRUE(check_wrong_tile_text(text).held()) << text;
        EXPECT_EQ(wrong(check_right_tile_text(dynamic_tiles(), text)).kind,
                  failure_kind::refused_valid);
    }
}

TEST(LawL13, HoldsForTileTextsThatAreNone) {
    for (const std::string_view text : wrong_tile_texts())
        EXPECT_TRUE(check_wrong_tile_text(std::string(text)).held()) << text;
}

TEST(LawL13, TakesDamagedTextThatIsStillALayout) {
    EXPECT_TRUE(check_refusal(dynamic_layouts(), {"text: digit changed", "packed [4,5]", false, ""})
                    .held());
    EXPECT_TRUE(
        check_refusal(dynamic_layouts(), {"text: cut off", "packed [4,", false, ""}).held());
    EXPECT_EQ(
        wrong(judged({.message = "no"}, {"text: digit changed", "packed [4,5]", false, ""})).kind,
        failure_kind::no_sentence);
}

TEST(LawL13, PrintsBytesThatCannotBeReadAsNumbers) {
    EXPECT_TRUE(
        judged({.accepts = true}, {"text: foreign", std::string("packed [4]\0\xff", 12), true, ""})
            .held());
    EXPECT_EQ(
        wrong(judged({.message = "No 1"}, {"text: any", "packed [4]\t", true, ""})).where.text,
        "packed [4]\\x09");
}

}  // namespace
}  // namespace tileproof::properties
