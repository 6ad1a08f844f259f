// SPDX-License-Identifier: MIT
#include "command/explain_tile.hpp"
#include "command/layout_grid.hpp"
#include "command/options.hpp"
#include "command/picture.hpp"
#include "command/walk.hpp"
#include "properties/json_text.hpp"
#include "report/output.hpp"
#include "system/text_layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tileproof/layout.hpp>

#include <charconv>
#include <nlohmann/json.hpp>

namespace tileproof::properties {
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
                fmt::format("--at '{}' is not an index; write one number for each dimension, for "
                            "instance 1,3,2.",
                            shortened(whole, 60)));
        index.push_back(number);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        while (text.starts_with(' ')) text.remove_prefix(1);
        if (text.empty()) return index;
        if (!text.starts_with(','))
            throw command_error(
                fmt::format("--at '{}' has '{}' where a comma must be; write an index as 1,3,2.",
                            shortened(whole, 60), text.substr(0, 1)));
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
    switch (kind) {
        case injectivity_kind::injective:
            return "yes";
        case injectivity_kind::repeats:
            return "no";
        case injectivity_kind::may_repeat:
            return "perhaps not";
    }
    return "";
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

std::string as_text(const layout& l, const std::optional<index_list>& at) {
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

}  // namespace

int explain(const explain_options& o) {
    if (is_tile_text(o.layout)) return explain_tile(o);
    try {
        const layout l = layout::parse(o.layout);
        std::optional<index_list> at;
        if (o.at) at = parse_index(*o.at);
        if (at) (void)l.offset(*at);  // refuses an index that does not exist
        print_out(o.json ? as_json(l, at).dump() + '\n' : as_text(l, at));
        write_pictures(o, layout_grid(l, o.element_bytes), as_text(l, at));
    } catch (const layout_error& e) {
        throw command_error(e.what());
    }
    return 0;
}

}  // namespace tileproof::properties
