#include "properties/layout/layout_property.hpp"

#include "properties/draw.hpp"
#include "properties/layout/generator/labels.hpp"
#include "properties/layout/generator/layout_generator.hpp"
#include "properties/layout/generator/smaller.hpp"
#include "properties/layout/layout_laws.hpp"

#include <fmt/format.h>
#include <tileproof/layout_error.hpp>
#include <tileproof/layout_text.hpp>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tileproof::properties {
namespace {

using nlohmann::json;

// The smallest ones, and those of the articles that the field learns from.
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
};

verdict check(law_id law, const layout_subject& subject, const layout_description& layout) {
    switch (law) {
        case law_id::L1:
            return check_layout(subject, layout, check_bounds);
        case law_id::L2:
            return check_layout(subject, layout, check_reference);
        case law_id::L3:
            return check_layout(subject, layout, check_injective);
        case law_id::L4:
            return check_layout(subject, layout, check_inverse);
        case law_id::L5:
            return check_layout(subject, layout, check_move);
        case law_id::L9:
            return check_layout(subject, layout, check_vectors);
        case law_id::L7:
        case law_id::L10:
            try {
                const observed_layout seen(subject, layout);
                return law == law_id::L7 ? check_chain(subject, seen) : check_pairs(subject, seen);
            } catch (const layout_error& e) {
                return failed(fmt::format("{}: the subject refuses a valid layout. {}", title(law),
                                          e.what()));
            }
        default:
            throw std::logic_error(title(law) + " is no law of valid layouts.");
    }
}

class valid_layouts : public property {
  public:
    valid_layouts(law_id law, const layout_subject& subject) : law_(law), subject_(&subject) {}

    std::string name() const override {
        return fmt::format("{}/{}", subject_->name(), about(law_).code);
    }
    std::string subject() const override { return std::string(subject_->name()); }
    std::vector<law_id> laws() const override { return {law_}; }

    json generate(rc::Random& random, int size) const override {
        draw from(random);
        layout_description layout = random_layout(from, size);
        // About half of all layouts claim no vector, and L9 has nothing to say of them.
        for (int more = 0; law_ == law_id::L9 && more < 7 && !claims_vectors(layout); ++more)
            layout = random_layout(from, size);
        return to_case(layout);
    }
    std::vector<json> first_cases() const override {
        std::vector<json> cases;
        for (const std::string_view text : known_layouts) cases.push_back({{"layout", text}});
        return cases;
    }

    case_result check(const json& c) const override {
        const verdict v = properties::check(law_, *subject_, from_case(c));
        case_result result;
        if (v.discarded)
            result.discarded = v.message;
        else
            result.laws.push_back({law_, v.held ? std::string() : v.message});
        return result;
    }

    std::vector<json> smaller(const json& c) const override {
        std::vector<json> cases;
        for (const layout_description& layout : properties::smaller(from_case(c)))
            cases.push_back(to_case(layout));
        return cases;
    }

    std::vector<std::string> classify(const json& c) const override {
        return labels_of(from_case(c));
    }

    std::vector<std::string> required_labels() const override {
        std::vector<std::string> labels = required_layout_labels();
        if (law_ == law_id::L7) std::erase(labels, "stages: 0");  // nothing to cut a chain at
        return labels;
    }

  private:
    bool claims_vectors(const layout_description& layout) const {
        try {
            const auto claims = subject_->make(layout)->vectors();
            return std::any_of(claims.begin(), claims.end(),
                               [](const vector_claim& c) { return c.length > 1; });
        } catch (const layout_error&) {
            return true;  // a refusal is for check() to judge
        }
    }
    static json to_case(const layout_description& layout) {
        return {{"layout", print_layout(layout)}};
    }
    static layout_description from_case(const json& c) {
        if (!c.is_object() || !c.contains("layout") || !c.at("layout").is_string())
            throw bad_case("The case of a layout law is an object with a text 'layout'.");
        try {
            return parse_layout(c.at("layout").get_ref<const std::string&>());
        } catch (const layout_error& e) {
            throw bad_case(e.what());
        }
    }

    law_id law_;
    const layout_subject* subject_;
};

}  // namespace

std::unique_ptr<property> layout_property(law_id law, const layout_subject& subject) {
    return std::make_unique<valid_layouts>(law, subject);
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
