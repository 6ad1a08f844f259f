// SPDX-License-Identifier: MIT
// Random tile distribution encodings: valid by construction, broken on purpose, and broken texts.
//
//   draw from(seed);
//   random_tile(from, 50)           tile R=[2] H=[[4,3],[],[7]] P=[[1,1;1,0],[0;0]] Y=[3;0]
//   random_malformed_tile(from, 50)      the same with one rule broken: a dim dropped, listed twice, ..
//   random_tile_text(from, 50)      its text with a few characters changed
//
// 0 to 4 X dims of 0 to 5 H dims, 0 to 3 R dims, 0 to 3 P dims (mostly one or two), boundary lengths that are mostly
// not powers of two, and dims listed in any order. One in eight is a hardware wave, mostly an operand of a matrix
// instruction, arranged in warps. smaller_tile() has the smaller steps for minimize().
#pragma once

#include "properties/draw.hpp"

#include <tileproof/tile/tile_encoding.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::properties {

struct tile_limits {
    long_index_t holders = 4096;  // threads times registers
    int x = 4, h = 5, r = 3, p = 3;
    bool hardware = true;  // whether operands of matrix instructions and plain waves may come
};

// size as in RapidCheck, from 0 to 100: the share of the limits to use.
tile_encoding random_tile(draw& from, int size, const tile_limits& limits = {});

// The ways to break an encoding.
enum class tile_damage {
    drop_use,     // a dim of H, or of R longer than 1, is listed nowhere
    use_twice,    // a dim is listed a second time, in P or Y
    y_uses_r,     // Y lists a dim of R
    no_such_dim,  // P or Y lists a dim beyond those that exist, or a negative one
    bad_length,   // a length is 0 or negative
    overflow,     // the product of lengths passes 2^63
};
inline constexpr int tile_damages = 6;

// Always malformed.
tile_encoding random_malformed_tile(draw& from, int size, tile_damage damage);
// A canonical text with one to four characters removed, doubled, exchanged or replaced; it may happen to be valid.
std::string random_tile_text(draw& from, int size);

// For each limit a text with the largest number of R, X, H, P and Y dims or ids of a P, plus `more`.
std::vector<std::string> tile_texts_at_limits(int more);
// One text for each way to be malformed.
std::span<const std::string_view> wrong_tile_texts();

// One-step simplifications of an encoding, valid or not, the boldest first: without an X and all its dims and uses,
// without a P, without one dim; with two X or two dims joined, with an R dim as an H dim; without one use, with a
// shorter length, with lengths or uses in plainer order. No sequence of steps returns to an encoding.
std::vector<tile_encoding> smaller_tile(const tile_encoding& e);

}  // namespace tileproof::properties
