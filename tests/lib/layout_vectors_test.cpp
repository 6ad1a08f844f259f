// SPDX-License-Identifier: MIT
// How long the claims of safe vectors are: L9 wants them to be true, and would take none at all.
#include <gtest/gtest.h>

#include <tileproof/layout_vectors.hpp>

namespace tileproof {
namespace {

std::string claims_of(const char* text) {
    std::string claims;
    for (const vector_claim& c : safe_vectors(layout::parse(text)))
        claims +=
            c.length == 1 ? "1 " : std::to_string(c.length) + ":" + std::to_string(c.stride) + " ";
    return claims;
}

// Of each dim its length and stride; 1 where nothing is claimed.
TEST(LayoutVectors, AreAsLongAsEachTransformLeavesThem) {
    constexpr struct {
        const char *text, *claims;
    } all[] = {
        {"naive [6,16] strides [24,1]", "6:24 8:1 "},
        {"naive [4] strides [0]", "4:0 "},
        {"naive [4,8] strides [8,1] offset 4", "1 4:1 "},
        {"naive [4,8] strides [8,1] offset 3", "1 1 "},
        {"naive [8,4] strides [2,16]", "8:2 4:16 "},
        {"aligned [4,5] align 8", "4:8 1 "},
        {"packed [4,6]", "4:6 6:1 "},
        {"packed [16] -> {pad(4,6): 0 -> 0}", "2:1 "},
        {"packed [16] -> {pad(4,4): 0 -> 0}", "4:1 "},
        {"packed [16] -> {left_pad(4): 0 -> 0}", "4:1 "},
        {"packed [16] -> {right_pad(8): 0 -> 0}", "8:1 "},
        {"packed [16] -> {slice(4,16): 0 -> 0}", "4:1 "},
        {"naive [16] strides [3] -> {slice(3,15): 0 -> 0}", "12:3 "},
        {"packed [16] -> {offset(8): 0 -> 0}", "8:1 "},
        {"packed [4,16] -> {merge: 0,1 -> 0}", "16:1 "},
        {"packed [8,1] -> {merge: 0,1 -> 0}", "8:1 "},
        {"packed [2,8,1,1] -> {merge_divmod: 0,1,2,3 -> 0}", "8:1 "},
        {"packed [64] -> {unmerge(4,16): 0 -> 0,1}", "4:16 16:1 "},
        {"naive [64] strides [2] -> {unmerge(4,16): 0 -> 0,1}", "4:32 16:2 "},
        {"packed [64] -> {embed([4,8],[16,2]): 0 -> 0,1}", "4:16 8:2 "},
        {"packed [64] -> {right_pad(64): 0 -> 0} -> {embed([4,2,8],[16,8,1]): 0 -> 0,1,2}",
         "1 1 8:1 "},
        {"packed [64] -> {right_pad(64): 0 -> 0} -> {unmerge(8,16): 0 -> 0,1}", "1 16:1 "},
        // Outside a pad: whole groups have no element, but nothing is affine from there on.
        {"packed [8] -> {pad(0,0): 0 -> 0} -> {embed([2,16],[-4,1]): 0 -> 0,1}", "1 4:1 "},
        {"packed [8] -> {pad(0,0): 0 -> 0} -> {embed([2,16],[-3,1]): 0 -> 0,1}", "1 1 "},
        {"packed [1] -> {pad(0,0): 0 -> 0} -> {embed([2,3],[-1,1]): 0 -> 0,1}", "1 1 "},
        {"naive [4] strides [2] -> {pad(0,0): 0 -> 0} -> {embed([1,6],[-2,1]): 0 -> 0,1}",
         "1 2:2 "},
        {"packed [8,8] -> {xor: 0,1 -> 0,1}", "1 1 "},
        {"packed [1,8] -> {xor: 0,1 -> 0,1}", "1 8:1 "},
        {"packed [8,1] -> {xor: 0,1 -> 0,1}", "8:1 1 "},
        {"packed [1,6] -> {cyclic_shift: 0,1 -> 0,1}", "1 6:1 "},
        {"packed [6,1] -> {inverse_cyclic_shift: 0,1 -> 0,1}", "6:1 1 "},
        {"packed [3,5] -> {cyclic_shift: 0,1 -> 0,1}", "1 1 "},
        {"packed [12] -> {modulo(4,8): 0 -> 0}", "4:1 "},
        {"packed [4] -> {insert(6): () -> 0; pass: 0 -> 1}", "6:0 4:1 "},
        {"packed [4] -> {replicate(2,3): () -> 0,1; pass: 0 -> 2}", "2:0 3:0 4:1 "},
        {"packed [4,8] -> {freeze(1): 0 -> (); pass: 1 -> 0}", "8:1 "},
        {"packed [8] -> {gather([0,1,2,3]): 0 -> 0}", "1 "},
    };
    for (const auto& [text, claims] : all) EXPECT_EQ(claims_of(text), claims) << text;
}

}  // namespace
}  // namespace tileproof
