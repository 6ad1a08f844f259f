// SPDX-License-Identifier: MIT
#include "properties/tile/tile_generator.hpp"

#include <functional>

namespace tileproof::properties {
namespace {

// Calls f on every list of uses.
void each_use_list(auto& e, auto f) {
    for (auto& ids : e.p) f(ids);
    f(e.y);
}

// Removes the uses for which `gone` holds and renames the others.
void rename_uses(tile_encoding& e, const std::function<bool(rh_id)>& gone,
                 const std::function<rh_id(rh_id)>& renamed) {
    each_use_list(e, [&](auto& ids) {
        for (int i = ids.size(); i-- > 0;) {
            if (gone(ids[i]))
                ids.erase(i);
            else
                ids[i] = renamed(ids[i]);
        }
    });
}

tile_encoding without_x(tile_encoding e, int x) {
    e.h.erase(x);
    rename_uses(
        e, [&](rh_id id) { return id.major == x + 1; },
        [&](rh_id id) {
            return rh_id{id.major > x + 1 ? id.major - 1 : id.major, id.minor};
        });
    return e;
}

tile_encoding without_dim(tile_encoding e, rh_id dim) {
    if (dim.major == 0)
        e.r.erase(dim.minor);
    else
        e.h[dim.major - 1].erase(dim.minor);
    rename_uses(
        e, [&](rh_id id) { return id == dim; },
        [&](rh_id id) {
            const bool after = id.major == dim.major && id.minor > dim.minor;
            return rh_id{id.major, after ? id.minor - 1 : id.minor};
        });
    return e;
}

long_index_t& length_of(tile_encoding& e, rh_id dim) {
    return dim.major == 0 ? e.r[dim.minor] : e.h[dim.major - 1][dim.minor];
}

bool never(rh_id) { return false; }

// X dim `x` + 1 is joined to X dim `x`: its H dims come after those of `x`.
tile_encoding with_joined_x(tile_encoding e, int x) {
    const int first = e.h[x].size();
    if (first + e.h[x + 1].size() > tile_encoding::max_h) return e;
    for (const long_index_t l : e.h[x + 1]) e.h[x].push_back(l);
    e.h.erase(x + 1);
    rename_uses(e, never, [&](rh_id id) {
        if (id.major == x + 2) return rh_id{x + 1, id.minor + first};
        return rh_id{id.major > x + 2 ? id.major - 1 : id.major, id.minor};
    });
    return e;
}

// R dim `i` becomes the first dim of H_0, or of a new H.
tile_encoding with_r_in_h(tile_encoding e, int i) {
    if (e.h.empty()) e.h.push_back({});
    if (e.h[0].full()) return e;
    tile_encoding::h_lengths h0{e.r[i]};
    for (const long_index_t l : e.h[0]) h0.push_back(l);
    e.h[0] = h0;
    e.r.erase(i);
    rename_uses(e, never, [&](rh_id id) {
        if (id == rh_id{0, i}) return rh_id{1, 0};
        if (id.major == 1) return rh_id{1, id.minor + 1};
        return rh_id{0 == id.major && id.minor > i ? 0 : id.major,
                     0 == id.major && id.minor > i ? id.minor - 1 : id.minor};
    });
    return e;
}

// Joins two neighbours of one major into one dim if a P or Y lists them next to each other: the same map with fewer
// dims. Otherwise returns `e` unchanged.
tile_encoding with_joined_dims(const tile_encoding& e, rh_id dim) {
    const rh_id next{dim.major, dim.minor + 1};
    const long_index_t low = e.length(next), high = e.length(dim);
    if (low < 1 || high < 1 || high > 4096 || low > 4096) return e;
    bool joined = false;
    tile_encoding one = e;
    each_use_list(one, [&](auto& ids) {
        for (int k = 0; k + 1 < ids.size() && !joined; ++k)
            if (ids[k] == dim && ids[k + 1] == next) {
                ids.erase(k + 1);
                joined = true;
            }
    });
    if (!joined) return e;
    one = without_dim(one, next);
    length_of(one, dim) = low * high;
    return one;
}

// Removes a dim and multiplies its length into the next one of its X, or of R.
tile_encoding with_length_in_next(const tile_encoding& e, rh_id dim) {
    const rh_id next{dim.major, dim.minor + 1};
    long_index_t product = 0;
    if (__builtin_mul_overflow(e.length(dim), e.length(next), &product)) return e;
    tile_encoding one = without_dim(e, dim);
    length_of(one, dim) = product;
    return one;
}

// Removes P `i`; its H dims move to Y, or disappear like its R dims.
std::vector<tile_encoding> without_p(const tile_encoding& e, int i) {
    tile_encoding plain = e;
    plain.p.erase(i);
    std::vector<tile_encoding> result{plain};
    tile_encoding moved = plain;
    for (const rh_id id : e.p[i])
        if (id.major != 0 && !moved.y.full()) moved.y.push_back(id);
    if (!(moved == plain)) result.push_back(moved);
    if (i > 0) {  // its dims join the P before it
        tile_encoding joined = plain;
        for (const rh_id id : e.p[i])
            if (!joined.p[i - 1].full()) joined.p[i - 1].push_back(id);
        if (!(joined == plain)) result.push_back(joined);
    }
    return result;
}

void add_shorter(const tile_encoding& e, rh_id dim, std::vector<tile_encoding>& result) {
    const long_index_t length = e.length(dim);
    std::vector<long_index_t> shorter;
    if (length > 1) shorter = {1, 2, length / 2};
    for (int k = 62; length > 1 && k >= 0; --k)  // halving steps: huge lengths shrink in few tries
        if ((long_index_t{1} << k) <= length / 4 || k == 0)
            shorter.push_back(length - (long_index_t{1} << k));
    if (length < 0) shorter = {0};
    for (const long_index_t l : shorter) {
        if (length > 0 && l >= length) continue;
        result.push_back(e);
        length_of(result.back(), dim) = l;
    }
}

// Exchanges two lengths to plainer order. If their product exceeds 64 bits, also tries 2 and 2^62: neither can shrink
// alone.
void add_plainer_pairs(const tile_encoding& e, rh_id dim, std::vector<tile_encoding>& result) {
    const rh_id next{dim.major, dim.minor + 1};
    const long_index_t a = e.length(dim), b = e.length(next);
    const auto add = [&](long_index_t first, long_index_t second) {
        result.push_back(e);
        length_of(result.back(), dim) = first;
        length_of(result.back(), next) = second;
    };
    long_index_t product = 0;
    if (a > 2 && b > 2 && __builtin_mul_overflow(a, b, &product)) add(2, long_index_t{1} << 62);
    if (a > b && b > 0) add(b, a);
}

bool before(rh_id a, rh_id b) {
    return a.major < b.major || (a.major == b.major && a.minor < b.minor);
}

}  // namespace

std::vector<tile_encoding> smaller_tile(const tile_encoding& e) {
    std::vector<tile_encoding> result;
    for (int x = 0; x < e.h.size(); ++x) result.push_back(without_x(e, x));
    for (int i = 0; i < e.p.size(); ++i)
        for (auto& candidate : without_p(e, i)) result.push_back(std::move(candidate));
    for (int major = 0; major <= e.h.size(); ++major)
        for (int minor = 0; minor < e.minors(major); ++minor)
            result.push_back(without_dim(e, {major, minor}));
    for (int i = 0; i < e.r.size(); ++i) result.push_back(with_r_in_h(e, i));
    for (int x = 0; x + 1 < e.h.size(); ++x) result.push_back(with_joined_x(e, x));
    for (int major = 0; major <= e.h.size(); ++major)
        for (int minor = 0; minor + 1 < e.minors(major); ++minor) {
            result.push_back(with_joined_dims(e, {major, minor}));
            result.push_back(with_length_in_next(e, {major, minor}));
        }
    std::erase(result, e);  // steps that did not apply
    // Without one use, which keeps only a broken encoding failing.
    for (int list = 0; list <= e.p.size(); ++list)
        for (int k = 0; k < (list < e.p.size() ? e.p[list].size() : e.y.size()); ++k) {
            tile_encoding one = e;
            if (list < e.p.size())
                one.p[list].erase(k);
            else
                one.y.erase(k);
            result.push_back(one);
        }
    for (int major = 0; major <= e.h.size(); ++major)
        for (int minor = 0; minor < e.minors(major); ++minor)
            add_shorter(e, {major, minor}, result);
    for (int major = 0; major <= e.h.size(); ++major)
        for (int minor = 0; minor + 1 < e.minors(major); ++minor)
            add_plainer_pairs(e, {major, minor}, result);
    // Neighbours in plainer order: fewer inversions, so this ends, too.
    for (int list = 0; list <= e.p.size(); ++list)
        for (int k = 0; k + 1 < (list < e.p.size() ? e.p[list].size() : e.y.size()); ++k) {
            tile_encoding one = e;
            const auto exchange = [&](auto& ids) {
                if (!before(ids[k + 1], ids[k])) return false;
                std::swap(ids[k], ids[k + 1]);
                return true;
            };
            if (list < e.p.size() ? exchange(one.p[list]) : exchange(one.y)) result.push_back(one);
        }
    return result;
}

}  // namespace tileproof::properties
