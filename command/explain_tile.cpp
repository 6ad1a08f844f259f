// SPDX-License-Identifier: MIT
#include "command/explain_tile.hpp"

#include "command/layout_grid.hpp"

#include "report/output.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tileproof/tile/tile_table.hpp>

#include <charconv>
#include <nlohmann/json.hpp>
#include <vector>

namespace tileproof::properties {
namespace {

using index_list = std::vector<long_index_t>;

struct holder {
    index_list p;
    long_index_t register_ = 0;
};

template <class List>
index_list values(const List& list) {
    return {list.begin(), list.end()};
}

// "3,5" for a tile with two X dims. Throws command_error.
index_list parse_x(std::string_view text, const tile_map& map) {
    index_list x;
    for (const char* at = text.data(); at != text.data() + text.size();) {
        long_index_t number = 0;
        const auto [end, error] = std::from_chars(at, text.data() + text.size(), number);
        const bool last = end == text.data() + text.size();
        if (error != std::errc() || (!last && *end != ','))
            throw command_error(
                fmt::format("--at '{}' is not a list of integers, such as 3,5.", text));
        x.push_back(number);
        at = last ? end : end + 1;
    }
    const auto lengths = values(map.x_lengths);
    if (x.size() != lengths.size())
        throw command_error(fmt::format("--at '{}' has {} numbers, but the tile has {} X dims.",
                                        text, x.size(), lengths.size()));
    for (std::size_t i = 0; i < x.size(); ++i)
        if (x[i] < 0 || x[i] >= lengths[i])
            throw command_error(
                fmt::format("--at '{}' lies outside the tile: X{} goes from 0 to {}.", text, i,
                            lengths[i] - 1));
    return x;
}

std::vector<holder> holders_of(const tile_map& map, const index_list& x, long_index_t most) {
    std::vector<holder> all;
    for (long_index_t replica = 0; replica < std::min(map.replicas, most); ++replica) {
        index_list p(static_cast<std::size_t>(map.p_lengths.size()));
        index_list y(static_cast<std::size_t>(map.y_lengths.size()));
        map.owner_of(x.data(), replica, p.data(), y.data());
        all.push_back({p, tile_map::pack(map.y_lengths, y.data())});
    }
    return all;
}

std::string who(const index_list& p) {
    if (p.empty()) return "The one thread";
    if (p.size() == 1) return fmt::format("Lane {}", p[0]);
    if (p.size() == 2) return fmt::format("Warp {}, lane {}", p[0], p[1]);
    return fmt::format("P ({})", fmt::join(p, ","));
}

constexpr long_index_t most_holders = 64;

std::string as_text(const tile_encoding& e, const std::optional<index_list>& x) {
    std::string text = tile_table(e);
    if (!x) return text;
    const tile_map map = make_tile_map(e);
    text += '\n';
    for (const holder& h : holders_of(map, *x, most_holders))
        text += fmt::format("{} holds X ({}) in register {}.\n", who(h.p), fmt::join(*x, ","),
                            h.register_);
    if (map.replicas > most_holders)
        text += fmt::format("And {} more.\n", map.replicas - most_holders);
    return text;
}

nlohmann::ordered_json as_json(const tile_encoding& e, const std::optional<index_list>& x) {
    const tile_map map = make_tile_map(e);
    nlohmann::ordered_json j = {{"tile", print_tile(e)},
                                {"x_lengths", values(map.x_lengths)},
                                {"p_lengths", values(map.p_lengths)},
                                {"y_lengths", values(map.y_lengths)},
                                {"registers", map.registers},
                                {"replication", map.replicas}};
    if (!x) return j;
    j["x"] = *x;
    j["holders"] = nlohmann::ordered_json::array();
    for (const holder& h : holders_of(map, *x, most_holders))
        j["holders"].push_back({{"p", h.p}, {"register", h.register_}});
    return j;
}

}  // namespace

bool is_tile_text(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    return text.starts_with("tile");
}

int explain_tile(const explain_options& o) {
    try {
        const tile_encoding e = parse_tile(o.layout);
        std::optional<index_list> x;
        if (o.at) x = parse_x(*o.at, make_tile_map(e));
        if (o.element_bytes)
            throw command_error(
                "--element-bytes draws the banks of a layout in LDS; a tile distribution is about "
                "threads and registers. Leave it out.");
        print_out(o.json ? as_json(e, x).dump() + '\n' : as_text(e, x));
        write_pictures(o, tile_grid(e), as_text(e, x));
    } catch (const layout_error& error) {
        throw command_error(error.what());
    }
    return 0;
}

}  // namespace tileproof::properties
