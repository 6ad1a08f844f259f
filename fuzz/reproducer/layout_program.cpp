// SPDX-License-Identifier: MIT
// Programs that show a broken law of a layout with nothing but lib/.
#include "fuzz/reproducer/layout_program.texts.hpp"
#include "fuzz/reproducer/lib_program.hpp"
#include "properties/layout/descriptor_source.hpp"
#include "properties/layout/layout_laws.hpp"
#include "properties/layout/observed.hpp"
#include "properties/layout/physical.hpp"

#include <tileproof/layout.hpp>

#include <fmt/format.h>

namespace tileproof::properties {
namespace {

// What the reference shows: `lengths` and `expected`.
std::string expected_table(const layout_description& layout) {
    const reference::shown_elements right = reference::show(physical(layout));
    if (right.places.size() > most_listed_in_file) return "";
    return "static const std::vector<long_index_t> lengths =\n" +
           numbers({right.lengths.begin(), right.lengths.end()}) +
           "// By doing to an array what each transform says; -1: no element.\n"
           "static const std::vector<long_index_t> expected =\n" +
           numbers({right.places.begin(), right.places.end()});
}

// The layout with each pair of L10 on top.
std::string texts_with_pairs(const layout_description& description) {
    std::string list;
    for (const layout_description& with_pair :
         layouts_with_pairs(description, layout(description).lengths()))
        list += "    " + literal(print_layout(with_pair)) + "sv,\n";
    return "static const std::vector<std::string_view> with_pairs = {\n" + list + "};\n";
}

// Constants and failures(); empty when this law has no program.
std::string body_of(const finding& f, const std::string& layout_text) {
    std::string data =
        "static const std::string_view text =\n    " + literal(layout_text) + "sv;\n";
    try {
        switch (f.law) {
            case law_id::L1:
                return fmt::format("{}{}{}", data, each_index, bounds_check);
            case law_id::L2: {
                const std::string table = expected_table(parse_layout(layout_text));
                if (table.empty()) return "";
                return fmt::format("{}{}{}", data, table, table_check);
            }
            case law_id::L3:
                return fmt::format("{}{}{}", data, each_index, claim_check);
            case law_id::L4:
                return fmt::format("{}{}{}", data, each_index, inverse_check);
            case law_id::L5:
                return fmt::format("{}{}", data, move_check);
            case law_id::L6: {
                source_style style;
                style.index_type = "long_index_t";
                return fmt::format("{}\n{}{}{}", data,
                                   descriptor_source(parse_layout(layout_text), "made", style),
                                   each_index, forms_check);
            }
            case law_id::L7:
                return fmt::format("{}{}{}", data, each_index, chain_check);
            case law_id::L9:
                return fmt::format("{}{}{}", data, each_index, vectors_check);
            case law_id::L10: {
                data += texts_with_pairs(parse_layout(layout_text));
                return fmt::format("{}{}{}", data, each_index, pairs_check);
            }
            case law_id::L13: {
                const bool certain = f.the_case.value("certain", false);
                data += fmt::format("static const bool certain = {}, right = {};\n", certain,
                                    !certain && f.the_case.contains("description") &&
                                        !f.the_case["description"].is_null());
                return fmt::format("{}{}", data, refusal_check);
            }
            default:
                return "";
        }
    } catch (const reference::too_large&) {
        return "";
    }
}

}  // namespace

std::vector<reproducer> layout_reproducers(const finding& f, const std::string& layout_text) {
    return lib_reproducers(
        f, {"tileproof/layout.hpp", "tileproof/layout_vectors.hpp", "tileproof/coordinate.hpp"},
        body_of(f, layout_text));
}

}  // namespace tileproof::properties
