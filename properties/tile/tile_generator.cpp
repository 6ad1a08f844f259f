// SPDX-License-Identifier: MIT
#include "properties/tile/tile_generator.hpp"

#include <tileproof/tile/fragments.hpp>
#include <tileproof/tile/tile_text.hpp>

#include <algorithm>

namespace tileproof::properties {
namespace {

// A length within the rest of the budget: often 1, 2, an odd one, or the whole rest.
long_index_t random_length(draw& from, long_index_t& left) {
    const long_index_t most = std::min<long_index_t>(left, 64);
    long_index_t length = 1;
    switch (from.weighted({20, 20, 40, 20})) {
        case 0:
            break;
        case 1:
            length = std::min<long_index_t>(2, most);
            break;
        case 2:
            length = from.between(1, std::min<long_index_t>(most, 9));
            break;
        default:
            length = from.boundary(1, most);
    }
    left /= length;
    return length;
}

// Lists the dim in a random P or in Y, wherever there is room. False if everything is full.
bool give_to_somebody(draw& from, tile_encoding& e, rh_id dim) {
    std::vector<int> open;  // P indices; -1 is Y
    for (int i = 0; i < e.p.size(); ++i)
        if (!e.p[i].full()) open.push_back(i);
    if (dim.major > 0 && !e.y.full())
        for (int i = 0; i <= e.p.size() / 2; ++i) open.push_back(-1);
    if (open.empty()) return false;
    const int owner = from.pick(open);
    if (owner < 0)
        e.y.push_back(dim);
    else
        e.p[owner].push_back(dim);
    return true;
}

void shuffle_list(draw& from, auto& list) {
    for (int i = list.size(); i > 1; --i)
        std::swap(list[i - 1], list[static_cast<int>(from.below(i))]);
}

// A dim that exists: major, minor. requires that there is one
std::vector<rh_id> dims_of(const tile_encoding& e, int first_major = 0) {
    std::vector<rh_id> dims;
    for (int major = first_major; major <= e.h.size(); ++major)
        for (int minor = 0; minor < e.minors(major); ++minor) dims.push_back({major, minor});
    return dims;
}

void remove_uses(tile_encoding& e, rh_id dim) {
    const auto remove = [&](auto& list) {
        for (int i = list.size(); i-- > 0;)
            if (list[i] == dim) list.erase(i);
    };
    for (auto& ids : e.p) remove(ids);
    remove(e.y);
}

// Lists the dim in Y or in a P, making room if needed.
void list_somewhere(draw& from, tile_encoding& e, rh_id dim, bool in_y) {
    if (in_y || e.p.empty()) {
        if (e.y.full()) e.y.erase(0);
        e.y.push_back(dim);
    } else {
        auto& ids = e.p[static_cast<int>(from.below(e.p.size()))];
        if (ids.full()) ids.erase(0);
        ids.push_back(dim);
    }
}

// Ensures that there is an H dim, or an R dim, to break.
void need_h(tile_encoding& e, long_index_t length) {
    if (e.h.empty()) e.h.push_back({});
    if (e.h[0].empty()) {
        e.h[0].push_back(length);
        if (e.y.full()) e.y.erase(0);
        e.y.push_back({1, 0});
    }
}

// An operand of a matrix instruction, or a plain wave of 32 or 64 lanes, repeated over warps and registers.
tile_encoding random_hardware_tile(draw& from) {
    static const std::vector<tile_encoding> waves = [] {
        std::vector<tile_encoding> all;
        fragments::for_each_fragment([&](auto fragment) {
            fragments::for_each_operand(
                fragment, [&](const char*, auto encoding) { all.push_back(encoding.value); });
        });
        for (const char* text : {"tile R=[] H=[[64],[1]] P=[[1,0]] Y=[2,0]",
                                 "tile R=[] H=[[8],[8,4]] P=[[1,2;0,0]] Y=[2,1]",
                                 "tile R=[2] H=[[4],[4]] P=[[0,2,1;0,0,0]] Y=[]"})
            all.push_back(parse_tile(text));
        return all;
    }();
    const tile_encoding& wave = from.pick(waves);
    tile_encoding outer;
    outer.h = {tile_encoding::h_lengths{from.between(1, 3)},
               tile_encoding::h_lengths{from.between(1, 3)}};
    outer.p.push_back({});
    for (const int major : {1, 2}) {
        const rh_id dim{major, 0};
        if (from.chance(50))
            outer.p[0].push_back(dim);
        else
            outer.y.push_back(dim);
    }
    return from.chance(20) ? wave : embed_tiles(outer, wave).encoding;
}

}  // namespace

tile_encoding random_tile(draw& from, int size, const tile_limits& limits) {
    if (from.chance(12) && limits.hardware) return random_hardware_tile(from);
    tile_encoding e;
    const long_index_t share = std::clamp(size, 1, 100);
    long_index_t left = std::max<long_index_t>(2, limits.holders * share / 100);
    const int x_count = static_cast<int>(from.weighted({2, 25, 50, 15, 8}));
    const int p_count = static_cast<int>(from.weighted({8, 40, 42, 10}));
    for (int i = 0; i < std::min(p_count, limits.p); ++i) e.p.push_back({});
    if (from.chance(20)) {
        e.r.push_back(1);  // CK Tile's way to write "no replication": listed by nobody
    } else if (!e.p.empty() && from.chance(50)) {
        const int r_count = static_cast<int>(from.between(1, limits.r));
        for (int i = 0; i < r_count; ++i) e.r.push_back(random_length(from, left));
    }
    for (int x = 0; x < std::min(x_count, limits.x); ++x) {
        e.h.push_back({});
        const int h_count =
            std::min(static_cast<int>(from.weighted({4, 25, 35, 20, 10, 6})), limits.h);
        for (int i = 0; i < h_count; ++i) e.h[x].push_back(random_length(from, left));
    }
    for (const rh_id dim : dims_of(e)) {
        if (dim.major == 0 && e.length(dim) == 1 && from.chance(50)) continue;
        if (!give_to_somebody(from, e, dim) && dim.major > 0) e.y.push_back(dim);
    }
    for (auto& ids : e.p) shuffle_list(from, ids);
    shuffle_list(from, e.y);
    return e;
}

tile_encoding random_malformed_tile(draw& from, int size, tile_damage damage) {
    tile_encoding e = random_tile(from, size);
    switch (damage) {
        case tile_damage::drop_use: {
            need_h(e, 2);
            std::vector<rh_id> dims = dims_of(e, 1);
            for (int i = 0; i < e.r.size(); ++i)
                if (e.r[i] > 1) dims.push_back({0, i});
            remove_uses(e, from.pick(dims));
            break;
        }
        case tile_damage::use_twice: {
            need_h(e, 2);
            list_somewhere(from, e, from.pick(dims_of(e, 1)), from.chance(50));
            break;
        }
        case tile_damage::y_uses_r: {
            if (e.r.empty()) e.r.push_back(from.between(1, 3));
            const rh_id dim{0, static_cast<int>(from.below(e.r.size()))};
            if (from.chance(50)) remove_uses(e, dim);
            list_somewhere(from, e, dim, true);
            break;
        }
        case tile_damage::no_such_dim: {
            const int major = static_cast<int>(from.below(e.h.size() + 1));
            static constexpr int far[] = {-1, -2147483647 - 1, 2147483647, 100};
            const std::vector<rh_id> wrong = {{e.h.size() + 1, 0},
                                              {major, e.minors(major)},
                                              {major, from.pick(far)},
                                              {from.pick(far), 0}};
            list_somewhere(from, e, from.pick(wrong), from.chance(50));
            break;
        }
        case tile_damage::bad_length: {
            need_h(e, 2);
            const rh_id dim = from.pick(dims_of(e));
            static constexpr long_index_t bad[] = {0, -1, -4, INT64_MIN};
            (dim.major == 0 ? e.r[dim.minor] : e.h[dim.major - 1][dim.minor]) = from.pick(bad);
            break;
        }
        case tile_damage::overflow: {
            while (dims_of(e).size() < 2) {
                if (e.h.empty() || e.h[0].full()) e.h.push_back({});
                e.h[0].push_back(1);
                e.y.push_back({1, e.h[0].size() - 1});
            }
            std::vector<rh_id> dims = dims_of(e);
            from.shuffle(dims);
            const auto length = [&](std::size_t i) -> long_index_t& {
                return dims[i].major == 0 ? e.r[dims[i].minor]
                                          : e.h[dims[i].major - 1][dims[i].minor];
            };
            length(0) = from.chance(50) ? INT64_MAX : long_index_t{1} << 32;
            length(1) = (long_index_t{1} << 31) + from.below(3);
            break;
        }
    }
    return e;
}

std::vector<std::string> tile_texts_at_limits(int more) {
    const auto list = [](int count, auto item) {
        std::string text;
        for (int i = 0; i < count; ++i) text += (i > 0 ? "," : "") + std::string(item(i));
        return text;
    };
    const auto one = [](int) { return "1"; };
    const auto number = [](int i) { return std::to_string(i); };
    using e = tile_encoding;
    std::vector<std::string> texts;
    texts.push_back("tile R=[" + list(e::max_r + more, one) + "] H=[] P=[] Y=[]");
    texts.push_back("tile R=[] H=[" + list(e::max_x + more, [](int) { return "[]"; }) +
                    "] P=[] Y=[]");
    const std::string h = list(e::max_h + more, one), minors = list(e::max_h + more, number);
    texts.push_back("tile R=[] H=[[" + h + "]] P=[] Y=[" + h + ";" + minors + "]");
    texts.push_back("tile R=[] H=[] P=[" + list(e::max_p + more, [](int) { return "[]"; }) +
                    "] Y=[]");
    // Ids of three X dims of 12 H dims each: as many as a P may have, or all of Y.
    const auto ids = [&](int count) {
        return "[" + list(count, [](int i) { return std::to_string(1 + i / e::max_h); }) + ";" +
               list(count, [](int i) { return std::to_string(i % e::max_h); }) + "]";
    };
    const auto lengths = [&](int count) {
        return "[[" + list(e::max_h, one) + "],[" +
               list(std::min(count - e::max_h, int{e::max_h}), one) + "],[" +
               list(count - 2 * e::max_h, one) + "]]";
    };
    texts.push_back("tile R=[] H=" + lengths(e::max_ids + more) + " P=[" + ids(e::max_ids + more) +
                    "] Y=[]");
    texts.push_back("tile R=[] H=" + lengths(e::max_y + more) + " P=[] Y=" + ids(e::max_y + more));
    texts.push_back("tile R=[922337203685477580" + std::to_string(7 + more) +
                    "] H=[] P=[[0,0]] Y=[]");
    return texts;
}

std::span<const std::string_view> wrong_tile_texts() {
    static constexpr std::string_view texts[] = {"R=[] H=[] P=[] Y=[]",
                                                 "tile R[] H=[] P=[] Y=[]",
                                                 "tile R=[] H=[] P=[] Y=[],",
                                                 "tile R=[,] H=[] P=[] Y=[]",
                                                 "tile R=[1;1] H=[] P=[] Y=[]",
                                                 "tile R=[] H=[[2],[2]] P=[] Y=[1,2;0;0]",
                                                 "tile R=[] H=[[2]] P=[] Y=[1]",
                                                 "tile R=[] H=[[2,2]] P=[] Y=[1,1;0]",
                                                 "tile R=[] H=[[2]] P=[] Y=[4294967297,0]",
                                                 "tile R=[] H=[[2]] P=[] Y=[1,4294967296]"};
    return texts;
}

std::string random_tile_text(draw& from, int size) {
    std::string text = print_tile(random_tile(from, size));
    static constexpr char letters[] = "[],;=-0123456789RHPY tile\x01\xff";
    const int edits = static_cast<int>(from.between(1, 4));
    for (int i = 0; i < edits && !text.empty(); ++i) {
        const auto at =
            static_cast<std::size_t>(from.below(static_cast<long_index_t>(text.size())));
        const auto other =
            static_cast<std::size_t>(from.below(static_cast<long_index_t>(text.size())));
        switch (from.below(5)) {
            case 0:
                text.erase(at, 1);
                break;
            case 1:
                text.insert(at, 1, text[at]);
                break;
            case 2:
                std::swap(text[at], text[other]);
                break;
            case 3:
                text[at] = letters[from.below(sizeof letters - 1)];
                break;
            default:
                text.insert(at, std::string(static_cast<std::size_t>(from.between(1, 20)), '9'));
        }
    }
    return text;
}

}  // namespace tileproof::properties
