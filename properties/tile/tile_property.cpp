// SPDX-License-Identifier: MIT
#include "properties/tile/tile_property.hpp"

#include "properties/layout/layout_property.hpp"
#include "properties/tile/tile_generator.hpp"
#include "properties/typed_property.hpp"

#include <array>

#include <fmt/format.h>
#include <tileproof/layout_error.hpp>
#include <tileproof/tile/fragments.hpp>
#include <tileproof/tile/tile_text.hpp>

namespace tileproof::properties {
namespace {

// The expected outcome for a text.
enum class text_fate { either, read, refused };  // what must come of a text
constexpr std::array text_fates{text_fate::either, text_fate::read, text_fate::refused};
constexpr const char* fate_name(text_fate fate) {
    constexpr const char* names[] = {"either", "read", "refused"};
    return names[static_cast<int>(fate)];
}
struct tile_text_case {
    std::string text;
    text_fate must_be = text_fate::either;
    static constexpr auto fields() {
        return std::tuple{
            field{"tile", &tile_text_case::text, as_text{bytes_to_json_text, bytes_from_json_text}},
            optional_field{"must_be", &tile_text_case::must_be, named{text_fates, fate_name}}};
    }
};
struct tile_case {
    tile_encoding tile;
    static constexpr auto fields() {
        return std::tuple{field{"tile", &tile_case::tile, as_text{print_tile, parse_tile}}};
    }
};

std::string name_of(tile_rule rule) {
    static constexpr const char* names[] = {
        "none",     "a length below 1", "a size beyond 64 bits",     "a dim that does not exist",
        "Y uses R", "a dim used twice", "an H dim that is not used", "an R dim that is not used"};
    return names[static_cast<int>(rule)];
}

template <class Case>
class laws_of_tiles : public typed_property<Case> {
  public:
    laws_of_tiles(law_id law, const tile_subject& subject) : law_(law), subject_(&subject) {}

    std::string name() const override {
        return fmt::format("{}/{}", subject_->name(), about(law_).code);
    }
    std::string subject() const override { return std::string(subject_->name()); }
    std::vector<law_id> laws() const override { return {law_}; }
    const tile_subject& tiles() const { return *subject_; }

  protected:
    law_id law_;
    const tile_subject* subject_;
};

// L2 and L11.
class well_made_tiles : public laws_of_tiles<tile_case> {
  public:
    using laws_of_tiles::laws_of_tiles;

    tile_case generate(draw& from, int size) const override { return {random_tile(from, size)}; }
    // The tutorial's tile, the smallest tiles, and every operand of a matrix instruction.
    std::vector<tile_case> boundary_cases() const override {
        std::vector<tile_case> cases;
        for (const char* text : {"tile R=[1] H=[[4,1,32],[2,4]] P=[[1,1],[1,2;2,0]] Y=[1,2;0,1]",
                                 "tile R=[] H=[] P=[] Y=[]", "tile R=[2] H=[] P=[[0,0]] Y=[]",
                                 "tile R=[] H=[[64]] P=[[],[1,0]] Y=[]"})
            cases.push_back({parse_tile(text)});
        fragments::for_each_fragment([&](auto fragment) {
            fragments::for_each_operand(
                fragment, [&](const char*, auto encoding) { cases.push_back({encoding.value}); });
        });
        return cases;
    }
    case_result check(const tile_case& c) const override {
        return result_of(law_ == law_id::L11 ? check_coverage(*subject_, c.tile)
                                             : check_tile_reference(*subject_, c.tile));
    }
    std::vector<tile_case> smaller(const tile_case& c) const override {
        std::vector<tile_case> cases;
        for (const tile_encoding& e : smaller_tile(c.tile))
            if (find_mistake(e).rule == tile_rule::none) cases.push_back({e});
        return cases;
    }
    std::vector<std::string> classify(const tile_case& c) const override {
        const tile_encoding& e = c.tile;
        bool replicates = false, two_of_one_x = false;
        for (const long_index_t l : e.r) replicates |= l > 1;
        for (int i = 0; i < e.y.size(); ++i)
            for (int j = 0; j < i; ++j) two_of_one_x |= e.y[i].major == e.y[j].major;
        return {fmt::format("X dims: {}", e.h.size()), fmt::format("P dims: {}", e.p.size()),
                replicates ? "replication: yes" : "replication: no",
                two_of_one_x ? "several Y in one X: yes" : "several Y in one X: no"};
    }
    std::vector<std::string> required_labels() const override {
        return {"X dims: 0",
                "X dims: 1",
                "X dims: 2",
                "X dims: 3",
                "P dims: 0",
                "P dims: 1",
                "P dims: 2",
                "P dims: 3",
                "replication: yes",
                "replication: no",
                "several Y in one X: yes"};
    }
};

// Inserts spaces where they are allowed.
std::string with_blanks(draw& from, std::string text) {
    for (std::size_t i = text.size(); i > 0; --i)
        if (std::string_view("[],;= ").find(text[i - 1]) != std::string_view::npos)
            if (from.chance(5)) text.insert(i - from.below(2), 1, from.chance(50) ? ' ' : '\t');
    return text;
}

// L13: half of the cases are broken encodings, half broken texts; a few texts are valid.
class broken_tiles : public laws_of_tiles<tile_text_case> {
  public:
    using laws_of_tiles::laws_of_tiles;

