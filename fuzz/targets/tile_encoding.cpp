// SPDX-License-Identifier: MIT
// Tile distribution encodings: an encoding that is well made obeys L11 and L2, any other is refused
// (L13), and so is a text that is none. Bytes that are no text choose a random encoding, broken or
// not.
#include "fuzz/libfuzzer/target.hpp"
#include "properties/tile/tile_generator.hpp"
#include "properties/tile/tile_subject.hpp"

#include <tileproof/layout_error.hpp>
#include <tileproof/tile/tile_text.hpp>

namespace tileproof::fuzz {

using namespace properties;

// Small enough to be judged in well under a millisecond.
static bool affordable(const tile_encoding& e) {
    long_index_t holders = 1;
    for (int major = 0; major <= e.h.size(); ++major)
        for (int minor = 0; minor < e.minors(major); ++minor) {
            const long_index_t length = e.length({major, minor});
            if (length < 1) return true;  // refused at once
            if (holders > 4096 / length) return false;
            holders *= length;
        }
    return true;
}

static void judge(const tile_encoding& e) {
    if (!affordable(e)) return;
    require(check_coverage(dynamic_tiles(), e));
    require(check_tile_reference(dynamic_tiles(), e));
    require(check_tile_refusal(dynamic_tiles(), e));
}

void judge_input(input_bytes input) {
    const std::string_view text(reinterpret_cast<const char*>(input.data()), input.size());
    require(check_tile_text(text));
    try {
        return judge(parse_tile(text));
    } catch (const layout_error&) {
        // No text of an encoding: choices.
    }
    draw from(input);
    const int size = static_cast<int>(from.below(101));
    judge(from.chance(60) ? random_tile(from, size)
                          : random_malformed_tile(
                                from, size, static_cast<tile_damage>(from.below(tile_damages))));
}

}  // namespace tileproof::fuzz
