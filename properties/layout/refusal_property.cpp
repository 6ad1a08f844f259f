// L13 as a property: malformed layouts.
//
//   {"text": "packed [4] -> {slice(0,5): 0 -> 0}", "rule": "slice: end beyond the length",
//    "certain": true, "names": "slice", "description": {...} or null}
#include "properties/draw.hpp"
#include "properties/layout/layout_json.hpp"
#include "properties/layout/layout_property.hpp"
#include "properties/layout/refusal.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace tileproof::properties {
namespace {

using nlohmann::json;

json to_case(const malformed_layout& m) {
    return {{"text", bytes_to_json_text(m.text)},
            {"rule", m.rule},
            {"certain", m.certain},
            {"names", m.names},
            {"description", m.description ? layout_to_json(*m.description) : json()}};
}

malformed_layout from_case(const json& c) try {
    malformed_layout m;
    m.text = bytes_from_json_text(c.at("text").get<std::string>());
    m.rule = c.at("rule").get<std::string>();
    m.certain = c.at("certain").get<bool>();
    m.names = c.at("names").get<std::string>();
    if (!c.at("description").is_null()) m.description = layout_from_json(c.at("description"));
    return m;
} catch (const json::exception& e) {
    throw bad_case(fmt::format("The case of L13 cannot be read: {}.", e.what()));
}

class malformed_layouts : public property {
  public:
    explicit malformed_layouts(const layout_subject& subject) : subject_(&subject) {}

    std::string name() const override { return fmt::format("{}/L13", subject_->name()); }
    std::string subject() const override { return std::string(subject_->name()); }
    std::vector<law_id> laws() const override { return {law_id::L13}; }

    json generate(rc::Random& random, int size) const override {
        draw from(random);
        return to_case(random_malformed(from, size));
    }

    case_result check(const json& c) const override {
        const verdict v = check_refusal(*subject_, from_case(c));
        case_result result;
        if (v.discarded)
            result.discarded = v.message;
        else
            result.laws.push_back({law_id::L13, v.held ? std::string() : v.message});
        return result;
    }

    // What is certain to be malformed is so as a whole: a part of it may well be a layout. So first the
    // claim goes; what still fails then (a crash, a text that does not read as it prints) is cut.
    std::vector<json> smaller(const json& c) const override {
        malformed_layout m = from_case(c);
        std::vector<json> cases;
        if (m.certain || m.description) {
            m.certain = false;
            m.names.clear();
            m.description.reset();
            m.rule = "text: cut";
            return {to_case(m)};
        }
        const std::string text = m.text;
        for (std::size_t length = 0; length < text.size(); ++length) {
            m.text = text.substr(0, length);
            cases.push_back(to_case(m));
        }
        for (std::size_t part = text.size() / 2; part > 0; part /= 2)
            for (std::size_t at = 0; at < text.size(); at += part) {
                m.text = text;
                m.text.erase(at, part);
                cases.push_back(to_case(m));
            }
        return cases;
    }

    std::vector<std::string> classify(const json& c) const override {
        return {"rule: " + from_case(c).rule};
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
    const layout_subject* subject_;
};

}  // namespace

std::unique_ptr<property> refusal_property(const layout_subject& subject) {
    return std::make_unique<malformed_layouts>(subject);
}

}  // namespace tileproof::properties
