// SPDX-License-Identifier: MIT
// The holders of the elements of a tile, found by counting.
//
// An odometer runs through all dims of R and H at once. Each of its states is one holder: its X are the H digits read
// as mixed-radix numbers, its thread and register the digits that P and Y list, read the same way. For R = [], H =
// [[2,2]], P = {(1,1)}, Y = (1,0):
//
//   H digits   0 0   0 1   1 0   1 1
//   X            0     1     2     3
//   thread       0     1     0     1      digit 1
//   register     0     0     1     1      digit 0      -> element_of = [0, 2, 1, 3]
//
// Nothing is divided, no weight is computed and nothing of lib/ is used, so an error there cannot be repeated here.
#pragma once

#include "reference/array.hpp"

#include <string>
#include <vector>

namespace tileproof::reference {

// A dim of R (major 0, minor its position) or of H_i (major i + 1).
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

// Why these lists are not a tile, in a few words ("H0[1] is used 2 times"); empty if they are. Each length must be at
// least 1, each H dim listed once in all of P and Y, each R dim once in P (or never, if its length is 1), and the
// product of all lengths below 2^63.
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
