// The words of the library's description and those of the reference mean the same.
#include "properties/layout/physical.hpp"

#include <tileproof/layout_text.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tileproof::properties {
namespace {

using reference::operation;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(Physical, CopiesTheBase) {
    const auto naive = physical(parse_layout("naive [3,4] strides [8,1] offset 5")).memory;
    EXPECT_EQ(naive.kind, reference::arrangement::strided);
    EXPECT_THAT(naive.lengths, ElementsAre(3, 4));
    EXPECT_THAT(naive.strides, ElementsAre(8, 1));
    EXPECT_EQ(naive.offset, 5);
    const auto aligned = physical(parse_layout("aligned [4,5] align 8")).memory;
    EXPECT_EQ(aligned.kind, reference::arrangement::aligned);
    EXPECT_EQ(aligned.alignment, 8);
    EXPECT_EQ(physical(parse_layout("packed [2]")).memory.kind, reference::arrangement::packed);
}

TEST(Physical, TranslatesEveryTransform) {
    const std::pair<const char*, operation> words[] = {
        {"pass: 0 -> 0", operation::pass},
        {"pad(1,2): 0 -> 0", operation::surround},
        {"embed([2],[1]): 0 -> 0", operation::spread},
        {"merge: 0 -> 0", operation::join},
        {"merge_divmod: 0 -> 0", operation::join},
        {"unmerge(2,2): 0 -> 0,1", operation::split},
        {"freeze(1): 0 -> ()", operation::select},
        {"insert(3): () -> 1", operation::copies},
        {"replicate(3,2): () -> 1,2", operation::copies},
        {"slice(1,2): 0 -> 0", operation::block},
        {"modulo(2,5): 0 -> 0", operation::wrap},
        {"xor: 0,1 -> 0,1", operation::swizzle},
        {"offset(1): 0 -> 0", operation::drop_front},
        {"gather([1,0]): 0 -> 0", operation::pick}};
    for (const auto& [text, what] : words) {
        const auto layout = physical(parse_layout(std::string("packed [4] -> {") + text + "}"));
        EXPECT_EQ(layout.stages.at(0).at(0).what, what) << text;
    }
}

TEST(Physical, GivesPadsOfOneSideTwoNumbers) {
    const auto stages =
        physical(parse_layout("packed [4] -> {left_pad(3): 0 -> 0} -> {right_pad(2): 0 -> 0}"
                              " -> {pad(1,2): 0 -> 0}"))
            .stages;
    EXPECT_THAT(stages[0][0].numbers, ElementsAre(3, 0));
    EXPECT_THAT(stages[1][0].numbers, ElementsAre(0, 2));
    EXPECT_THAT(stages[2][0].numbers, ElementsAre(1, 2));
}

TEST(Physical, CopiesArgumentsStridesAndDims) {
    const auto step =
        physical(parse_layout("packed [9,1] -> {embed([2,3],[4,1]): 0 -> 2,0; pass: 1 -> 1}"))
            .stages[0][0];
    EXPECT_THAT(step.numbers, ElementsAre(2, 3));
    EXPECT_THAT(step.strides, ElementsAre(4, 1));
    EXPECT_THAT(step.lower, ElementsAre(0));
    EXPECT_THAT(step.upper, ElementsAre(2, 0));
}

}  // namespace
}  // namespace tileproof::properties
