// SPDX-License-Identifier: MIT
// Findings for tests of diagnosis, a line each.
#pragma once

#include "fuzz/finding/bug.hpp"

#include <string>
#include <utility>
#include <vector>

namespace tileproof::properties::testing {

inline kernel_access at(unsigned line, bool write) {
    return {.file = "k.hip", .line = line, .column = 5, .write = write};
}

// On shared memory, mended by a barrier.
inline failure race(std::string memory, unsigned writes, unsigned reads) {
    failure f{
        .law = law_id::K6, .kind = failure_kind::race, .where = {.operand = std::move(memory)}};
    f.witness =
        failure_witness{.kernel = "k", .access = at(reads, false), .other = at(writes, true)};
    f.witness->memory = memory_space::shared;
    f.witness->remedy = race_remedy::barrier;
    return f;
}

inline failure global_race(std::string memory, unsigned line) {
    failure f = race(std::move(memory), line, line);
    f.witness->access.write = true;
    f.witness->memory = memory_space::global;
    f.witness->remedy = race_remedy::separate_blocks;
    return f;
}

inline failure stray(std::string memory, unsigned line, bool write) {
    failure f{.law = write ? law_id::K3 : law_id::K4,
              .kind = failure_kind::out_of_bounds,
              .where = {.operand = std::move(memory)}};
    f.witness = failure_witness{.kernel = "k", .access = at(line, write)};
    f.witness->memory = memory_space::global;
    return f;
}

inline failure unset(std::string memory, unsigned line) {
    failure f{.law = law_id::K6,
              .kind = failure_kind::uninitialised,
              .where = {.operand = std::move(memory)}};
    f.witness = failure_witness{.kernel = "k", .access = at(line, false)};
    f.witness->memory = memory_space::shared;
    return f;
}

inline failure wrong_value() {
    return {.law = law_id::K1,
            .kind = failure_kind::wrong_value,
            .where = {.operand = "the output", .index = {0, 1}, .affected = 1, .of = 4}};
}

inline failure misplaced() {
    failure f = wrong_value();
    f.where.other_index = {1, 0};
    return f;
}

inline failure unwritten() {
    return {.law = law_id::K2,
            .kind = failure_kind::unwritten,
            .where = {.operand = "the output", .index = {0, 1}, .affected = 1, .of = 4}};
}

inline failure of_layout(law_id law, std::string layout, std::string quantity) {
    failure f{.law = law, .kind = failure_kind::wrong_value, .where = {.text = std::move(layout)}};
    f.quantity = std::move(quantity);
    return f;
}

inline finding found(failure why, std::vector<failure> beside = {},
                     std::string device = "cpu-checked") {
    finding f;
    f.property = "k@" + device;
    f.subject = "k";
    f.device = std::move(device);
    f.the_case = {{"rows", 1}};
    f.minimized = true;
    f.broken_by(why, std::move(beside));
    return f;
}

inline std::vector<bug> bugs(const std::vector<finding>& findings) {
    std::vector<const finding*> all;
    for (const finding& f : findings) all.push_back(&f);
    return bugs_of(all);
}

}  // namespace tileproof::properties::testing
