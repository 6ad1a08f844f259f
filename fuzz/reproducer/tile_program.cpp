// SPDX-License-Identifier: MIT
// Programs that show a broken law of a tile distribution, or of magic division, with nothing but lib/.
#include "fuzz/reproducer/lib_program.hpp"
#include "fuzz/reproducer/tile_program.texts.hpp"
#include "properties/layout/layout_json.hpp"
#include "properties/tile/observed_tile.hpp"

#include <tileproof/layout_error.hpp>
#include <tileproof/tile/tile_text.hpp>

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace tileproof::properties {
namespace {

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

}  // namespace tileproof::properties
