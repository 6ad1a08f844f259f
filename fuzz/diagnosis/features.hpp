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

#include <nlohmann/json_fwd.hpp>

#include <set>
#include <string>
#include <vector>

namespace tileproof::properties {
class property;
}

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
