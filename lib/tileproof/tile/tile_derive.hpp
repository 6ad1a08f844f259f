// SPDX-License-Identifier: MIT
// Encodings derived from encodings, as values (tile_distribution_derive.hpp has the static forms):
//
// embed_tiles(outer, inner): each element of the outer tile is a whole inner tile. The lists R, each
//   H_i, P and Y are concatenated, outer first; X lengths are products. With
//   outer = R=[] H=[[2],[3]] P=[] Y=[1,2;0,0]  (2 x 3 tiles in registers)
//   inner = R=[] H=[[16],[4]] P=[[1,0]] Y=[2,0]  (16 lanes hold 4 registers)
//   the result is 32 x 12: R=[] H=[[2,16],[3,4]] P=[[1,1]] Y=[1,2,2;0,0,1].
//
// reduce_tile(e, {x dims}): the result of a reduction along them. The dims disappear, and so do their Y-owned H
//   dims (each thread has summed its own); their P-owned H dims become R dims, after the existing ones
//   (all threads hold the result). Reducing X1 of the 128 x 8 tile of tile_encoding.hpp gives
//   R=[1,2] H=[[4,1,32]] P=[[1,1],[1,0;2,1]] Y=[1,0].
//
// slice_tile(e, begins, ends): the part begin <= X < end of each dim, where only Y dims are cut: every thread
//   keeps a box of its registers. Rows 32..95 of that tile: H0 = [2,1,32], and the box begins at Y = (1, 0)
//   and has lengths (2, 4).
#pragma once

#include <tileproof/tile/tile_map.hpp>

