// SPDX-License-Identifier: MIT
// As layout.hpp beside it, for tile distributions: the last of their headers that a program includes.
#pragma once

#include <string_view>
#include <tileproof/tile/tile_error.hpp>
#include <tileproof/tile/tile_map.hpp>
#include_next <tileproof/tile/tile_text.hpp>

namespace tileproof {

struct planted_map : tile_map {
    explicit planted_map(const tile_encoding& e) : tile_map(e) {}
    void x_of(const long_index_t* p, const long_index_t* y, long_index_t* x) const {
        tile_map::x_of(p, y, x);
        if (std::string_view(PLANTED) == "tile_L2") x[0] = x_lengths[0] - 1 - x[0];
        if (std::string_view(PLANTED) == "tile_L11") x[0] = 0;
        if (std::string_view(PLANTED) == "tile_L12") ++x[0];
    }
};

inline void planted_check(const tile_encoding& e) {
    if (std::string_view(PLANTED) != "tile_L13") check_tile(e);
}

}  // namespace tileproof

#define tile_map planted_map
#define check_tile planted_check
