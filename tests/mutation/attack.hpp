// SPDX-License-Identifier: MIT
// Attacks one mutant with the cases of `verify`, in child processes.
//
//   attack a(rows, reached_by, {.seconds = 8, .seed = 1});
//   a.run(17).row == "transpose_tiled@cpu_checked", .how == "K6"     killed
//   a.run(18).killed() == false                                       survived 8 seconds
#pragma once

#include "properties/property.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tileproof::mutation {

struct outcome {
    std::string row,
        how;  // which property killed it, by which law, or "crash", "hang", "memory"; empty: none did
    std::string the_case;
    double seconds = 0;  // of processor time
    bool killed() const { return !how.empty(); }
};

struct effort {
    double seconds = 8;      // of processor time for one mutant, over all rows that reach it
    std::uint64_t seed = 1;  // of the first round; each round after it takes the next one
};

// Cases of one property in a child process with `mutant` active, from `position` on, which is moved.
// `reached` of the child (null: none) is set as it runs.
outcome attack_row(const properties::property& p, int mutant, std::uint64_t seed,
                   std::int64_t& position, double seconds, unsigned char* reached);

// Rounds over `rows`, each longer than the one before, until one kills it or the time is spent.
outcome attack_mutant(const std::vector<const properties::property*>& rows, int mutant,
                      const effort& e);

}  // namespace tileproof::mutation
