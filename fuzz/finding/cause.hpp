// SPDX-License-Identifier: MIT
// What a failure of a case is evidence of, so that cases of one bug can be told from those of another.
//
//   a race on `part`, written at line 14   {"race, part, a.hip:14", seen}
//   K1 in the same case                    {"K1, wrong value, the output", beside_seen}: very likely what the race does
//   K1 in a case where nothing else fails  {"K1, wrong value, the output", alone}: no race explains that
//
// A device that sees each access names lines; what the other laws say is then mostly a consequence, but not when it
// happens without any such line. So both are looked for, stored, and made smaller without a step from one to the other.
#pragma once

#include "properties/property.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::properties {

enum class company : unsigned char {
    seen,                 // it names its line
    alone,                // no other law that could explain it fails in its case
    with_others,          // others fail, but no failure names a line
    with_another_output,  // likewise, of another output: it may have a bug of its own
    beside_seen,          // another failure of its case names a line
};

struct cause {
    std::string key;
    company beside{};
    // K3 or K4 of a failure without a line: damage beside the output and a fault are one stray access, seen or not seen
    // by where memory ends, so that a smaller case may show either.
    std::string stray_law{};
    friend bool operator==(const cause&, const cause&) = default;
};

// `others` are the other failures of the same case.
cause cause_of(const failure& f, std::span<const failure> others);
std::string text_of(const cause&);

// Says it nothing beyond what is known, as text_of() says that? Others beside it tell less than that there are none.
template <class Texts>
bool is_known(const cause& c, const Texts& known) {
    const auto has = [&](const cause& one) {
        return std::find(known.begin(), known.end(), text_of(one)) != known.end();
    };
    const bool more = c.beside == company::with_others || c.beside == company::with_another_output;
    return has(c) || (more && has({c.key, company::alone}));
}

// A smaller case keeps to the bug when this holds: a case that needed others to fail may do without, one that did
// without a named line must not get one, nor one that left the other outputs right a failure of theirs.
bool keeps_to(const cause& first, const cause& smaller);

// Does it name a line, and may other failures of its case follow from it? Not from two writes of one value.
bool has_consequences(const failure&);

// All failures of a case but this one.
std::vector<failure> others_than(const failure* f, const case_result& result);

}  // namespace tileproof::properties
