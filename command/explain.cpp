// SPDX-License-Identifier: MIT

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <charconv>
#include <nlohmann/json.hpp>
#include <string_view>
#include <tileproof/layout.hpp>
#include <tileproof/tile/tile_table.hpp>
#include <vector>

#include "command/layout_grid.hpp"
#include "command/options.hpp"
#include "properties/fields.hpp"
#include "report/output.hpp"
#include "system/text.hpp"

namespace tileproof::command {

using report::command_error;
using report::print_out;
using system::shortened;
using system::wrapped;

namespace {

using index_list = std::vector<long_index_t>;

// Parses "1,3,2"; "" and "()" are the index of a layout without dimensions.
index_list parse_index(std::string_view text) {
    index_list index;
    if (text.empty() || text == "()") return index;
    const std::string_view whole = text;
    for (;;) {
        while (text.starts_with(' ')) text.remove_prefix(1);
        long_index_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error != std::errc())
            throw command_error(
                "--at '{}' is not an index; write one number for each dimension, for "
                "instance 1,3,2.",
                shortened(whole, 60));
        index.push_back(number);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        while (text.starts_with(' ')) text.remove_prefix(1);
        if (text.empty()) return index;
        if (!text.starts_with(','))
            throw command_error(
                "--at '{}' has '{}' where a comma must be; write an index as 1,3,2.",
                shortened(whole, 60), text.substr(0, 1));
        text.remove_prefix(1);
    }
}

nlohmann::ordered_json as_json(const layout& l, const std::optional<index_list>& at) {
    const layout_tuples tuples = l.tuples();
    nlohmann::ordered_json j;
    j["layout"] = l.text();
    j["lengths"] = l.lengths();
    j["element_space_size"] = l.element_space_size();
    j["padded_allocation_size"] = l.padded_allocation_size();
    j["transforms"] = tuples.transforms;
    j["lower_dimension_ids"] = tuples.lower_dimension_ids;
    j["upper_dimension_ids"] = tuples.upper_dimension_ids;
    j["visible_dimension_ids"] = tuples.visible_dimension_ids;
    if (!at) return j;
    const auto offset = l.offset(*at);
    j["offset"] = nullptr;
    if (offset) j["offset"] = *offset;
    j["valid"] = offset.has_value();
    j["hidden_index"] = nlohmann::ordered_json::array();
    for (const auto& value : walk_of(l, at).index) {
        j["hidden_index"].push_back(nullptr);
        if (value) j["hidden_index"].back() = *value;
    }
    return j;
}

std::string_view name_of(injectivity_kind kind) {
    return kind == injectivity_kind::injective ? "yes"
           : kind == injectivity_kind::repeats ? "no"
                                               : "perhaps not";
}

std::string ids_text(const std::vector<int>& ids) {
    return fmt::format("[{}]", fmt::join(ids, ","));
}

std::string tuples_table(const layout& l) {
    const layout_tuples t = l.tuples();
    std::size_t name_width = 10, lower_width = 9;
    for (std::size_t i = 0; i < t.transforms.size(); ++i) {
        name_width = std::max(name_width, std::min<std::size_t>(t.transforms[i].size(), 50));
        lower_width = std::max(lower_width, ids_text(t.lower_dimension_ids[i]).size());
    }
    std::string text = fmt::format("{:<{}}  {:<{}}  upper ids\n", "transforms", name_width,
                                   "lower ids", lower_width);
    for (std::size_t i = 0; i < t.transforms.size(); ++i)
        text += fmt::format("{:<{}}  {:<{}}  {}\n", shortened(t.transforms[i], 50), name_width,
                            ids_text(t.lower_dimension_ids[i]), lower_width,
                            ids_text(t.upper_dimension_ids[i]));
    return text + fmt::format("visible ids {}\n", ids_text(t.visible_dimension_ids));
}

std::string printed(const layout& l, const std::optional<index_list>& at) {
    std::string text = wrapped(l.text(), "layout                  ");
    text += wrapped(l.rank() == 0 ? "none" : fmt::format("{}", fmt::join(l.lengths(), ", ")),
                    "lengths                 ");
    text += fmt::format("indices                 {}\n", l.size());
    text += fmt::format("element space size      {}\n", l.element_space_size());
    text += fmt::format("padded allocation size  {}\n", l.padded_allocation_size());
    text += wrapped(fmt::format("{}. {}", name_of(l.injectivity().kind), l.injectivity().reason),
                    "injective               ");
    text += '\n' + tuples_table(l) + '\n' + picture_of(walk_of(l, at));
    if (!at) return text;
    const auto offset = l.offset(*at);
    text += offset ? fmt::format("\nThe index ({}) has offset {}.\n", fmt::join(*at, ","), *offset)
                   : fmt::format("\nThe index ({}) lies in a pad: it has no element.\n",
                                 fmt::join(*at, ","));
    return text;
}

// `tileproof explain 'tile ...'`: a table of which thread holds which element of a tile distribution.

struct holder {
    index_list p;
    long_index_t register_ = 0;
};

index_list values(const auto& list) { return {list.begin(), list.end()}; }

// "3,5" for a tile with two X dims. Throws command_error.
index_list parse_x(std::string_view text, const tile_map& map) {
    index_list x;
    for (const char* at = text.data(); at != text.data() + text.size();) {
        long_index_t number = 0;
        const auto [end, error] = std::from_chars(at, text.data() + text.size(), number);
        const bool last = end == text.data() + text.size();
        if (error != std::errc() || (!last && *end != ','))
            throw command_error("--at '{}' is not a list of integers, such as 3,5.", text);
        x.push_back(number);
        at = last ? end : end + 1;
    }
    const auto lengths = values(map.x_lengths);
    if (x.size() != lengths.size())
        throw command_error("--at '{}' has {} numbers, but the tile has {} X dims.", text, x.size(),
                            lengths.size());
    for (std::size_t i = 0; i < x.size(); ++i)
        if (x[i] < 0 || x[i] >= lengths[i])
            throw command_error("--at '{}' lies outside the tile: X{} goes from 0 to {}.", text, i,
                                lengths[i] - 1);
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

std::string printed(const tile_encoding& e, const std::optional<index_list>& x) {
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

bool is_tile_text(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    return text.starts_with("tile");
}

// The table of tile_table.hpp; with `at`, the holders of that X; with `json`, the figures as an object.
int explain_tile(const explain_options& o) {
    const tile_encoding e = parse_tile(o.layout);
    std::optional<index_list> x;
    if (o.at) x = parse_x(*o.at, make_tile_map(e));
    if (o.element_bytes)
        throw command_error(
            "--element-bytes draws the banks of a layout in LDS; a tile distribution is about "
            "threads and registers. Leave it out.");
    print_out(o.json ? as_json(e, x).dump() + '\n' : printed(e, x));
    write_pictures(o, tile_grid(e), printed(e, x));
    return 0;
}

}  // namespace

int explain(const explain_options& o) {
    if (is_tile_text(o.layout)) return explain_tile(o);
    const layout l = layout::parse(o.layout);
    std::optional<index_list> at;
    if (o.at) at = parse_index(*o.at);
    if (at) (void)l.offset(*at);  // refuses an index that does not exist
    print_out(o.json ? as_json(l, at).dump() + '\n' : printed(l, at));
    write_pictures(o, layout_grid(l, o.element_bytes), printed(l, at));
    return 0;
}

}  // namespace tileproof::command
