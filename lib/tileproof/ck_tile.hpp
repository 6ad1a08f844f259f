// SPDX-License-Identifier: MIT
// CK Tile's spelling: sources written against CK Tile's core compile unchanged.
//
//   #include <tileproof/ck_tile.hpp>
//   namespace ck_tile {
//   struct my_policy {
//       CK_TILE_HOST_DEVICE static constexpr auto make() {
//           return make_static_tile_distribution(
//               tile_distribution_encoding<sequence<1>, tuple<sequence<4, 1, 32>, sequence<2, 4>>, ..>{});
//       }
//   };
//   }
//   ck_tile::integer_divide_ceil(10, 4) == 3      decltype(my_policy::make())::DstrEncode::NDimX == 2
//
// Everything of tileproof is in namespace ck_tile too, together with CK Tile's small functions and types. For sources
// that include "ck_tile/core.hpp", put lib/tileproof/ck_tile/include on the include path before CK Tile's own: the
// core is then this library, and the operators are CK Tile's. docs/for-ck-tile-users.md lists the differences.
#pragma once

#include <tileproof/ck_tile/config.hpp>
#include <tileproof/ck_tile/container.hpp>
#include <tileproof/ck_tile/hardware.hpp>
#include <tileproof/ck_tile/math.hpp>
#include <tileproof/ck_tile/numeric.hpp>
#include <tileproof/ck_tile/philox.hpp>
#include <tileproof/ck_tile/tile.hpp>
#include <tileproof/print_descriptor.hpp>
#include <tileproof/tile/load_tile_transpose.hpp>
#include <tileproof/tile/scatter_gather.hpp>

namespace ck_tile {

using namespace tileproof;

namespace detail {
using tileproof::make_embed_tile_distribution_encoding;
using tileproof::make_reduce_tile_distribution_encoding;

template <index_t... Digits>
CK_TILE_HOST_DEVICE constexpr tile_distributed_index<Digits...> make_tile_distributed_index(
    sequence<Digits...>) {
    return {};
}
template <index_t... Lengths>
CK_TILE_HOST_DEVICE constexpr tile_distributed_span<Lengths...> make_tile_distributed_span(
    sequence<Lengths...>) {
    return {};
}
template <class Distribution>
CK_TILE_HOST_DEVICE auto get_partition_index(Distribution) {
    return Distribution::template get_partition_index<hardware_place>();
}
}  // namespace detail

// The transform by its type: unmerge<tuple<number<4>, number<64>>>(lengths).
template <class UpLengths, bool Use24BitIntegerCalculation = false>
struct unmerge : transforms::unmerge<transforms::held_lengths<UpLengths>> {
    constexpr unmerge() = default;
    constexpr TILEPROOF_HOST_DEVICE unmerge(const UpLengths& lengths)
        : transforms::unmerge<transforms::held_lengths<UpLengths>>{
              transforms::hold_lengths(lengths)} {}
};

}  // namespace ck_tile
