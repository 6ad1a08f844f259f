// SPDX-License-Identifier: MIT
#include "properties/layout/layout_json.hpp"

#include "properties/fields.hpp"

#include <fmt/format.h>

namespace tileproof {

using properties::field;
using properties::named;

// The values of an enumeration that counts from 0.
template <class Kind, int count>
constexpr auto all_kinds = [] {
    std::array<Kind, count> all{};
    for (int i = 0; i < count; ++i) all[static_cast<std::size_t>(i)] = static_cast<Kind>(i);
    return all;
}();
constexpr auto name_of_kind = [](auto kind) { return name_of(kind); };

static constexpr auto fields_of(std::type_identity<base_description>) {
    using base = base_description;
    return std::tuple{
        field{"kind", &base::kind, named{all_kinds<base_kind, base_kind_count>, name_of_kind}},
        field{"lengths", &base::lengths}, field{"strides", &base::strides},
        field{"offset", &base::offset}, field{"alignment", &base::alignment}};
}

static constexpr auto fields_of(std::type_identity<item_description>) {
    using item = item_description;
    return std::tuple{field{"kind", &item::kind,
                            named{all_kinds<transform_kind, transform_kind_count>, name_of_kind}},
                      field{"arguments", &item::arguments}, field{"strides", &item::strides},
                      field{"lower", &item::lower}, field{"upper", &item::upper}};
}

// A stage is written as the list of its items.
static constexpr auto fields_of(std::type_identity<layout_description>) {
    return std::tuple{field{"base", &layout_description::base},
                      field{"stages", &layout_description::stages}};
}

}  // namespace tileproof

namespace tileproof::properties {

using nlohmann::json;

template <>
struct kind_of_value<stage_description> {
    json write(const stage_description& stage) const {
        return list_of<item_description>{}.write(stage.items);
    }
    stage_description read(const json& j, const member_path& at) const {
        return {list_of<item_description>{}.read(j, at)};
    }
};

json layout_to_json(const layout_description& layout) { return to_json(layout); }

layout_description layout_from_json(const json& j) {
    auto layout = from_json<layout_description>(j, "layout description");
    // Cases stored by earlier versions have 0 for "none".
    if (layout.base.offset == 0 && layout.base.kind != base_kind::naive) layout.base.offset.reset();
    return layout;
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
