#include "properties/layout/layout_json.hpp"

#include "properties/property.hpp"
#include "properties/read_case.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace tileproof::properties {
namespace {

using nlohmann::json;

template <class Kind>
Kind kind_of(const json& j, int count) {
    const auto name = j.at("kind").get<std::string>();
    for (int i = 0; i < count; ++i)
        if (name_of(static_cast<Kind>(i)) == name) return static_cast<Kind>(i);
    throw bad_case(fmt::format("'{}' is no kind of base or transform.", name));
}

}  // namespace

json layout_to_json(const layout_description& layout) {
    json stages = json::array();
    for (const stage_description& stage : layout.stages) {
        json items = json::array();
        for (const item_description& item : stage.items)
            items.push_back({{"kind", name_of(item.kind)},
                             {"arguments", item.arguments},
                             {"strides", item.strides},
                             {"lower", item.lower},
                             {"upper", item.upper}});
        stages.push_back(std::move(items));
    }
    const base_description& base = layout.base;
    const json offset = base.offset ? json(*base.offset) : json(nullptr);
    return {{"base",
             {{"kind", name_of(base.kind)},
              {"lengths", base.lengths},
              {"strides", base.strides},
              {"offset", offset},
              {"alignment", base.alignment}}},
            {"stages", std::move(stages)}};
}

layout_description layout_from_json(const json& j) try {
    layout_description layout;
    const json& base = j.at("base");
    layout.base.kind = kind_of<base_kind>(base, base_kind_count);
    read_whole(base, "lengths", layout.base.lengths);
    read_whole(base, "strides", layout.base.strides);
    if (!base.at("offset").is_null()) read_whole(base, "offset", layout.base.offset.emplace());
    // Cases stored by earlier versions say 0 for "none".
    if (layout.base.offset == 0 && layout.base.kind != base_kind::naive) layout.base.offset.reset();
    read_whole(base, "alignment", layout.base.alignment);
    for (const json& items : j.at("stages")) {
        stage_description& stage = layout.stages.emplace_back();
        for (const json& i : items) {
            item_description& item = stage.items.emplace_back();
            item.kind = kind_of<transform_kind>(i, transform_kind_count);
            read_whole(i, "arguments", item.arguments);
            read_whole(i, "strides", item.strides);
            read_whole(i, "lower", item.lower);
            read_whole(i, "upper", item.upper);
        }
    }
    return layout;
} catch (const json::exception& e) {
    throw bad_case(fmt::format("The case holds no layout description: {}.", e.what()));
}

std::string bytes_to_json_text(std::string_view bytes) {
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            text += c;
        } else {
            text += static_cast<char>(0xc0 | (byte >> 6));
            text += static_cast<char>(0x80 | (byte & 0x3f));
        }
    }
    return text;
}

std::string bytes_from_json_text(std::string_view text) {
    std::string bytes;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto lead = static_cast<unsigned char>(text[i]);
        if (lead < 0x80) {
            bytes += text[i];
        } else if ((lead == 0xc2 || lead == 0xc3) && i + 1 < text.size()) {
            bytes += static_cast<char>((lead << 6) | (text[++i] & 0x3f));
        } else {
            throw bad_case(fmt::format(
                "The text of the case has a character above 255 at byte {}; it stands for bytes.",
                i));
        }
    }
    return bytes;
}

}  // namespace tileproof::properties
