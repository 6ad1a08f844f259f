// SPDX-License-Identifier: MIT
#include "properties/layout/layout_property.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <tileproof/layout_error.hpp>
#include <tileproof/layout_text.hpp>

#include "properties/fields.hpp"
#include "properties/layout/generator/layout_generator.hpp"
#include "properties/layout/layout_laws.hpp"
#include "properties/typed_property.hpp"

namespace tileproof::properties {

namespace {

struct layout_case {
    layout_description layout;
    static constexpr auto fields() {
        return std::tuple{
            field{"layout", &layout_case::layout, as_text{print_layout, parse_layout}}};
    }
};

// The smallest ones, and well-known ones from articles.
constexpr std::string_view known_layouts[] = {
    "packed [1]",
    "packed [0]",
    "packed [3,4]",
    "naive [3,4] strides [8,1]",
    "naive [3,4] strides [1,3]",
    "naive [2,2] strides [1,1]",
    "naive [4] strides [0] offset 1",
    "aligned [4,5] align 8",
    "naive [256,128] strides [128,1] -> {unmerge(4,64): 0 -> 0,1; pass: 1 -> 2}",
    "naive [256,128] strides [128,1] -> {unmerge(4,64): 0 -> 0,1; pass: 1 -> 2} -> {pass: 0 -> 0; "
    "merge: 1,2 -> 1}",
    "packed [2,6] -> {pass: 0 -> 0; unmerge(2,3): 1 -> 1,2}",
    "packed [2,3] -> {pass: 0 -> 1; pass: 1 -> 0}",
    "packed [2,3] -> {pad(1,2): 0 -> 0; left_pad(1): 1 -> 1}",
    "packed [6,4] -> {slice(1,5): 0 -> 0; right_pad(4): 1 -> 1}",
    "packed [8,8] -> {xor: 0,1 -> 0,1}",
    "packed [4] -> {insert(3): () -> 0; pass: 0 -> 1}",
    "packed [4,3] -> {freeze(2): 1 -> (); modulo(4,9): 0 -> 0}",
    "packed [12] -> {embed([3,4],[1,3]): 0 -> 0,1}",
    "packed [5] -> {gather([4,0,2]): 0 -> 0} -> {replicate(2): () -> 0; offset(1): 0 -> 1}",
    "packed [65,31] -> {merge_divmod: 0,1 -> 0}",
    // The largest number of indices that are all compared; only combinations of two dims repeat.
    "naive [256,256] strides [1,1]",
    // The largest number of dims: 16.
    "packed [24] -> {unmerge(2,3,1,1,1,1,1,1,1,1,1,1,1,1,1,4): 0 -> "
    "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15}",
};

class valid_layouts : public typed_property<layout_case> {
  public:
    valid_layouts(law_id law, const layout_subject& subject) : law_(law), subject_(&subject) {}

    std::string name() const override {
        return fmt::format("{}/{}", subject_->name(), about(law_).code);
    }
    std::string subject() const override { return std::string(subject_->name()); }
    std::vector<law_id> laws() const override { return {law_}; }

    layout_case generate(draw& from, int size) const override {
        layout_description layout = random_layout(from, size);
        // About half of all layouts claim no vector, and L9 does not apply to them.
        for (int more = 0; law_ == law_id::L9 && more < 7 && !claims_vectors(layout); ++more)
            layout = random_layout(from, size);
        return {std::move(layout)};
    }
    std::vector<layout_case> boundary_cases() const override {
        std::vector<layout_case> cases;
        for (const std::string_view text : known_layouts) cases.push_back({parse_layout(text)});
        return cases;
    }
    case_result check(const layout_case& c) const override {
        return result_of(check_layout(law_, *subject_, c.layout));
    }
    std::vector<layout_case> smaller(const layout_case& c) const override {
        std::vector<layout_case> cases;
        for (layout_description& layout : properties::smaller(c.layout))
            cases.push_back({std::move(layout)});
        return cases;
    }
    std::vector<std::string> classify(const layout_case& c) const override {
        return labels_of(c.layout);
    }
    std::vector<std::string> required_labels() const override {
        std::vector<std::string> labels = required_layout_labels();
        if (law_ == law_id::L7) std::erase(labels, "stages: 0");  // there is nothing to cut
        return labels;
    }

    const layout_subject& layouts() const { return *subject_; }

  private:
    bool claims_vectors(const layout_description& layout) const {
        try {
            const auto claims = subject_->make(layout)->vectors();
            return std::ranges::any_of(claims, [](const vector_claim& c) { return c.length > 1; });
        } catch (const layout_error&) {
            return true;  // a refusal is for check() to judge
        }
    }

    law_id law_;
    const layout_subject* subject_;
};

}  // namespace

std::unique_ptr<property> layout_property(law_id law, const layout_subject& subject) {
    return std::make_unique<valid_layouts>(law, subject);
}

const layout_subject* layouts_of(const property& p) {
    const auto* const known = dynamic_cast<const valid_layouts*>(&p);
    return known ? &known->layouts() : nullptr;
}

property_list layout_properties(const layout_subject& subject) {
    property_list list;
    for (const law_id law : {law_id::L1, law_id::L2, law_id::L3, law_id::L4, law_id::L5, law_id::L7,
                             law_id::L9, law_id::L10})
        list.push_back(layout_property(law, subject));
    list.push_back(refusal_property(subject));
    return list;
}

}  // namespace tileproof::properties

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
