// SPDX-License-Identifier: MIT
// A tile distribution encoding as a value: which lane and warp holds which element of a tile, in which register.
//
// The tile is X, one length for each of its dims. Each X_i is split into the dims H_i (mixed radix, the last is the
// fastest). P says which thread: each P dim is a list of R and H dims merged into one number, the first listed is the
// slowest; one P is {lane}, two are {warp, lane}. Y says which register: each Y dim is one H dim, and the Y dims
// packed, last fastest, number the registers. R replicates: it belongs to no X, so threads that differ only in an R
// dim hold the same elements.
//
// A dim is named by (major, minor): major 0 is R, major i + 1 is H_i. Example, 64 lanes
// on a 128 x 8 tile:
//
//   R = [1]   H = [[4, 1, 32], [2, 4]]   P = {warp: (1,1)}, {lane: (1,2), (2,0)}   Y = (1,0), (2,1)
//
//   X lengths 4*1*32 = 128 and 2*4 = 8; 1 warp, 32*2 = 64 lanes, 4*4 = 16 registers.
//   lane 5 = (2, 1) in (32, 2), register 6 = (1, 2) in (4, 4):
//   X0 = 1*32 + 0*32 + 2 = 34,  X1 = 1*4 + 2 = 6.
//
// Every H dim belongs to exactly one P or Y, every R dim to exactly one P (an R dim of length 1 may be unused: CK
// Tile writes "no replication" as R = [1]), and Y never uses R. Then each X is held exactly product(R) times.
// `find_mistake` reports which of these rules an encoding breaks. This value is the dynamic form;
// tile_distribution_encoding is the static one and is checked by the same function.
#pragma once

#include <tileproof/tile/bounded_list.hpp>

namespace tileproof {

struct rh_id {
    int major = 0, minor = 0;
    friend constexpr TILEPROOF_HOST_DEVICE bool operator==(rh_id a, rh_id b) {
        return a.major == b.major && a.minor == b.minor;
    }
};

struct tile_encoding {
    // The largest encodings of CK Tile's kernels have 3 R dims, 3 X dims of 6 H dims, 2 P and 8 Y dims.
    static constexpr int max_r = 8, max_x = 8, max_h = 12, max_p = 4, max_ids = 16, max_y = 24;
    using h_lengths = bounded_list<long_index_t, max_h>;
    using id_list = bounded_list<rh_id, max_ids>;

    bounded_list<long_index_t, max_r> r;
    bounded_list<h_lengths, max_x> h;
    bounded_list<id_list, max_p> p;
    bounded_list<rh_id, max_y> y;

    friend constexpr TILEPROOF_HOST_DEVICE bool operator==(const tile_encoding& a,
                                                           const tile_encoding& b) {
        return a.r == b.r && a.h == b.h && a.p == b.p && a.y == b.y;
    }

    // requires that the id names a dim (find_mistake finds nothing)
    constexpr TILEPROOF_HOST_DEVICE long_index_t length(rh_id id) const {
        return id.major == 0 ? r[id.minor] : h[id.major - 1][id.minor];
    }
    // The number of minors of a major. requires 0 <= major <= h.size()
    constexpr TILEPROOF_HOST_DEVICE int minors(int major) const {
        return major == 0 ? r.size() : h[major - 1].size();
    }
};

// The rule that an encoding breaks.
enum class tile_rule {
    none,
    length_below_one,  // length of R or H dim `dim` is `value`
    size_overflow,     // the product of all R and H lengths passes 2^63 - 1
    no_such_dim,       // `user` names a dim that does not exist
    y_uses_r,          // `user` (a Y) names an R dim
    used_twice,        // `user` and `other` name the same dim
    h_unused,          // no P or Y uses H dim `dim`
    r_unused,          // no P uses R dim `dim`, which is longer than 1
};

// The user of a dim: P dim `index`, entry `entry` of its list; or Y dim `index`.
struct tile_user {
    bool is_p = false;
    int index = -1, entry = 0;
};

struct tile_mistake {
    tile_rule rule = tile_rule::none;
    rh_id dim{};
    long_index_t value = 0;
    tile_user user{}, other{};
};

namespace detail {

inline constexpr long_index_t largest_long_index = INT64_MAX;

constexpr TILEPROOF_HOST_DEVICE tile_mistake find_length_mistake(const tile_encoding& e) {
    long_index_t total = 1;
    for (int major = 0; major <= e.h.size(); ++major)
        for (int minor = 0; minor < e.minors(major); ++minor) {
            const rh_id dim{major, minor};
            const long_index_t length = e.length(dim);
            if (length < 1) return {tile_rule::length_below_one, dim, length, {}, {}};
            if (total > largest_long_index / length)
                return {tile_rule::size_overflow, dim, length, {}, {}};
            total *= length;
        }
    return {};
}

// The first P or Y that names `dim`, or index -1. P dims come first, entry by entry, then Y dims.
constexpr TILEPROOF_HOST_DEVICE tile_user find_user(const tile_encoding& e, rh_id dim) {
    for (int i = 0; i < e.p.size(); ++i)
        for (int k = 0; k < e.p[i].size(); ++k)
            if (e.p[i][k] == dim) return {true, i, k};
    for (int i = 0; i < e.y.size(); ++i)
        if (e.y[i] == dim) return {false, i, 0};
    return {};
}

constexpr TILEPROOF_HOST_DEVICE tile_mistake find_use_mistake(const tile_encoding& e, rh_id dim,
                                                              tile_user user) {
    if (dim.major < 0 || dim.major > e.h.size() || dim.minor < 0 ||
        dim.minor >= e.minors(dim.major))
        return {tile_rule::no_such_dim, dim, 0, user, {}};
    if (!user.is_p && dim.major == 0) return {tile_rule::y_uses_r, dim, 0, user, {}};
    const tile_user first = find_user(e, dim);
    if (first.is_p != user.is_p || first.index != user.index || first.entry != user.entry)
        return {tile_rule::used_twice, dim, 0, user, first};
    return {};
}

}  // namespace detail

// The first rule that the encoding breaks, in the order of tile_rule; rule none if it is well formed.
constexpr TILEPROOF_HOST_DEVICE tile_mistake find_mistake(const tile_encoding& e) {
    if (const auto m = detail::find_length_mistake(e); m.rule != tile_rule::none) return m;
    for (int i = 0; i < e.p.size(); ++i)
        for (int k = 0; k < e.p[i].size(); ++k)
            if (const auto m = detail::find_use_mistake(e, e.p[i][k], {true, i, k});
                m.rule != tile_rule::none)
                return m;
    for (int i = 0; i < e.y.size(); ++i)
        if (const auto m = detail::find_use_mistake(e, e.y[i], {false, i, 0});
            m.rule != tile_rule::none)
            return m;
    for (int major = 1; major <= e.h.size(); ++major)
        for (int minor = 0; minor < e.minors(major); ++minor)
            if (detail::find_user(e, {major, minor}).index < 0)
                return {tile_rule::h_unused, {major, minor}, e.length({major, minor}), {}, {}};
    for (int minor = 0; minor < e.r.size(); ++minor)
        if (e.r[minor] > 1 && detail::find_user(e, {0, minor}).index < 0)
            return {tile_rule::r_unused, {0, minor}, e.r[minor], {}, {}};
    return {};
}

}  // namespace tileproof
