// SPDX-License-Identifier: MIT
// Who holds which element of a tile, found by counting.
//
// An odometer runs through all dims of R and H at once. Every state of it is one holder: its X are the
// H digits read as mixed-radix numbers, its thread and register are the digits that P and Y list, read
// the same way. For R = [], H = [[2,2]], P = {(1,1)}, Y = (1,0):
//
//   H digits   0 0   0 1   1 0   1 1
//   X            0     1     2     3
//   thread       0     1     0     1      digit 1
//   register     0     0     1     1      digit 0      -> element_of = [0, 2, 1, 3]
//
// Nothing is divided and no weight is computed, and nothing of lib/ is used, so what goes wrong there
// cannot go wrong here in the same way.
#pragma once

#include "reference/array.hpp"

#include <string>
#include <vector>

namespace tileproof::reference {

// A dim of R (major 0, minor its place) or of H_i (major i + 1).
struct tile_dim {
    int major = 0, minor = 0;
    friend bool operator==(const tile_dim&, const tile_dim&) = default;
};

struct tile {
    std::vector<index> r;
    std::vector<std::vector<index>> h;
    std::vector<std::vector<tile_dim>> p;  // the first listed is the slowest
    std::vector<tile_dim> y;
};

// Why these lists are no tile, as a few words ("H0[1] is used 2 times"); empty: they are one. Each length
// is at least 1, each H dim is listed once in all of P and Y, each R dim once in P (or never, if its
// length is 1), and the product of all lengths is below 2^63.
std::string tile_fault(const tile& t);

struct tile_holders {
    std::vector<index> x_lengths;
    index threads = 1, registers = 1, replicas = 1;
    // [thread * registers + register]: the row-major number of the X that it holds.
    std::vector<index> element_of;
};

// Requires an empty tile_fault(). Takes time and memory for every thread and register.
tile_holders hold(const tile& t);

}  // namespace tileproof::reference