namespace tileproof {

enum class derive_rule {
    none,
    different_ranks,  // embed: outer and inner have different numbers of X dims
    too_many_dims,    // the result passes tile_encoding's bounds
    no_such_x,        // reduce: X dim `x` does not exist or is named twice
    empty_slice,      // slice: not 0 <= begin < end <= length in X dim `x`
    slice_not_whole,  // slice: begin or length is not a multiple of the faster H dims, or wraps
                      // around
    slice_cuts_p,     // slice: an H dim that a P owns would be cut
};

struct derived_tile {
    tile_encoding encoding{};
    derive_rule broken = derive_rule::none;
    int x = 0;
    // Slices: the begin and the length of the box of registers in each Y dim.
    bounded_list<long_index_t, tile_encoding::max_y> y_begins{}, y_lengths{};
};

namespace detail {

constexpr TILEPROOF_HOST_DEVICE derived_tile refuse_derived(derive_rule rule, int x = 0) {
    derived_tile result;
    result.broken = rule;
    result.x = x;
    return result;
}

template <class List>
constexpr TILEPROOF_HOST_DEVICE bool append_list(List& to, const List& from) {
    if (to.size() + from.size() > List::capacity) return false;
    for (const auto& value : from) to.push_back(value);
    return true;
}

// Cuts one X dim. `h` holds the lengths after the cut, `first` the digit at which each dim begins.
struct cut_lengths {
    tile_encoding::h_lengths h{}, first{};
    derive_rule broken = derive_rule::none;
};
constexpr TILEPROOF_HOST_DEVICE cut_lengths cut_x(const tile_encoding::h_lengths& h,
                                                  long_index_t begin, long_index_t end) {
    cut_lengths cut{h, h, derive_rule::none};
    long_index_t weight = 1, left = end - begin;  // `left` counts in units of `weight`
    long_index_t start = begin;
    for (int i = h.size() - 1; i >= 0; --i) {
        const long_index_t digit = start % h[i];
        const bool whole = left % h[i] == 0 && digit == 0;
        cut.h[i] = whole ? h[i] : left;
        cut.first[i] = digit;
        if (!whole && digit + left > h[i]) cut.broken = derive_rule::slice_not_whole;
        left = whole ? left / h[i] : 1;
        start /= h[i];
        weight *= h[i];
    }
    if (begin < 0 || begin >= end || end > weight) cut.broken = derive_rule::empty_slice;
    return cut;
}

}  // namespace detail

// requires well-made encodings
constexpr TILEPROOF_HOST_DEVICE derived_tile embed_tiles(const tile_encoding& outer,
                                                         const tile_encoding& inner) {
    if (outer.h.size() != inner.h.size())
        return detail::refuse_derived(derive_rule::different_ranks);
    derived_tile result;
    tile_encoding& e = result.encoding;
    e = outer;
    bool fits = detail::append_list(e.r, inner.r);
    for (int i = 0; i < e.h.size(); ++i) fits = detail::append_list(e.h[i], inner.h[i]) && fits;
    const auto shifted = [&](rh_id id) {
        return rh_id{id.major, id.minor + outer.minors(id.major)};
    };
    for (const auto& ids : inner.p) {
        if (e.p.full()) return detail::refuse_derived(derive_rule::too_many_dims);
        e.p.push_back({});
        for (const rh_id id : ids) e.p[e.p.size() - 1].push_back(shifted(id));
    }
    for (const rh_id id : inner.y) {
        if (e.y.full()) return detail::refuse_derived(derive_rule::too_many_dims);
        e.y.push_back(shifted(id));
    }
    return fits ? result : detail::refuse_derived(derive_rule::too_many_dims);
}

// requires a well-made encoding
constexpr TILEPROOF_HOST_DEVICE derived_tile reduce_tile(const tile_encoding& e, const auto& dims) {
    bool gone[tile_encoding::max_x] = {};
    for (int i = 0; i < dims.size(); ++i) {
        const int x = static_cast<int>(dims[i]);
        if (x < 0 || x >= e.h.size() || gone[x])
            return detail::refuse_derived(derive_rule::no_such_x, x);
        gone[x] = true;
    }
    derived_tile result;
    tile_encoding& to = result.encoding;
    to.r = e.r;
    rh_id renamed[tile_encoding::max_x][tile_encoding::max_h] = {};
    for (int x = 0; x < e.h.size(); ++x) {
        if (!gone[x]) to.h.push_back(e.h[x]);
        for (int minor = 0; minor < e.h[x].size(); ++minor) {
            if (!gone[x]) {
                renamed[x][minor] = {to.h.size(), minor};
            } else if (detail::find_user(e, {x + 1, minor}).is_p) {
                if (to.r.full()) return detail::refuse_derived(derive_rule::too_many_dims, x);
                renamed[x][minor] = {0, to.r.size()};
                to.r.push_back(e.h[x][minor]);
            }
        }
    }
    const auto rename = [&](rh_id id) {
        return id.major == 0 ? id : renamed[id.major - 1][id.minor];
    };
    for (const auto& ids : e.p) {
        to.p.push_back({});
        for (const rh_id id : ids) to.p[to.p.size() - 1].push_back(rename(id));
    }
    for (const rh_id id : e.y)
        if (!gone[id.major - 1]) to.y.push_back(rename(id));
    return result;
}

// requires a well-made encoding, and one begin and one end for each X dim
constexpr TILEPROOF_HOST_DEVICE derived_tile slice_tile(const tile_encoding& e, const auto& begins,
                                                        const auto& ends) {
    derived_tile result;
    result.encoding = e;
    detail::cut_lengths cuts[tile_encoding::max_x] = {};
    for (int x = 0; x < e.h.size(); ++x) {
        cuts[x] = detail::cut_x(e.h[x], begins[x], ends[x]);
        if (cuts[x].broken != derive_rule::none) return detail::refuse_derived(cuts[x].broken, x);
        for (int minor = 0; minor < e.h[x].size(); ++minor)
            if (cuts[x].h[minor] != e.h[x][minor] && detail::find_user(e, {x + 1, minor}).is_p)
                return detail::refuse_derived(derive_rule::slice_cuts_p, x);
        result.encoding.h[x] = cuts[x].h;
    }
    for (const rh_id id : e.y) {
        result.y_begins.push_back(cuts[id.major - 1].first[id.minor]);
        result.y_lengths.push_back(cuts[id.major - 1].h[id.minor]);
    }
    return result;
}

}  // namespace tileproof
