// Not linked into anything: ctest compiles it once for each CASE and looks for the sentence of the
// static_assert. CASE 0 is well made and must compile.
#include <tileproof/tile/shuffle_tile.hpp>
#include <tileproof/tile/tile_window.hpp>

#include "encodings.hpp"

using namespace tileproof;
using namespace tileproof::tests;
template <long_index_t... V>
using s = sequence<V...>;
template <class... T>
using t = tuple<T...>;

#if CASE == 0
using subject = tile_distribution_encoding<s<2>, t<s<2, 2>>, t<s<0, 1>>, t<s<0, 0>>, s<1>, s<1>>;
#elif CASE == 1
using subject = tile_distribution_encoding<s<>, t<s<2, 2>>, t<s<1>>, t<s<0>>, s<>, s<>>;
#elif CASE == 2
using subject = tile_distribution_encoding<s<2>, t<s<2>>, t<s<1>>, t<s<0>>, s<>, s<>>;
#elif CASE == 3
using subject = tile_distribution_encoding<s<>, t<s<2>>, t<s<1>>, t<s<0>>, s<1>, s<0>>;
#elif CASE == 4
using subject = tile_distribution_encoding<s<2>, t<s<2>>, t<s<1>>, t<s<0>>, s<0>, s<0>>;
#elif CASE == 5
using subject = tile_distribution_encoding<s<>, t<s<2>>, t<s<2>>, t<s<0>>, s<1>, s<0>>;
#elif CASE == 6
using subject = tile_distribution_encoding<s<>, t<s<0>>, t<s<1>>, t<s<0>>, s<>, s<>>;
#elif CASE == 7
using subject = tile_distribution_encoding<s<>, t<s<4294967296>, s<4294967296>>, t<s<1, 2>>,
                                           t<s<0, 0>>, s<>, s<>>;
#elif CASE == 8
using subject = tile_distribution_encoding<s<>, t<s<2, 2>>, t<s<1, 1>>, t<s<0>>, s<1>, s<1>>;
#elif CASE == 9
using subject = tile_distribution_encoding<s<>, t<s<2, 2>>, t<s<1>>, t<s<0>, s<1>>, s<>, s<>>;
#elif CASE == 10
using subject = tile_distribution_encoding<s<>, s<2, 2>, t<s<1>>, t<s<0>>, s<1>, s<1>>;
#elif CASE == 11
using subject =
    tile_distribution_encoding<s<1, 1, 1, 1, 1, 1, 1, 1, 1>, t<s<2>>, t<s<1>>, t<s<0>>, s<>, s<>>;
#elif CASE == 12
using one = tile_distribution_encoding<s<>, t<s<2>>, t<>, t<>, s<1>, s<0>>;
using subject = embed_tile_distribution_encoding<one, copy_encoding>;
#elif CASE == 13
using subject = reduce_tile_distribution_encoding<copy_encoding, s<2>>;
#elif CASE == 14
using subject = slice_tile_distribution_encoding<copy_encoding, s<0, 0>, s<16, 8>>;
#elif CASE == 15
using subject = slice_tile_distribution_encoding<copy_encoding, s<0, 0>, s<129, 8>>;
#elif CASE == 16
using subject = slice_tile_distribution_encoding<copy_encoding, s<16, 0>, s<48, 8>>;
#elif CASE == 17
using subject = slice_tile_distribution_encoding<copy_encoding, s<0>, s<64>>;
#elif CASE == 18
using subject = copy_encoding;
using two = tile_distribution<copy_encoding>;
constexpr int n = two::get_register(s<4, 0>{});
#elif CASE == 19
using subject = tile_distribution_encoding<s<>, t<s<65536, 65536>>, t<s<1>>, t<s<0>>, s<1>, s<1>>;
constexpr auto too_large = make_static_tile_distribution(subject{}).get_lengths();
#elif CASE >= 20
using subject = copy_encoding;
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
#if CASE == 20
inline auto wrong() { return make_tile_window(view(), s<128, 4>{}, t<int, int>{}, d, {}); }
#elif CASE == 21
inline auto wrong() { return make_tile_window(view(), s<128>{}, t<int, int>{}, d, {}); }
#elif CASE == 22
inline auto wrong() {
    auto line = make_naive_tensor_view(memory, t<number<128>>{}, t<number<1>>{});
    return make_tile_window(line, s<128, 8>{}, t<int, int>{}, d, {});
}
#elif CASE == 23
inline void wrong() {
    auto square = make_naive_tensor_view(memory, t<number<16>, number<16>>{}, t<int, int>{16, 1});
    update_tile(make_tile_window(square, s<16, 16>{}, t<int, int>{}, replicated, {}), rows{});
}
#elif CASE == 24
inline void wrong(copied& out, const rows& in) { shuffle_tile(out, in); }
#elif CASE == 25
inline void wrong(copied& out, const copied& in) { transpose_tile2d(out, in); }
#elif CASE == 26
inline void wrong(copied& a, const rows& b) {
    tile_elementwise_inout([](float& x, float y) { x += y; }, a, b);
}
#elif CASE == 27
inline float wrong(const copied& a) { return a[t<tile_distributed_index<0>>{}]; }
#elif CASE == 28
inline void wrong() {
    store_tile(make_tile_window(view(), s<128, 8>{}, t<int, int>{}, d, {}), rows{});
}
#elif CASE == 29
inline void wrong() {
    store_tile(make_tile_window(view(), s<128, 8>{}, t<int, int>{}, d, {}),
               static_distributed_tensor<int, decltype(d)>{});
}
#elif CASE == 30
template <class... Minors>
using fragment_of = tile_of<tile_distribution<
    tile_distribution_encoding<s<>, t<s<4, 4>, s<4>>, t<s<1, 1>>, t<Minors...>, s<2>, s<0>>>>;
using lanes_down = fragment_of<s<0, 1>>;
using lanes_across = fragment_of<s<1, 0>>;  // the same registers, rows in another order of lanes
inline void wrong(const lanes_down& a, const lanes_across& b) {
    tile_elementwise_in([](float x, float y) { return x + y; }, a, b);
}
#elif CASE == 31
inline auto wrong(int rows) {
    return make_tile_window(view(), make_tuple(rows, 8), t<int, int>{}, d, {});
}
#endif
#endif

static_assert(subject::get_thread_buffer_size() > 0);
