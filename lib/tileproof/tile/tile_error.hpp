// SPDX-License-Identifier: MIT
// The rule that an encoding breaks as a sentence, and a check that throws it.
//
//   check_tile(parse_tile("tile R=[] H=[[4,2]] P=[[1,0]] Y=[]")) throws layout_error:
//   "H0[1] (length 2) is used by no P and no Y, but each H dim belongs to exactly one: .."
#pragma once

#include <cstdint>
#include <string>
#include <tileproof/layout_error.hpp>
#include <tileproof/tile/tile_map.hpp>

namespace tileproof {

namespace detail {

inline std::string dim_name(rh_id id) {
    const std::string minor = "[" + std::to_string(id.minor) + "]";
    return id.major == 0 ? "R" + minor : "H" + std::to_string(std::int64_t{id.major} - 1) + minor;
}

inline std::string user_name(const tile_encoding& e, tile_user user) {
    std::string name = (user.is_p ? "P" : "Y") + std::to_string(user.index);
    if (user.is_p && e.p[user.index].size() > 1)
        name += " (entry " + std::to_string(user.entry) + ")";
    return name;
}

inline std::string no_such_dim(const tile_encoding& e, const tile_mistake& m) {
    const std::string names = user_name(e, m.user) + " names major " + std::to_string(m.dim.major) +
                              ", minor " + std::to_string(m.dim.minor) + ", but ";
    if (m.dim.major < 0 || m.dim.major > e.h.size())
        return names + "the majors are 0 (R) to " + std::to_string(e.h.size()) +
               " (major i + 1 is H_i): name one of them.";
    const std::string owner = m.dim.major == 0 ? "R" : "H" + std::to_string(m.dim.major - 1);
    const int minors = e.minors(m.dim.major);
    if (minors == 0) return names + owner + " has no dim at all: name a dim that exists.";
    return names + owner + " has the minors 0 to " + std::to_string(minors - 1) +
           ": name one of them.";
}

}  // namespace detail

// The mistake as one full sentence; empty for tile_rule::none. `m` comes from find_mistake(e).
inline std::string mistake_sentence(const tile_encoding& e, const tile_mistake& m) {
    const std::string dim = detail::dim_name(m.dim), value = std::to_string(m.value);
    switch (m.rule) {
        case tile_rule::none:
            return {};
        case tile_rule::length_below_one:
            return "The length of " + dim + " is " + value +
                   ", but every R and H length is at least 1: remove the dim or give its length.";
        case tile_rule::size_overflow:
            return "The product of all R and H lengths passes 2^63 - 1 at " + dim + " = " + value +
                   ": an offset into such a tile does not fit in 64 bits, use smaller lengths.";
        case tile_rule::no_such_dim:
            return detail::no_such_dim(e, m);
        case tile_rule::y_uses_r:
            return detail::user_name(e, m.user) + " uses " + dim +
                   ", but only P replicates and a register element belongs to an H dim: give " +
                   dim + " to a P, and an H dim to Y.";
        case tile_rule::used_twice:
            return dim + " is used by " + detail::user_name(e, m.other) + " and again by " +
                   detail::user_name(e, m.user) +
                   ", but each R and H dim belongs to exactly one P or Y: remove one of the two.";
        case tile_rule::h_unused:
            return dim + " (length " + value +
                   ") is used by no P and no Y, but each H dim belongs to exactly one: add it to a "
                   "P or "
                   "to Y, or remove it.";
        case tile_rule::r_unused:
            return dim + " (length " + value +
                   ") is used by no P, but each R dim longer than 1 belongs to exactly one: add it "
                   "to a "
                   "P, or remove it.";
    }
    return {};
}

// Throws layout_error with the sentence of the first mistake, if any.
inline void check_tile(const tile_encoding& e) {
    const tile_mistake mistake = find_mistake(e);
    if (mistake.rule != tile_rule::none) throw layout_error(mistake_sentence(e, mistake));
}

// The arithmetic of a checked encoding. Throws layout_error like check_tile.
inline tile_map make_tile_map(const tile_encoding& e) {
    check_tile(e);
    return tile_map(e);
}

}  // namespace tileproof
