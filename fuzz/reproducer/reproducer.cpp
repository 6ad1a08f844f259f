// SPDX-License-Identifier: MIT
#include "fuzz/reproducer/reproducer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <tileproof/layout.hpp>
#include <tileproof/layout_error.hpp>
#include <tileproof/tile/tile_text.hpp>

#include "fuzz/reproducer/layout_program.texts.hpp"
#include "fuzz/reproducer/lib_program.texts.hpp"
#include "fuzz/reproducer/tile_program.texts.hpp"
#include "properties/layout/layout_laws.hpp"
#include "properties/layout/layout_property.hpp"
#include "properties/layout/layout_words.hpp"
#include "properties/layout/observed.hpp"
#include "properties/tile/tile_subject.hpp"
#include "system/text.hpp"

namespace tileproof::fuzz {

namespace {

// For printf: letters and digits as they are, all else in octal.
std::string printable(const std::string& bytes) {
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
        text += plain ? std::string(1, c) : fmt::format("\\{:03o}", byte);
    }
    return text;
}

std::string as_shell_comment(const std::string& text) {
    std::string lines = as_comment(text);
    for (std::size_t at = 0; at < lines.size(); at = lines.find('\n', at) + 1)
        lines.replace(at, 2, "# ");
    return lines;
}

using namespace properties;

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

std::string text_constant(const std::string& text) {
    return "static const std::string_view text =\n    " + literal(text) + "sv;\n";
}

std::string holders_body(const std::string& text) {
    const tile_encoding e = parse_tile(text);
    if (!not_judged(e).empty()) return "";
    const reference::tile_holders right = reference::hold(physical_tile(e));
    if (right.element_of.size() > most_listed_in_file) return "";
    return text_constant(text) +
           fmt::format(
               "static constexpr long_index_t threads = {}, registers = {};\n"
               "// Which element of X a register holds, thread by thread: by putting numbers "
               "where the dims say.\n"
               "static const std::vector<long_index_t> expected =\n{}",
               right.threads, right.registers,
               numbers({right.element_of.begin(), right.element_of.end()})) +
           std::string(holders_check);
}

std::string refusal_body(const std::string& text) {
    bool malformed = false;
    try {
        malformed = !reference::tile_fault(physical_tile(parse_tile(text))).empty();
    } catch (const layout_error&) {
        // The text is no encoding, and its refusal is looked at.
    }
    return text_constant(text) + fmt::format("static constexpr bool malformed = {};\n", malformed) +
           std::string(tile_refusal_check);
}

}  // namespace

std::string as_comment(const std::string& text) {
    std::string lines = system::wrapped(text, "   ", 100);
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

// Findings whose case is the bytes that a fuzz target was given: a script that gives them to it again.

std::vector<reproducer> input_reproducers(const finding& f) {
    const std::string bytes = bytes_from_json_text(f.the_case.at("bytes").get<std::string>());
    const std::string target = f.property.substr(f.property.find('/') + 1);
    return {{"sh",
             "#!/bin/sh\n" + as_shell_comment(f.failure) +
                 fmt::format("#\n# sh THIS_FILE PROGRAM, where PROGRAM is bin/replay/{0} or "
                             "bin/fuzz/{0} of a build of tileproof.\n"
                             "# Ends with 1 while the bug is there, and with 0 when it is gone.\n"
                             "input=$(mktemp) && printf '{1}' > \"$input\" || exit 2\n"
                             "\"$1\" \"$input\" && wrong=0 || wrong=1\n"
                             "rm -f \"$input\"\n"
                             "test $wrong = 0 && echo The bug is gone. || echo The bug is there.\n"
                             "exit $wrong\n",
                             target, printable(bytes))}};
}

std::string literal(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            result += {'\\', c};
        else if (byte >= 0x20 && byte < 0x7f && c != '?')
            result += c;
        else  // octal ends after three digits, whatever follows
            result += fmt::format("\\{:03o}", byte);
    }
    return result + '"';
}

std::string numbers(const std::vector<long_index_t>& values) {
    std::string text;
    for (const long_index_t v : values) text += (text.empty() ? "" : ", ") + std::to_string(v);
    return system::wrapped("{" + text + "};", "    ", 100);
}

std::vector<reproducer> lib_reproducers(const finding& f, const std::vector<std::string>& headers,
                                        const std::string& body) {
    if (body.empty()) return {};
    const std::string what = as_comment(f.failure) + "//\n";
    std::string includes;
    for (const std::string& header : headers) includes += fmt::format("#include <{}>\n", header);
    includes +=
        "\n#include <algorithm>\n#include <cstdio>\n#include <map>\n#include <string>\n#include "
        "<string_view>\n#include <vector>\n\nusing namespace std::literals;\nusing namespace "
        "tileproof;\n\n";
    const std::string name = file_name(f);
    return {
        {"cpp", what +
                    "//   c++ -std=c++20 -I TILEPROOF/lib THIS_FILE -o bug && ./bug\n"
                    "//\n// Exit code 1 while the bug is there, 0 when it is gone.\n" +
                    includes + body + std::string(main_end)},
        {"test.cpp", what + "#include <gtest/gtest.h>\n\n" + includes + "namespace {\n\n" + body +
                         fmt::format("\nTEST(Findings, {}{}IsKept) {{\n"
                                     "    EXPECT_EQ(failures(), 0);\n}}\n\n}}  // namespace\n",
                                     about(f.law).code, name.substr(name.size() - 21, 16))}};
}

// Programs that show a broken law of a layout with nothing but lib/.

std::vector<reproducer> layout_reproducers(const finding& f, const std::string& layout_text) {
    return lib_reproducers(
        f, {"tileproof/layout.hpp", "tileproof/layout_vectors.hpp", "tileproof/coordinate.hpp"},
        body_of(f, layout_text));
}

// Programs that show a broken law of a tile distribution, or of magic division, with nothing but lib/.

std::vector<reproducer> tile_reproducers(const finding& f) {
    const std::string text = bytes_from_json_text(f.the_case.at("tile").get<std::string>());
    return lib_reproducers(f,
                           {"tileproof/tile/tile_error.hpp", "tileproof/tile/tile_map.hpp",
                            "tileproof/tile/tile_text.hpp"},
                           f.law == law_id::L13 ? refusal_body(text) : holders_body(text));
}

std::vector<reproducer> division_reproducers(const finding& f) {
    const auto bits = f.the_case.at("bits").get<int>();
    const auto divisor = f.the_case.at("divisor").get<long_index_t>();
    const long_index_t last = bits == 32 ? 0x7fff'ffff : 0x7fff'ffff'ffff'ffff;
    return lib_reproducers(
        f, {"tileproof/magic_division.hpp"},
        fmt::format("static constexpr int bits = {};\n"
                    "static constexpr long_index_t divisor = {}, dividend = {};\n"
                    "static constexpr bool in_range = {};  // else it must be refused\n{}",
                    bits, divisor, f.the_case.at("dividend").get<long_index_t>(),
                    divisor >= 1 && divisor <= last, division_check));
}

}  // namespace tileproof::fuzz
