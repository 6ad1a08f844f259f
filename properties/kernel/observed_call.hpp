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

#include "properties/kernel/contract.hpp"

#include <cstdint>
#include <vector>

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
observed_call observe_call(const kernel_contract&, const contract_kernel&, kernels::device&,
                           const kernel_case&, bool free_contents);

}  // namespace tileproof::properties
