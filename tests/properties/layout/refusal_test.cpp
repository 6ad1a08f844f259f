#include "properties/layout/refusal.hpp"

#include <tileproof/layout.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace tileproof::properties {
namespace {

using testing::HasSubstr;

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

std::string judged(const answer& a, const malformed_layout& malformed = slice_too_long) {
    return check_refusal(stubborn(a), malformed).message;
}

TEST(LawL13, HoldsForTheLibraryOnEveryRuleAndMuchDamagedText) {
    constexpr std::uint64_t seed = 41;
    draw from{seed};
    const auto rules = malformed_rules().size();
    for (std::size_t i = 0; i < 200 * rules; ++i) {
        const malformed_layout malformed = break_rule(from, static_cast<int>(i % 101), i % rules);
        const verdict result = check_refusal(dynamic_layouts(), malformed);
        ASSERT_TRUE(result.held) << "seed " << seed << ": " << result.message;
    }
}

TEST(LawL13, FailsForAMalformedLayoutThatIsAccepted) {
    EXPECT_EQ(
        judged({.accepts = true}),
        "L13 refusal: \"packed [4] -> {slice(0,5): 0 -> 0}\" (slice: end beyond the length): it is "
        "accepted, but must be refused.");
    malformed_layout text_only = slice_too_long;
    text_only.description.reset();
    EXPECT_THAT(judged({.accepts = true}, text_only), HasSubstr("must be refused"));
}

TEST(LawL13, FailsForARefusalThatIsNoSentence) {
    EXPECT_EQ(judged({.message = "A slice ends at 5, beyond the length 4."}), "");
    EXPECT_THAT(judged({}), HasSubstr("without a word"));
    EXPECT_THAT(judged({.message = "A slice ends at 5"}), HasSubstr("does not end as a sentence"));
    EXPECT_THAT(judged({.message = "slice to 5 of 4."}), HasSubstr("does not begin as a sentence"));
    EXPECT_THAT(judged({.message = "The slice is too long."}), HasSubstr("gives no values"));
    EXPECT_THAT(judged({.message = "Slice(0,5)."}), HasSubstr("no sentence"));
    EXPECT_THAT(judged({.message = "Stage 1 is malformed."}), HasSubstr("does not name \"slice\""));
}

TEST(LawL13, FailsForAnotherException) {
    EXPECT_THAT(judged({.message = "vector::at", .other_exception = true}),
                HasSubstr("another exception than layout_error, \"vector::at\""));
}

TEST(LawL13, TakesDamagedTextThatIsStillALayout) {
    EXPECT_TRUE(
        check_refusal(dynamic_layouts(), {"text: digit changed", "packed [4,5]", false, ""}).held);
    EXPECT_TRUE(check_refusal(dynamic_layouts(), {"text: cut off", "packed [4,", false, ""}).held);
    EXPECT_THAT(judged({.message = "no"}, {"text: digit changed", "packed [4,5]", false, ""}),
                HasSubstr("does not end as a sentence"));
}

TEST(LawL13, PrintsBytesThatCannotBeReadAsNumbers) {
    EXPECT_THAT(
        judged({.accepts = true}, {"text: foreign", std::string("packed [4]\0\xff", 12), true, ""}),
        "");
    EXPECT_THAT(judged({.message = "No 1"}, {"text: any", "packed [4]\t", true, ""}),
                HasSubstr("\"packed [4]\\x09\""));
}

}  // namespace
}  // namespace tileproof::properties
