// SPDX-License-Identifier: MIT
// What can be said about a case before it runs: named numbers and words, from which conditions are learned.
//
//   a 1 x 2 transpose, rows of the input 4 apart, its pointer one float32 into the buffer:
//     length   rows 1, columns 2, batch 1        count    rows * columns 2
//     stride   input_leading 4                   slack    rows of the input 2
//     address  the input 4 (bytes from 256)      word     type float32, data coordinates
//     size     element size 4
//
// Nothing here knows a kernel: names come from the contract, from the labels of a property, or from JSON keys.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <vector>

#include "properties/kernel/contract.hpp"
#include "properties/property.hpp"

namespace tileproof::diagnosis {

enum class feature_kind : unsigned char {
    length,   // of the problem: compared with numbers, with each other, and by remainders
    count,    // a product of lengths
    stride,   // elements between the beginnings of rows or matrices
    slack,    // elements between rows beyond what a row needs: none, or some
    address,  // bytes of a pointer beyond a boundary of 256
    number,   // beta
    size,     // bytes of an element
    word,     // one of a few
    flag,     // something that is there, or is not
};

struct feature {
    std::string name;
    feature_kind kind{};
    double number = 0;      // of all but words; a flag: 1
    std::string word = {};  // of words
    // Chosen by the harness, not by who calls the kernel: data, fence, the related call.
    bool of_harness = false;
};

struct case_features {
    std::vector<feature> all;
    bool empty = false;  // a problem without any element

    const feature* find(const std::string& name) const;
};

// Of any property: its labels, "transform: xor" as a flag and "rank: 3" as a number; and the numbers of the case.
case_features labelled_features(const properties::property&, const nlohmann::json& the_case);

// Numbers that the features of a case are compared with by remainder: vector widths, tiles, and what else is given.
const std::set<long>& plain_moduli();

}  // namespace tileproof::diagnosis

// The features of a case of a kernel, as its contract declares them.
//
//   features_of(transpose_contract(), range, c, "cpu")      rows 1, columns 2, batch 1, input_leading 4, ...
namespace tileproof::diagnosis {

// Without dims that have one length in the range. `device`: on cpu a fence moves the buffers.
case_features features_of(const properties::kernel_contract&, const properties::kernel_range&,
                          const properties::kernel_case&, const std::string& device);

// Multiples and edges that the contract declares: of remainders.
std::set<long> moduli_of(const properties::kernel_contract&, const properties::kernel_range&);

// What a launch calls the distance between rows (0), matrices (1), ... of an operand: "input_leading", "a_stride".
std::string stride_name(const properties::contract_operand&, std::size_t level);

}  // namespace tileproof::diagnosis

// What can be said about a tile distribution: lengths by number, and how its dims are made of them.
//
//   tile R=[2] H=[[2,3],[4]] P=[[0,1;0,0],[1;1]] Y=[2;0]
//     r0 2, replicas 2, H0.0 2, H0.1 3, H1.0 4, X0 6, X1 4, p0 4, p1 3, y0 4, last y 4, threads 12, registers 4,
//     parts of a P dim 2: the most lengths above 1 that one of them is merged of, replication counted once
namespace tileproof::diagnosis {

// Nothing is added of what is no tile.
void add_tile(const std::string& text, case_features& to);

// The tile with some of its lengths changed, to powers of two and numbers beside them.
std::string tile_with_other_lengths(const std::string& text, std::uint64_t& state);

}  // namespace tileproof::diagnosis
