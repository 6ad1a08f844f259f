// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tileproof/layout.hpp>

namespace tileproof {
namespace {

using testing::HasSubstr;

void expect_refused(const std::string& text, const std::string& message) {
    try {
        layout::parse(text);
        ADD_FAILURE() << text << " was accepted";
    } catch (const layout_error& error) {
        EXPECT_THAT(error.what(), HasSubstr(message)) << text;
        EXPECT_THAT(error.what(), testing::EndsWith(".")) << text;
    }
}

void expect_refused(const layout_description& description, const std::string& message) {
    try {
        const layout accepted(description);
        ADD_FAILURE() << accepted.text() << " was accepted";
    } catch (const layout_error& error) {
        EXPECT_THAT(error.what(), HasSubstr(message));
    }
}

TEST(LayoutRules, RefuseNegativeLengthsStridesAndOffsetsOfABase) {
    expect_refused("packed [3,-4]",
                   "Base packed [3,-4]: length 1 is -4, but no length is negative.");
    expect_refused("naive [3,4] strides [-8,1]", "stride 0 is -8, but no stride is negative");
    expect_refused("naive [3,4] strides [8,1] offset -1",
                   "the offset is -1, but must not be negative");
    expect_refused("aligned [3,4] align 0", "the alignment is 0, but must be at least 1");
}

TEST(LayoutRules, RefuseABaseWithAnotherNumberOfStridesThanLengths) {
    expect_refused("naive [3,4] strides [8]", "there are 1 strides for 2 lengths");
}

TEST(LayoutRules, RefuseMembersThatABaseDoesNotHave) {
    expect_refused({{base_kind::packed, {3}, {1}, {}, 0}, {}}, "only a naive base has strides");
    expect_refused({{base_kind::aligned, {3}, {}, 2, 8}, {}}, "only a naive base has strides");
    expect_refused({{base_kind::packed, {3}, {}, 0, 0}, {}}, "only a naive base has strides");
    expect_refused({{base_kind::packed, {3}, {}, {}, 8}, {}},
                   "only an aligned base has an alignment");
    expect_refused({{base_kind::packed, {}, {}, {}, 0}, {}},
                   "a base has 1 to 16 lengths, but this one has 0");
    expect_refused({{static_cast<base_kind>(base_kind_count), {3}, {}, {}, 0}, {}},
                   "Base (unknown base) [3]: the base is none of packed, naive and aligned");
    const auto no_kind = static_cast<transform_kind>(transform_kind_count);
    expect_refused({{base_kind::packed, {3}, {}, {}, 0}, {{{{no_kind, {}, {}, {0}, {0}}}}}},
                   "this is none of the transforms");
}

TEST(LayoutRules, RefuseRanksAboveSixteen) {
    expect_refused("packed [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]",
                   "1 to 16 lengths, but this one has 17");
    EXPECT_NO_THROW(layout::parse("packed [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]"));
    expect_refused(
        "packed [1,1] -> {unmerge(1,1,1,1,1,1,1,1): 0 -> 0,1,2,3,4,5,6,7; "
        "unmerge(1,1,1,1,1,1,1,1,1): 1 -> 8,9,10,11,12,13,14,15,0}",
        "Stage 1 makes 17 dimensions, more than the 16 allowed.");
}

TEST(LayoutRules, RefuseAnUnmergeWhoseProductDiffersFromTheLowerLength) {
    expect_refused(
        "packed [256] -> {unmerge(4,60): 0 -> 0,1}",
        "Stage 1, transform 1, unmerge(4,60): 0 -> 0,1: the product of its lengths is 240, but "
        "must be the lower length 256.");
    expect_refused("packed [256] -> {unmerge(-4,-64): 0 -> 0,1}",
                   "a length is -4, but must not be negative");
    expect_refused("packed [0] -> {unmerge(4): 0 -> 0}", "is 4, but must be the lower length 0");
    EXPECT_NO_THROW(layout::parse("packed [0] -> {unmerge(0,4): 0 -> 0,1}"));
}

TEST(LayoutRules, RefuseAnEmbedThatReachesOutsideItsLowerLength) {
    EXPECT_NO_THROW(layout::parse("packed [20] -> {embed([3,4],[8,1]): 0 -> 0,1}"));
    expect_refused("packed [19] -> {embed([3,4],[8,1]): 0 -> 0,1}",
                   "its last index is 19, but it must be from 0 to 18");
    expect_refused("packed [20] -> {embed([3,4],[-8,1]): 0 -> 0,1}", "a stride is -8");
    expect_refused("packed [20] -> {embed([3,4],[8]): 0 -> 0,1}",
                   "there are 1 strides for 2 lengths");
    expect_refused("packed [0] -> {embed([1],[1]): 0 -> 0}",
                   "its last index is 0, but nothing is allowed");
}

TEST(LayoutRules, RefuseASliceOutsideItsLowerLength) {
    EXPECT_NO_THROW(layout::parse("packed [8] -> {slice(0,8): 0 -> 0}"));
    EXPECT_EQ(layout::parse("packed [8] -> {slice(8,8): 0 -> 0}").size(), 0);
    expect_refused("packed [8] -> {slice(2,9): 0 -> 0}",
                   "the end of the slice is 9, but it must be from 0 to 8 for the lower length 8");
    expect_refused("packed [8] -> {slice(5,4): 0 -> 0}", "the beginning of the slice is 5");
    expect_refused("packed [8] -> {slice(-1,4): 0 -> 0}", "the beginning of the slice is -1");
}

TEST(LayoutRules, RefuseAFrozenIndexOutsideItsLowerLength) {
    expect_refused("packed [8] -> {freeze(8): 0 -> ()}",
                   "the frozen index is 8, but it must be from 0 to 7 for the lower length 8");
    expect_refused("packed [8] -> {freeze(-1): 0 -> ()}", "the frozen index is -1");
    expect_refused("packed [0] -> {freeze(0): 0 -> ()}",
                   "the frozen index is 0, but nothing is allowed, because the lower length is 0");
}

TEST(LayoutRules, RefuseAnXorWhoseSecondLengthIsNoPowerOfTwo) {
    EXPECT_NO_THROW(layout::parse("packed [3,1] -> {xor: 0,1 -> 0,1}"));
    expect_refused("packed [8,6] -> {xor: 0,1 -> 0,1}",
                   "its second length is 6, but must be a power of two");
    expect_refused("packed [8,0] -> {xor: 0,1 -> 0,1}",
                   "its second length is 0, but must be a power of two");
    expect_refused("packed [8] -> {xor: 0 -> 0}", "it takes 2 lower dimensions, but 1 is given");
}

TEST(LayoutRules, RefuseAModulusOutsideOneToTheLowerLength) {
    EXPECT_NO_THROW(layout::parse("packed [5] -> {modulo(5,9): 0 -> 0}"));
    expect_refused("packed [5] -> {modulo(6,9): 0 -> 0}",
                   "the modulus is 6, but it must be from 1 to 5");
    expect_refused("packed [5] -> {modulo(0,9): 0 -> 0}", "the modulus is 0");
    expect_refused("packed [5] -> {modulo(2,-9): 0 -> 0}", "a length is -9");
}

TEST(LayoutRules, RefuseGatherEntriesOutsideTheLowerLength) {
    expect_refused("packed [3] -> {gather([0,3]): 0 -> 0}",
                   "an entry of the table is 3, but it must be from 0 to 2 for the lower length 3");
    expect_refused("packed [3] -> {gather([-1]): 0 -> 0}", "an entry of the table is -1");
}

TEST(LayoutRules, RefuseAnOffsetOutsideTheLowerLength) {
    EXPECT_EQ(layout::parse("packed [3] -> {offset(3): 0 -> 0}").size(), 0);
    expect_refused("packed [3] -> {offset(4): 0 -> 0}",
                   "the offset is 4, but it must be from 0 to 3");
    expect_refused("packed [3] -> {offset(-1): 0 -> 0}", "the offset is -1");
}

// Above a pad, on the side where the pad decides.
TEST(LayoutRules, LetAnEmbedReachOutsideThroughAPadOnly) {
    const std::string backwards = "embed([2,6],[-1,1]): 0 -> 0,1}";
    EXPECT_NO_THROW(layout::parse("packed [4] -> {pad(0,0): 0 -> 0} -> {" + backwards));
    EXPECT_NO_THROW(layout::parse("packed [6] -> {left_pad(0): 0 -> 0} -> {" + backwards));
    expect_refused("packed [6] -> {" + backwards, "a stride is -1, but must not be negative");
    expect_refused("packed [6] -> {pad(0,0): 0 -> 0} -> {pass: 0 -> 0} -> {" + backwards,
                   "a stride is -1, but must not be negative");
    expect_refused("packed [6] -> {right_pad(0): 0 -> 0} -> {" + backwards,
                   "a stride is -1, but must not be negative");
    expect_refused("packed [4] -> {left_pad(0): 0 -> 0} -> {" + backwards,
                   "its last index is 5, but it must be from 0 to 3 for the lower length 4");
    expect_refused("packed [4] -> {pad(0,0): 0 -> 0} -> {embed([9],[1]): 0 -> 0}",
                   "its last index is 8, but it must be from 0 to 3 for the lower length 4");
    expect_refused(
        "packed [4] -> {pad(0,0): 0 -> 0} -> {embed([3],[-9223372036854775807]): 0 -> 0}",
        "its first index is ");
}

TEST(LayoutRules, RefuseNegativePadsAndLengths) {
    expect_refused("packed [3] -> {pad(-1,2): 0 -> 0}", "a pad is -1, but must not be negative");
    expect_refused("packed [3] -> {pad(1,-2): 0 -> 0}", "a pad is -2");
    expect_refused("packed [3] -> {left_pad(-1): 0 -> 0}", "a pad is -1");
    expect_refused("packed [3] -> {right_pad(-1): 0 -> 0}", "a pad is -1");
    expect_refused("packed [3] -> {pass: 0 -> 0; insert(-1): () -> 1}", "transform 2, insert(-1)");
    expect_refused("packed [3] -> {pass: 0 -> 0; replicate(2,-1): () -> 1,2}", "a length is -1");
}

TEST(LayoutRules, RefuseDimensionsThatAreNoPermutation) {
    expect_refused(
        "packed [3,4] -> {pass: 0 -> 0}",
        "Stage 1 leaves out lower dimension 1; each must be named once, so pass it, freeze it or "
        "transform it.");
    expect_refused("packed [3,4] -> {pass: 0 -> 0; pass: 0 -> 1}", "names lower dimension 0 twice");
    expect_refused("packed [3,4] -> {pass: 0 -> 0; pass: 2 -> 1}",
                   "names lower dimension 2, but the layout before it has 2, which are 0 to 1");
    expect_refused("packed [3,4] -> {pass: 0 -> 0; pass: 1 -> 0}", "names upper dimension 0 twice");
    expect_refused("packed [3,4] -> {pass: 0 -> 0; pass: 1 -> 2}",
                   "names upper dimension 2, but its transforms make 2");
    expect_refused("packed [3] -> {freeze(0): 0 -> ()} -> {pass: 0 -> 0}",
                   "the layout before it has 0.");
}

TEST(LayoutRules, RefuseAnotherNumberOfArgumentsOrDimensions) {
    expect_refused("packed [3] -> {pass(1): 0 -> 0}", "it takes 0 arguments, but 1 is given");
    expect_refused("packed [3] -> {pad(1): 0 -> 0}", "it takes 2 arguments, but 1 is given");
    expect_refused("packed [3] -> {unmerge: 0 -> 0}",
                   "it takes 1 or more arguments, but 0 are given");
    expect_refused("packed [3] -> {unmerge(1,3): 0 -> 0}",
                   "it makes one upper dimension for each of its 2 lengths, but names 1");
    expect_refused("packed [3] -> {merge: () -> 0; pass: 0 -> 1}",
                   "it takes 1 or more lower dimensions, but 0 are given");
    expect_refused("packed [3] -> {insert(2): 0 -> 0}",
                   "it takes 0 lower dimensions, but 1 is given");
    expect_refused("packed [3] -> {freeze(2): 0 -> 0}",
                   "it takes 0 upper dimensions, but 1 is given");
    layout_description description = parse_layout("packed [3] -> {pass: 0 -> 0}");
    description.stages[0].items[0].strides = {1};
    expect_refused(description, "it has no strides");
    description.stages[0].items.clear();
    expect_refused(description, "Stage 1 has no transform");
    description.stages[0].items.push_back({static_cast<transform_kind>(99), {}, {}, {0}, {0}});
    expect_refused(description, "(unknown transform)");
}

TEST(LayoutRules, RefuseSizesThatDoNotFit64Bits) {
    const std::string large = "4294967296";  // 2^32
    expect_refused("packed [" + large + "," + large + "]",
                   "the element space size does not fit 64 bits");
    expect_refused("packed [2," + large + "," + large + "]", "does not fit 64 bits");
    expect_refused("naive [3] strides [9223372036854775807]",
                   "the element space size does not fit 64 bits");
    expect_refused("naive [1] strides [1] offset 9223372036854775807",
                   "the element space size does not fit 64 bits");
    expect_refused("naive [2] strides [4611686018427387904]",
                   "the padded allocation does not fit 64 bits");
    expect_refused("aligned [2,3] align 9223372036854775807",
                   "the element space size does not fit");
    expect_refused("aligned [2,9223372036854775806] align 5",
                   "the stride of dimension 0 does not fit");
    expect_refused("packed [1] -> {pad(9223372036854775807,0): 0 -> 0}",
                   "its length is 2^63 or more, but must fit 64 bits");
    expect_refused(
        "packed [3] -> {insert(" + large + "): () -> 0; insert(" + large +
            "): () -> 1; pass: 0 -> 2}",
        "The number of indices, the product of the visible lengths, does not fit 64 bits");
    expect_refused("packed [3] -> {insert(" + large + "): () -> 0; insert(" + large +
                       "): () -> 1; pass: 0 -> 2} -> {merge: 0,1,2 -> 0}",
                   "its length is 2^63 or more, but must fit 64 bits");
    expect_refused("packed [3] -> {unmerge(" + large + "," + large + "): 0 -> 0,1}",
                   "the product of its lengths is 2^63 or more, but must be the lower length 3");
    expect_refused("packed [3] -> {embed([3],[9223372036854775807]): 0 -> 0}",
                   "its last index is 2^63 or more, but it must be from 0 to 2");
    EXPECT_NO_THROW(layout::parse("packed [0," + large + "," + large + "]"));
}

TEST(LayoutRules, RefuseMoreTransformsAndArgumentsThanTheMaximum) {
    layout_description description = parse_layout("packed [1]");
    for (int i = 0; i < maximum_transforms; ++i)
        description.stages.push_back({{{transform_kind::pass, {}, {}, {0}, {0}}}});
    EXPECT_NO_THROW(layout{description});
    description.stages.push_back(description.stages.back());
    expect_refused(description, "The layout has 129 transforms, more than the 128 allowed");
    description.stages.clear();
    description.stages.push_back({{{transform_kind::gather, {}, {}, {0}, {0}}}});
    description.stages[0].items[0].arguments.assign(maximum_arguments, 0);
    expect_refused(description, "more than the 65536 allowed");
}

TEST(LayoutRules, CutLongTextsInMessages) {
    std::string table = "0";
    for (int i = 0; i < 1000; ++i) table += ",0";
    try {
        layout::parse("packed [3] -> {gather([" + table + ",7]): 0 -> 0}");
        FAIL() << "entry 7 of length 3 was accepted";
    } catch (const layout_error& error) {
        EXPECT_LT(std::string(error.what()).size(), 400u);
        EXPECT_THAT(error.what(), HasSubstr("an entry of the table is 7"));
    }
}

}  // namespace
}  // namespace tileproof
