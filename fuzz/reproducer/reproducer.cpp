// SPDX-License-Identifier: MIT
#include "fuzz/reproducer/reproducer.hpp"

#include "properties/layout/layout_json.hpp"
#include "properties/property.hpp"
#include "system/text_layout.hpp"

#include <tileproof/layout_error.hpp>

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace tileproof::properties {

std::string as_comment(const std::string& text) {
    std::string lines = wrapped(text, "   ", 100);
    for (std::size_t at = 0; at < lines.size(); at = lines.find('\n', at) + 1)
        lines.replace(at, 2, "//");
    return lines;
}

std::vector<reproducer> reproducers_of(const finding& f, const property* judge) try {
    const auto& c = f.the_case;
    const auto has_text = [&](const char* key) { return c.contains(key) && c[key].is_string(); };
    if (!c.is_object()) throw bad_case("The case of the finding is not an object.");
    if (f.kernel) return judge ? user_reproducers(f, *judge) : std::vector<reproducer>();
    if (has_text("bytes")) return input_reproducers(f);
    if (has_text("layout")) return layout_reproducers(f, c["layout"].get<std::string>());
    if (has_text("text"))
        return layout_reproducers(f, bytes_from_json_text(c["text"].get<std::string>()));
    if (has_text("tile")) return tile_reproducers(f);
    if (c.contains("layouts") || c.contains("tiles")) return device_reproducers(f);
    if (f.law == law_id::L8) return division_reproducers(f);
    return catalogue_reproducers(f);
} catch (const layout_error& e) {
    throw bad_case(e.what());
} catch (const nlohmann::json::exception&) {  // whose text is for programmers
    throw bad_case("The case of the finding lacks a member, or has one of the wrong kind.");
}

}  // namespace tileproof::properties
