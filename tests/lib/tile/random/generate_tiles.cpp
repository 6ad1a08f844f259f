// SPDX-License-Identifier: MIT
// generate_tiles SEED COUNT FILE: writes a source with COUNT random static encodings, each next to the text
// that it was made from. ctest compiles it with a fixed seed; a night of new seeds is
// tests/lib/static/chains/overnight.sh 8h, and one of them
//   cmake -DTILEPROOF_TILES_SEED=7 build && cmake --build build --target test_lib_static_tiles
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <tileproof/tile/tile_map.hpp>
#include <tileproof/tile/tile_text.hpp>

#include "properties/tile/tile_generator.hpp"

using namespace tileproof;

namespace {

template <class List, class Part>
std::string joined(const std::string& name, const List& list, Part part) {
    std::string text;
    for (const auto& value : list) text += (text.empty() ? "" : ", ") + part(value);
    return name + "<" + text + ">";
}

std::string numbers(const auto& list) {
    return joined("sequence", list, [](long_index_t v) { return std::to_string(v); });
}
std::string majors(const auto& ids) {
    return joined("sequence", ids, [](rh_id id) { return std::to_string(id.major); });
}
std::string minors(const auto& ids) {
    return joined("sequence", ids, [](rh_id id) { return std::to_string(id.minor); });
}

std::string static_form(const tile_encoding& e) {
    return "tile_distribution_encoding<" + numbers(e.r) + ", " +
           joined("tuple", e.h, [](const auto& h) { return numbers(h); }) + ", " +
           joined("tuple", e.p, [](const auto& p) { return majors(p); }) + ", " +
           joined("tuple", e.p, [](const auto& p) { return minors(p); }) + ", " + majors(e.y) +
           ", " + minors(e.y) + ">";
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        std::cerr << "Usage: generate_tiles SEED COUNT FILE\n";
        return 2;
    }
    properties::draw from(std::strtoull(argv[1], nullptr, 10));
    const int count = std::atoi(argv[2]);
    std::ofstream out(argv[3]);
    out << "// Written by generate_tiles with seed " << argv[1] << ".\n"
        << "#include \"tests/lib/tile/random/static_tile.hpp\"\n\nnamespace tileproof::tests {\n\n"
        << "const std::vector<static_tile_form>& static_tile_forms() {\n"
        << "    static const std::vector<static_tile_form> forms{\n";
    // Whatever the seed, every number of P dims and a few replicated tiles are met: the last tiles are drawn
    // again until they bring what is still missing.
    bool met[4] = {};
    int replicated = 4, missing_p = 4;
    for (int n = 0; n < count;) {
        // Registers are unrolled at compile time: few of them, many lanes.
        const tile_encoding e =
            properties::random_tile(from, 100, {.holders = 512, .x = 3, .h = 3, .r = 2, .p = 3});
        const tile_map map(e);
        if (map.registers > 32) continue;
        const bool new_p = !met[e.p.size()], new_r = map.replicas > 1 && replicated > 0;
        if (!new_p && !new_r && count - n <= missing_p + replicated) continue;
        if (new_p) met[e.p.size()] = true, --missing_p;
        if (new_r) --replicated;
        out << "        make_form<\n            " << static_form(e) << ">(\n            \""
            << print_tile(e) << "\"),\n";
        ++n;
    }
    out << "    };\n    return forms;\n}\n\n}  // namespace tileproof::tests\n";
    return out.flush() ? 0 : 1;
}
