// SPDX-License-Identifier: MIT
// Mistakes that do not compile: tiles and windows that do not fit together.
//
// ctest compiles this file once as it is, which must work, and once with -Dmistake_NAME for each mistake: then
// the first error must be the sentence above it (cmake/TileproofRefused.cmake).
#include <tileproof/tile/load_tile_transpose.hpp>
#include <tileproof/tile/plain_window.hpp>
#include <tileproof/tile/shuffle_tile.hpp>

#include "encodings.hpp"

using namespace tileproof;
using namespace tileproof::tests;
template <index_t... V>
using s = sequence<V...>;
template <class... T>
using t = tuple<T...>;

constexpr auto d = make_static_tile_distribution(copy_encoding{});
constexpr auto replicated = make_static_tile_distribution(replicated_rows{});
float memory[128 * 8];
template <class Distribution>
using tile_of = static_distributed_tensor<float, Distribution>;
using copied = tile_of<decltype(d)>;
using rows = tile_of<decltype(replicated)>;
inline auto view() {
    return make_naive_tensor_view(memory, t<number<128>, number<8>>{}, t<number<8>, number<1>>{});
}

// refused: the lengths are not the X lengths of the distribution
namespace window_of_other_lengths {
#ifdef mistake_window_of_other_lengths
inline auto wrong() { return make_tile_window(view(), s<128, 4>{}, t<int, int>{}, d, {}); }
#endif
}  // namespace window_of_other_lengths

// refused: one length for each dimension of the view is needed
namespace plain_window_of_another_rank {
#ifdef mistake_plain_window_of_another_rank
inline auto wrong() { return make_tile_window(view(), s<128>{}, {0, 0}); }
#endif
}  // namespace plain_window_of_another_rank

// refused: the lengths of a tile are known at compile time
namespace plain_window_of_dynamic_lengths {
#ifdef mistake_plain_window_of_dynamic_lengths
inline auto wrong() { return make_tile_window(view(), t<int, int>{}, {0, 0}); }
#endif
}  // namespace plain_window_of_dynamic_lengths

// refused: one length for each X dim of the distribution is needed
namespace window_lengths_of_another_rank {
#ifdef mistake_window_lengths_of_another_rank
inline auto wrong() { return make_tile_window(view(), s<128>{}, t<int, int>{}, d, {}); }
#endif
}  // namespace window_lengths_of_another_rank

// refused: the view and the tile have different numbers of dimensions
namespace view_of_another_rank {
#ifdef mistake_view_of_another_rank
inline auto wrong() {
    auto line = make_naive_tensor_view(memory, t<number<128>>{}, t<number<1>>{});
    return make_tile_window(line, s<128, 8>{}, t<int, int>{}, d, {});
}
#endif
}  // namespace view_of_another_rank

// refused: the tile is replicated, so that every holder would add
namespace update_of_a_replicated_tile {
#ifdef mistake_update_of_a_replicated_tile
inline void wrong() {
    auto square = make_naive_tensor_view<address_space_enum::generic, memory_operation_enum::add>(
        memory, t<number<16>, number<16>>{}, t<int, int>{16, 1});
    update_tile(make_tile_window(square, s<16, 16>{}, t<int, int>{}, replicated, {}), rows{});
}
#endif
}  // namespace update_of_a_replicated_tile

// refused: the two tiles have different R
namespace shuffle_of_another_r {
#ifdef mistake_shuffle_of_another_r
inline void wrong(copied& out, const rows& in) { shuffle_tile(out, in); }
#endif
}  // namespace shuffle_of_another_r

// refused: the two tiles have different H
namespace transpose_of_other_lengths {
#ifdef mistake_transpose_of_other_lengths
inline void wrong(copied& out, const copied& in) { transpose_tile2d(out, in); }
#endif
}  // namespace transpose_of_other_lengths

// refused: the tiles split their X dims into registers differently
namespace tiles_of_other_registers {
#ifdef mistake_tiles_of_other_registers
inline void wrong(copied& a, const rows& b) {
    tile_elementwise_inout([](float& x, float y) { x += y; }, a, b);
}
#endif
}  // namespace tiles_of_other_registers

// refused: has one tile_distributed_index for each X dim
namespace element_of_another_rank {
#ifdef mistake_element_of_another_rank
inline float wrong(const copied& a) { return a[t<tile_distributed_index<0>>{}]; }
#endif
}  // namespace element_of_another_rank

// refused: The tile is not distributed as the window is
namespace store_of_another_distribution {
#ifdef mistake_store_of_another_distribution
inline void wrong() {
    store_tile(make_tile_window(view(), s<128, 8>{}, t<int, int>{}, d, {}), rows{});
}
#endif
}  // namespace store_of_another_distribution

// refused: The tile's elements are not of the view's element type
namespace store_of_another_type {
#ifdef mistake_store_of_another_type
inline void wrong() {
    store_tile(make_tile_window(view(), s<128, 8>{}, t<int, int>{}, d, {}),
               static_distributed_tensor<int, decltype(d)>{});
}
#endif
}  // namespace store_of_another_type

// refused: load_tile_transpose: the window's distribution does not end in blocks
namespace transposed_without_blocks {
#ifdef mistake_transposed_without_blocks
inline void wrong() {
    load_tile_transpose(make_tile_window(view(), s<128, 8>{}, t<int, int>{}, d, {}));
}
#endif
}  // namespace transposed_without_blocks

// refused: the tiles do not hold the same X in the same lanes
namespace tiles_of_other_lanes {
#ifdef mistake_tiles_of_other_lanes
template <class... Minors>
using fragment_of = tile_of<tile_distribution<
    tile_distribution_encoding<s<>, t<s<4, 4>, s<4>>, t<s<1, 1>>, t<Minors...>, s<2>, s<0>>>>;
using lanes_down = fragment_of<s<0, 1>>;
using lanes_across = fragment_of<s<1, 0>>;  // the same registers, rows in another order of lanes
inline void wrong(const lanes_down& a, const lanes_across& b) {
    tile_elementwise_in([](float x, float y) { return x + y; }, a, b);
}
#endif
}  // namespace tiles_of_other_lanes

// refused: the lengths of a tile are known at compile time
namespace window_of_dynamic_lengths {
#ifdef mistake_window_of_dynamic_lengths
inline auto wrong(int rows) {
    return make_tile_window(view(), make_tuple(rows, 8), t<int, int>{}, d, {});
}
#endif
}  // namespace window_of_dynamic_lengths
