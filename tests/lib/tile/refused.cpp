// Not linked into anything: ctest compiles it once for each CASE and looks for the sentence of the
// static_assert. CASE 0 is well made and must compile.
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
#endif

static_assert(subject::get_thread_buffer_size() > 0);