    tile_text_case generate(draw& from, int size) const override {
        if (from.chance(10))
            return {with_blanks(from, print_tile(random_tile(from, size))), text_fate::read};
        if (from.chance(50)) return {random_tile_text(from, size)};
        const auto damage = static_cast<tile_damage>(from.below(tile_damages));
        return {print_tile(random_malformed_tile(from, size, damage))};
    }
    std::vector<tile_text_case> boundary_cases() const override {
        std::vector<tile_text_case> cases;
        for (const int more : {0, 1})
            for (const std::string& text : tile_texts_at_limits(more))
                cases.push_back({text, more > 0 ? text_fate::refused : text_fate::read});
        for (const std::string_view text : wrong_tile_texts())
            cases.push_back({std::string(text), text_fate::refused});
        return cases;
    }
    case_result check(const tile_text_case& c) const override {
        if (c.must_be == text_fate::read)
            return result_of(check_right_tile_text(*subject_, c.text));
        if (c.must_be == text_fate::refused) return result_of(check_wrong_tile_text(c.text));
        law_result read = check_tile_text(c.text);
        if (read.failed()) return result_of(std::move(read));
        try {
            law_result refused = check_tile_refusal(*subject_, parse_tile(c.text));
            return result_of(refused.failed() ? std::move(refused) : held(law_));
        } catch (const layout_error&) {
            return result_of(held(law_));  // check_tile_text has judged the sentence
        }
    }
    // For an encoding: smaller encodings. Other text is cut until it is one or nothing more can go.
    std::vector<tile_text_case> smaller(const tile_text_case& c) const override {
        std::vector<tile_text_case> cases;
        if (c.must_be == text_fate::refused) return cases;  // a part of it may be right
        const bool right = c.must_be == text_fate::read;
        try {
            const tile_encoding e = parse_tile(c.text);
            if (const std::string canonical = print_tile(e); canonical != c.text)
                cases.push_back({canonical, c.must_be});
            for (const tile_encoding& less : smaller_tile(e))
                if (!right || find_mistake(less).rule == tile_rule::none)
                    cases.push_back({print_tile(less), c.must_be});
        } catch (const layout_error&) {
            if (right) return cases;
            for (std::size_t length = 0; length < c.text.size(); ++length)
                cases.push_back({c.text.substr(0, length)});
            for (std::size_t at = 0; at < c.text.size(); ++at)
                cases.push_back({std::string(c.text).erase(at, 1)});
        }
        return cases;
    }
    std::vector<std::string> classify(const tile_text_case& c) const override {
        if (c.must_be == text_fate::read) return {"mistake: none, and it must be read"};
        try {
            return {"mistake: " + name_of(find_mistake(parse_tile(c.text)).rule)};
        } catch (const layout_error&) {
            return {"mistake: the text"};
        }
    }
    std::vector<std::string> required_labels() const override {
        std::vector<std::string> labels{"mistake: the text", "mistake: none, and it must be read"};
        for (int rule = 1; rule <= static_cast<int>(tile_rule::r_unused); ++rule)
            labels.push_back("mistake: " + name_of(static_cast<tile_rule>(rule)));
        return labels;
    }
};

}  // namespace

const tile_subject* tiles_of(const property& p) {
    const auto* const known = dynamic_cast<const well_made_tiles*>(&p);
    return known ? &known->tiles() : nullptr;
}

property_list tile_properties(const tile_subject& subject) {
    property_list list;
    for (const law_id law : {law_id::L2, law_id::L11})
        list.push_back(std::make_unique<well_made_tiles>(law, subject));
    list.push_back(std::make_unique<broken_tiles>(law_id::L13, subject));
    return list;
}

}  // namespace tileproof::properties
