// SPDX-License-Identifier: MIT
// L13 as a property: malformed layouts.
//
//   {"text": "packed [4] -> {slice(0,5): 0 -> 0}", "rule": "slice: end beyond the length",
//    "certain": true, "names": "slice", "description": {...} or null}
#include "properties/layout/generator/layout_generator.hpp"
#include "properties/layout/generator/malformed.hpp"
#include "properties/layout/layout_laws.hpp"
#include "properties/layout/layout_property.hpp"
#include "properties/typed_property.hpp"

#include <fmt/format.h>
#include <tileproof/layout_text.hpp>

namespace tileproof::properties {

using nlohmann::json;

template <>
struct kind_of_value<layout_description> {
    json write(const layout_description& layout) const { return layout_to_json(layout); }
    layout_description read(const json& j, const member_path&) const { return layout_from_json(j); }
};

static constexpr auto fields_of(std::type_identity<malformed_layout>) {
    using m = malformed_layout;
    return std::tuple{field{"text", &m::text, as_text{bytes_to_json_text, bytes_from_json_text}},
                      field{"rule", &m::rule}, field{"certain", &m::certain},
                      field{"names", &m::names}, field{"description", &m::description}};
}

namespace {

class malformed_layouts : public typed_property<malformed_layout> {
  public:
    explicit malformed_layouts(const layout_subject& subject) : subject_(&subject) {}

    std::string name() const override { return fmt::format("{}/L13", subject_->name()); }
    std::string subject() const override { return std::string(subject_->name()); }
    std::vector<law_id> laws() const override { return {law_id::L13}; }

    malformed_layout generate(draw& from, int size) const override {
        return random_malformed(from, size);
    }
    std::vector<malformed_layout> boundary_cases() const override { return cases_at_limits(); }
    case_result check(const malformed_layout& m) const override {
        return result_of(check_refusal(*subject_, m));
    }

    // A case that is certain to be malformed is so as a whole; a part of it may be a layout. So first drop that
    // claim, and then cut whatever still fails (a crash, a text that does not read as printed).
    std::vector<malformed_layout> smaller(const malformed_layout& whole) const override {
        malformed_layout m = whole;
        if (m.description && !m.certain) return smaller_right_ones(m);
        if (m.certain) {
            m.certain = false;
            m.names.clear();
            m.description.reset();
            m.rule = "text: cut";
            return {m};
        }
        std::vector<malformed_layout> cases;
        for (std::size_t length = 0; length < whole.text.size(); ++length) {
            m.text = whole.text.substr(0, length);
            cases.push_back(m);
        }
        for (std::size_t part = whole.text.size() / 2; part > 0; part /= 2)
            for (std::size_t at = 0; at < whole.text.size(); at += part) {
                m.text = whole.text;
                m.text.erase(at, part);
                cases.push_back(m);
            }
        return cases;
    }

    std::vector<std::string> classify(const malformed_layout& m) const override {
        return {"rule: " + m.rule};
    }
    std::vector<std::string> required_labels() const override {
        std::vector<std::string> labels;
        for (const std::string_view rule : malformed_rules())
            labels.push_back("rule: " + std::string(rule));
        return labels;
    }
    std::int64_t cases_before_judging() const override {
        return 30 * static_cast<std::int64_t>(malformed_rules().size());
    }

  private:
    static std::vector<malformed_layout> smaller_right_ones(malformed_layout m) {
        std::vector<malformed_layout> cases;
        if (const std::string plain = print_layout(*m.description); plain != m.text) {
            m.text = plain;
            return {m};
        }
        for (layout_description& less : properties::smaller(layout_description(*m.description))) {
            m.text = print_layout(less);
            m.description = std::move(less);
            cases.push_back(m);
        }
        return cases;
    }

    const layout_subject* subject_;
};

}  // namespace

std::unique_ptr<property> refusal_property(const layout_subject& subject) {
    return std::make_unique<malformed_layouts>(subject);
}

}  // namespace tileproof::properties
