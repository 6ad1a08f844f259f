// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tileproof/layout.hpp>

namespace tileproof {
namespace {

using testing::HasSubstr;

const char* const canonical_texts[] = {
    "packed [3,4]",
    "packed [0]",
    "naive [256,128] strides [128,1]",
    "naive [3,4] strides [8,1] offset 2",
    "naive [3,4] strides [8,1] offset 0",
    "aligned [4,5] align 8",
    "naive [256,128] strides [128,1] -> {unmerge(4,64): 0 -> 0,1; pass: 1 -> 2} -> {pass: 0 -> 0; "
    "merge: "
    "1,2 -> 1}",
    "packed [3,8] -> {pad(1,2): 0 -> 1; left_pad(3): 1 -> 0} -> {right_pad(4): 1 -> 1; slice(2,5): "
    "0 -> 0}",
    "packed [3,8] -> {freeze(2): 0 -> (); insert(7): () -> 1; pass: 1 -> 0}",
    "packed [8,4] -> {xor: 0,1 -> 0,1; replicate(2,3): () -> 2,3} -> {merge_divmod: 3,0 -> 1; "
    "modulo(4,9): "
    "1 -> 2; pass: 2 -> 0}",
    "packed [20] -> {embed([3,4],[4,1]): 0 -> 0,1} -> {gather([0,2,1]): 0 -> 0; offset(1): 1 -> 1}",
};

TEST(LayoutText, PrintsCanonicalTextsAsTheyAre) {
    for (const char* text : canonical_texts) {
        EXPECT_EQ(print_layout(parse_layout(text)), text);
        EXPECT_EQ(layout::parse(text).text(), text);
    }
}

TEST(LayoutText, ParsesWhatItPrints) {
    for (const char* text : canonical_texts) {
        const layout_description description = parse_layout(text);
        EXPECT_EQ(parse_layout(print_layout(description)), description) << text;
    }
}

TEST(LayoutText, DoesNotMindWhiteSpace) {
    EXPECT_EQ(
        parse_layout(
            "\tnaive[ 3 ,4 ]strides [8,\n1]  offset 0->{  unmerge ( 1 , 3 ):0->0 , 1;pass:1->2}\n"),
        parse_layout(
            "naive [3,4] strides [8,1] offset 0 -> {unmerge(1,3): 0 -> 0,1; pass: 1 -> 2}"));
}

TEST(LayoutText, ReadsMergeMagicAsMerge) {
    const layout_description description = parse_layout("packed [3,4] -> {merge_magic: 0,1 -> 0}");
    EXPECT_EQ(description.stages[0].items[0].kind, transform_kind::merge);
    EXPECT_EQ(print_layout(description), "packed [3,4] -> {merge: 0,1 -> 0}");
}

TEST(LayoutText, NamesEveryTransformByItsWord) {
    for (int i = 0; i < transform_kind_count; ++i) {
        const auto kind = static_cast<transform_kind>(i);
        const std::string text = "packed [1] -> {" + std::string(name_of(kind)) +
                                 (kind == transform_kind::embed    ? "([1],[1])"
                                  : kind == transform_kind::gather ? "([1])"
                                                                   : "(1)") +
                                 ": 0 -> 0}";
        EXPECT_EQ(parse_layout(text).stages[0].items[0].kind, kind) << text;
    }
}

TEST(LayoutText, RefusesEveryPrefixThatIsNoLayout) {
    for (const std::string text : canonical_texts) {
        for (std::size_t length = 0; length < text.size(); ++length) {
            const std::string prefix = text.substr(0, length);
            try {
                // A prefix may be a layout, "packed [3]" of "packed [3] -> {..}" and "align 1" of
                // "align 16".
                EXPECT_EQ(parse_layout(print_layout(parse_layout(prefix))), parse_layout(prefix));
                const char last = prefix.find_last_not_of(' ') == std::string::npos
                                      ? ' '
                                      : prefix[prefix.find_last_not_of(' ')];
                EXPECT_TRUE(last == ']' || last == '}' || (last >= '0' && last <= '9')) << prefix;
            } catch (const layout_error& error) {
                EXPECT_THAT(error.what(), HasSubstr("Layout text, column")) << prefix;
            }
        }
    }
}

TEST(LayoutText, NeverCrashesWhenACharacterIsReplaced) {
    for (const std::string text : canonical_texts) {
        for (std::size_t i = 0; i < text.size(); ++i) {
            for (const char c : std::string("[]{}();:,->09 ax\x80") + '\0') {
                std::string changed = text;
                changed[i] = c;
                try {
                    const layout l = layout::parse(changed);
                    EXPECT_EQ(layout::parse(l.text()), l) << changed;
                } catch (const layout_error& error) {
                    const std::string message = error.what();
                    EXPECT_GT(message.size(), 30u) << changed;
                    EXPECT_TRUE(message.back() == '.') << message;
                }
            }
        }
    }
}

struct refusal {
    const char* text;
    const char* message;
};

TEST(LayoutText, SaysWhereAndWhatShouldHaveCome) {
    const refusal refusals[] = {
        {"",
         "Layout text, column 1: a layout begins with packed, naive or aligned, but the text ends "
         "here."},
        {"[3,4]",
         "Layout text, column 1: a layout begins with packed, naive or aligned, but \"[\" is "
         "here."},
        {"packed 3", "column 8: \"[\" must come before a list of lengths, but \"3\" is here."},
        {"packed []",
         "column 9: a whole number must come in a list of lengths, but \"]\" is here."},
        {"packed [3,]",
         "column 11: a whole number must come in a list of lengths, but \"]\" is here."},
        {"packed [3 4]",
         "column 11: \"]\" must come after a list of lengths, or \",\" before another number, "
         "but \"4\" is here."},
        {"packed [3.5]", "column 10: \"]\" must come"},
        {"packed [+3]", "column 9: a whole number must come"},
        {"packed [3] {", "column 12: \"->\" must come after the base or a stage"},
        {"packed [3] -> {}", "column 16: a transform begins with one of pass, pad,"},
        {"packed [3] -> {foo: 0 -> 0}", "but \"foo\" is here."},
        {"packed [3] -> {pass: 0 -> 0", "column 28: \"}\" must come at the end of a stage"},
        {"packed [3] -> {pass 0 -> 0}",
         "column 21: \":\" must come before the lower dimensions of pass"},
        {"packed [3] -> {pass: -> 0}",
         "column 22: a whole number must come as one of the lower dimensions"},
        {"packed [3] -> {pass: 0 -> 16}", "column 27: 16 is no dimension: they are 0 to 15."},
        {"packed [3] -> {pass: 0 -> -1}", "column 27: -1 is no dimension: they are 0 to 15."},
        {"packed [3] -> {insert(2): ( -> 0}", "after \"(\": () means no dimensions"},
        {"packed [3] -> {embed([3]): 0 -> 0}", "between the lengths and the strides of embed"},
        {"packed [3] -> {gather(3): 0 -> 0}",
         "\"[\" must come before a list of entries, but \"3\" is here."},
        {"naive [3]", "column 10: \"strides\" and a list must follow the lengths of a naive base"},
        {"aligned [3]",
         "column 12: \"align\" and a number must follow the lengths of an aligned base"},
        {"packed [3] offset 2", "column 12: \"->\" must come after the base"},
        {"packed [9223372036854775808]",
         "column 9: the number does not fit 64 bits; the largest is 9223372036854775807."},
        {"packed [18446744073709551617]", "column 9: the number does not fit 64 bits"},
        {"packed [3]\x01", "but a character of code 1 is here."},
    };
    for (const refusal& r : refusals) {
        try {
            parse_layout(r.text);
            ADD_FAILURE() << r.text << " was accepted";
        } catch (const layout_error& error) {
            EXPECT_THAT(error.what(), HasSubstr(r.message)) << r.text;
        }
    }
}

void expect_text_refused(const std::string& text, const char* message) {
    try {
        parse_layout(text);
        ADD_FAILURE() << "a text of " << text.size() << " characters was accepted";
    } catch (const layout_error& error) {
        EXPECT_THAT(error.what(), HasSubstr(message));
    }
}

TEST(LayoutText, BoundsLengthNumbersTransformsAndDimensions) {
    expect_text_refused("packed [1]" + std::string(maximum_text_length, ' '),
                        "more than the 2097152");
    std::string numbers = "packed [1";
    for (int i = 0; i < maximum_text_numbers; ++i) numbers += ",1";
    expect_text_refused(numbers + "]", "more than 131072 numbers");
    std::string stages = "packed [1]";
    for (int i = 0; i <= maximum_transforms; ++i) stages += " -> {pass: 0 -> 0}";
    expect_text_refused(stages, "at most 128 transforms");
    expect_text_refused("packed [1] -> {merge: 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0 -> 0}",
                        "at most 16 lower dimensions");
}

TEST(LayoutText, ReadsBackTheLargestLayoutsThatAreAllowed) {
    layout_description wide;
    wide.base.lengths = {9223372036854775807};
    std::vector<long_index_t> table(static_cast<std::size_t>(maximum_arguments) - 1,
                                    9223372036854775806);
    wide.stages.push_back({{{transform_kind::gather, table, {}, {0}, {0}}}});
    const layout l(wide);
    EXPECT_EQ(layout::parse(l.text()), l);

    layout_description deep;
    deep.base.lengths.assign(maximum_rank, 1);
    for (int stage = 0; stage < maximum_transforms / maximum_rank; ++stage) {
        deep.stages.emplace_back();
        for (int d = 0; d < maximum_rank; ++d)
            deep.stages.back().items.push_back({transform_kind::pad, {0, 0}, {}, {d}, {d}});
    }
    EXPECT_EQ(layout::parse(layout(deep).text()).description(), deep);
}

}  // namespace
}  // namespace tileproof
