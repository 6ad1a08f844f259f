// SPDX-License-Identifier: MIT
#include <tileproof/layout_error.hpp>
#include <tileproof/tile/tile_image.hpp>
#include <tileproof/tile/tile_text.hpp>

#include <gtest/gtest.h>

#include <cstring>

namespace tileproof {
namespace {

constexpr const char* copy = "tile R=[1] H=[[4,1,32],[2,4]] P=[[1,1],[1,2;2,0]] Y=[1,2;0,1]";

TEST(TileView, FindsWhatTheHeaderOfEncodingsWorksOut) {
    const auto image = make_tile_image(parse_tile(copy));
    const tile_view tile(image.data());
    EXPECT_EQ(tile.threads(), 64);
    EXPECT_EQ(tile.registers(), 16);
    EXPECT_EQ(tile.elements(), 1024);
    EXPECT_EQ(tile.replicas(), 1);
    EXPECT_EQ(tile.element_of(5, 6), 34 * 8 + 6);
    EXPECT_EQ(tile.holder_of(34 * 8 + 6, 0), 5 * 16 + 6);
    EXPECT_EQ(tile.header().image_bytes, static_cast<long_index_t>(image.size() * 8));
}

TEST(TileView, AgreesWithTheMapInEveryThreadAndRegister) {
    for (const char* text :
         {copy, "tile R=[2,3] H=[[4],[6]] P=[[0,1;1,0],[0,0]] Y=[2,0]", "tile R=[] H=[] P=[] Y=[]",
          "tile R=[] H=[[2,3],[],[5]] P=[[],[3,1;0,1]] Y=[1,0]"}) {
        const tile_map map = make_tile_map(parse_tile(text));
        const auto image = make_tile_image(parse_tile(text));
        const tile_view tile(image.data());
        for (long_index_t thread = 0; thread < map.threads; ++thread)
            for (long_index_t r = 0; r < map.registers; ++r) {
                long_index_t p[tile_encoding::max_p], y[tile_encoding::max_y];
                long_index_t x[tile_encoding::max_x];
                tile_map::unpack(map.p_lengths, thread, p);
                tile_map::unpack(map.y_lengths, r, y);
                map.x_of(p, y, x);
                const long_index_t element = tile_map::pack(map.x_lengths, x);
                ASSERT_EQ(tile.element_of(thread, r), element) << text;
                ASSERT_EQ(tile.replica_of(thread), map.replica_of(p)) << text;
                ASSERT_EQ(tile.holder_of(element, map.replica_of(p)), thread * map.registers + r)
                    << text;
            }
    }
}

TEST(TileView, NeedsNothingButTheBytesOfItsBlock) {
    auto image = make_tile_image(parse_tile(copy));
    std::vector<std::uint64_t> elsewhere(image.size() + 1);
    std::memcpy(&elsewhere[1], image.data(), image.size() * 8);
    std::fill(image.begin(), image.end(), ~std::uint64_t{0});
    EXPECT_EQ(tile_view(&elsewhere[1]).element_of(5, 6), 278);
}

TEST(TileView, IsNotMadeOfAnEncodingThatIsNotWellMade) {
    EXPECT_THROW(make_tile_image(parse_tile("tile R=[2] H=[] P=[] Y=[]")), layout_error);
}

}  // namespace
}  // namespace tileproof
