// SPDX-License-Identifier: MIT
// One run of a kernel on inputs with all elements different, so that each value in the output shows which element it
// belongs to.
//
//   2 x 3 transposed, the right answer in memory:  0 1 2 3 4 5        (packed elements of the output, by offset)
//   a kernel that writes at c * columns + r:       0 - - 2 - - 4 -    held = {0, -, -, 2, ..}: 1, 3 and 5 lie
//                                                                      beyond, or under others
//
// The output is followed by a margin that counts as its memory, so that writes beyond the end are seen, too.
#pragma once

#include <cstdint>
#include <vector>

#include "properties/kernel/contract.hpp"

namespace tileproof::properties {

struct observed_call {
    static constexpr std::int64_t unwritten = -1,
                                  foreign = -2;  // foreign: no element's right value

    kernel_case the_case;
    std::vector<long_index_t> extents;  // of the first output
    std::vector<long_index_t>
        offsets;  // by packed element of it: its right position from the pointer; -1: none
    std::vector<std::int64_t> held;  // by offset: the packed element whose value is there
    // By packed element of the output: the element of the first input that it must equal, if any.
    std::vector<std::int64_t> sources;
    std::vector<long_index_t> input_extents;
    // False: two elements must be equal, or a value cannot be told from others. Then nothing is known.
    bool tells = false;
};

// `free_contents`: the inputs may hold anything. Throws device_error.
observed_call observe_call(const kernel_contract&, const contract_kernel&, devices::device&,
                           const kernel_case&, bool free_contents);

// One-hot probes of a product C = A B: which terms A(i,p) * B(p,j) each sum contains, and how often.
//
//   A 1 x 2, B 2 x 1, a kernel that leaves out p = 1:
//   by_b[p] is C where A is 1 in column p and B holds its own places, 1 3:     by_b[0] = {1}, by_b[1] = {0}, not {3}
//   by_a[p] is C where B is 1 in row p and A holds its own places, 1 3:        by_a[0] = {1}, by_a[1] = {0}, not {3}
//
// The element at offset x from an operand's pointer holds 2 x + 1, so no sum of two elements equals an element.

struct observed_product {
    static constexpr std::int64_t other = -1;  // not a whole number: something foreign, or nothing

    kernel_case the_case;
    std::int64_t m = 0, n = 0, k = 0;
    std::vector<std::int64_t> a_offsets, b_offsets;     // by packed element, from the pointer
    std::vector<std::vector<std::int64_t>> by_b, by_a;  // by p, then by element of C
    bool tells = false;  // false: it is not a product, or its types cannot hold the numbers
};

// Whether A and B are known: two inputs and an output with extents {x,z}, {z,y} and {x,y}, in this order.
bool may_be_product(const kernel_contract&);

// Runs the kernel 2 k times with alpha 1, beta 0 and everything else plain. Throws device_error.
observed_product probe_product(const kernel_contract&, const contract_kernel&, devices::device&,
                               const kernel_case&);

}  // namespace tileproof::properties
