// SPDX-License-Identifier: MIT
#include "extras/prove/tile_coverage.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tileproof/layout_error.hpp>

namespace tileproof::prove {
namespace {

using ::testing::HasSubstr;

single_answer covered(const std::string& text, const std::string& given = "",
                      bool try_sizes = true) {
    return coverage_of(named_tile(text, given),
                       {.laws = {}, .seconds = 0.05, .try_sizes = try_sizes});
}

struct distribution {
    const char* text;
    const char* given;
};

// Blocks of a tile copy, of a product's operands, with replication, of one thread.
const distribution whole[] = {
    {"tile R=[1] H=[[W,1,32],[2,V]] P=[[1,1],[1,2;2,0]] Y=[1,2;0,1]", "W, V"},
    {"tile R=[] H=[[R,W,L],[K,8]] P=[[1,1],[1,2;2,0]] Y=[1,2;0,1]", "R, W, L, K"},
    {"tile R=[N] H=[[M,16],[4,K]] P=[[0,1;0,0],[2,1;0,1]] Y=[2,1]", "N, M, K"},
    {"tile R=[N] H=[[M,16],[4,K]] P=[[0,1;0,0],[1,2;1,0]] Y=[2,1]", ""},
    {"tile R=[2,2*S] H=[[2^k,8]] P=[[0,1;0,0],[0,1;1,1]] Y=[]", "S, k"},
    {"tile R=[] H=[[M],[N]] P=[] Y=[1,2;0,0]", "M, N"},
    {"tile R=[] H=[[M/4,4]] P=[[1,0]] Y=[1,1]", "M, M%4==0"},
};

TEST(Coverage, IsProvedForAllLengths) {
    for (const distribution& d : whole)
        for (const bool try_sizes : {true, false}) {
            const single_answer a = covered(d.text, d.given, try_sizes);
            EXPECT_EQ(a.what, verdict::proved) << d.text << ": " << a.why;
            EXPECT_GT(a.steps.size(), 1u);
        }
}

TEST(Coverage, IsRefutedByTheSmallestLengthsThatBreakARule) {
    const single_answer unused = covered("tile R=[N] H=[[M]] P=[[1,0]] Y=[]", "M, N");
    EXPECT_EQ(unused.what, verdict::refuted);
    EXPECT_EQ(unused.sizes, "M=1, N=2");
    EXPECT_THAT(unused.why, HasSubstr("is used by no P"));
    const single_answer none = covered("tile R=[] H=[[M-1]] P=[[1,0]] Y=[]", "M");
    EXPECT_EQ(none.what, verdict::refuted);
    EXPECT_EQ(none.sizes, "M=1");
}

// Neither of what is refused, nor of what only larger lengths break.
TEST(Coverage, IsNeverProvedOfWhatBreaksARule) {
    for (const char* text :
         {"tile R=[N] H=[[M]] P=[[1,0]] Y=[]", "tile R=[] H=[[M,N]] P=[[1,0]] Y=[]",
          "tile R=[] H=[[M,N]] P=[[1;0,0]] Y=[1,1]", "tile R=[N] H=[[M]] P=[[1,0]] Y=[0,0]",
          "tile R=[] H=[[M-1,N]] P=[[1,0]] Y=[1,1]", "tile R=[] H=[[100-M,N]] P=[[1,0]] Y=[1,1]"})
        for (const bool try_sizes : {true, false}) try {
                EXPECT_NE(covered(text, "M, N", try_sizes).what, verdict::proved) << text;
            } catch (const layout_error&) {  // no tile's text
            }
}

TEST(Coverage, OfNumbersIsCompared) {
    const single_answer a = covered("tile R=[2] H=[[2,2]] P=[[0,0],[1,1]] Y=[1,0]");
    EXPECT_EQ(a.what, verdict::proved);
    EXPECT_THAT(a.steps, ::testing::ElementsAre("all holders were compared\n"));
}

TEST(Coverage, OfATextThatIsNoTileIsRefusedWithASentence) {
    for (const char* text : {"tile", "tile R=[M H=[[2]] P=[] Y=[]", "tile R=[] H=[[M+]] P=[] Y=[]",
                             "tile R=[] H=[[2]] P=[[1,N]] Y=[]", "tile =", "tile P="})
        EXPECT_THROW(named_tile(text, ""), layout_error) << text;
}

}  // namespace
}  // namespace tileproof::prove
