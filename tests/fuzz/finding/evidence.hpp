// SPDX-License-Identifier: MIT
// Findings for tests of diagnosis, a line each.
#pragma once

#include "fuzz/finding/bug.hpp"

#include <string>
#include <utility>
#include <vector>

namespace tileproof::fuzz::testing {

inline properties::kernel_access at(unsigned line, bool write) {
    return {.file = "k.hip", .line = line, .column = 5, .write = write};
}

// On shared memory, mended by a barrier.
inline properties::failure race(std::string memory, unsigned writes, unsigned reads) {
    properties::failure f{.law = properties::law_id::K6,
                          .kind = properties::failure_kind::race,
                          .where = {.operand = std::move(memory)}};
    f.witness = properties::failure_witness{
        .kernel = "k", .access = at(reads, false), .other = at(writes, true)};
    f.witness->memory = properties::memory_space::shared;
    f.witness->remedy = properties::race_remedy::barrier;
    return f;
}

inline properties::failure global_race(std::string memory, unsigned line) {
    properties::failure f = race(std::move(memory), line, line);
    f.witness->access.write = true;
    f.witness->memory = properties::memory_space::global;
    f.witness->remedy = properties::race_remedy::separate_blocks;
    return f;
}

inline properties::failure stray(std::string memory, unsigned line, bool write) {
    properties::failure f{.law = write ? properties::law_id::K3 : properties::law_id::K4,
                          .kind = properties::failure_kind::out_of_bounds,
                          .where = {.operand = std::move(memory)}};
    f.witness = properties::failure_witness{.kernel = "k", .access = at(line, write)};
    f.witness->memory = properties::memory_space::global;
    return f;
}

inline properties::failure unset(std::string memory, unsigned line) {
    properties::failure f{.law = properties::law_id::K6,
                          .kind = properties::failure_kind::uninitialised,
                          .where = {.operand = std::move(memory)}};
    f.witness = properties::failure_witness{.kernel = "k", .access = at(line, false)};
    f.witness->memory = properties::memory_space::shared;
    return f;
}

inline properties::failure wrong_value() {
    return {.law = properties::law_id::K1,
            .kind = properties::failure_kind::wrong_value,
            .where = {.operand = "the output", .index = {0, 1}, .affected = 1, .of = 4}};
}

inline properties::failure misplaced() {
    properties::failure f = wrong_value();
    f.where.other_index = {1, 0};
    return f;
}

inline properties::failure unwritten() {
    return {.law = properties::law_id::K2,
            .kind = properties::failure_kind::unwritten,
            .where = {.operand = "the output", .index = {0, 1}, .affected = 1, .of = 4}};
}

inline properties::failure of_layout(properties::law_id law, std::string layout,
                                     std::string quantity) {
    properties::failure f{.law = law,
                          .kind = properties::failure_kind::wrong_value,
                          .where = {.text = std::move(layout)}};
    f.quantity = std::move(quantity);
    return f;
}

inline finding found(properties::failure why, std::vector<properties::failure> beside = {},
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

}  // namespace tileproof::fuzz::testing
