// SPDX-License-Identifier: MIT
// What code with changes to try shares with the engine. Its functions are called by name from that code only.
#include "devices/tried_changes.hpp"

#include <unistd.h>

#include <algorithm>
#include <sstream>

extern "C" {

std::int32_t tileproof_tried_changes[2] = {};
std::int64_t tileproof_fuel_of_change = INT64_MAX;

void tileproof_fuel_left(std::int64_t left) {
    constexpr int endless = 77;
    if (left < 0) _exit(endless);
}

}  // extern "C"

namespace tileproof::devices {
namespace {

std::vector<small_change> known;
unsigned char* of_blocks = nullptr;
std::size_t blocks = 0;

}  // namespace

const std::vector<small_change>& tried_changes::all() { return known; }

void tried_changes::begin(numbers n, std::int64_t fuel) {
    for (std::size_t i = 0; i < n.size(); ++i)
        tileproof_tried_changes[i] = static_cast<std::int32_t>(n[i]);
    tileproof_fuel_of_change = fuel;
    std::fill_n(of_blocks, blocks, static_cast<unsigned char>(0));
}

bool tried_changes::reached(std::size_t block) { return block < blocks && of_blocks[block] != 0; }

std::int64_t tried_changes::fuel_left() { return tileproof_fuel_of_change; }

}  // namespace tileproof::devices

// "block <tab> of the host: 1 <tab> line <tab> column <tab> file <tab> text" for each change.
extern "C" void tileproof_changes_to_try(const char* lines, unsigned char* reached,
                                         std::uint64_t number_of_blocks) {
    using namespace tileproof::devices;
    known.clear();
    of_blocks = reached;
    blocks = number_of_blocks;
    std::istringstream in(lines);
    small_change c;
    while (in >> c.block >> c.of_host >> c.line >> c.column && in.ignore() &&
           std::getline(in, c.file, '\t') && std::getline(in, c.text))
        known.push_back(c);
}
