// SPDX-License-Identifier: MIT
// A case of any kernel contract as a value, and the positions of its operands.
//
//   1 x 2 matrices transposed, rows of the input 4 apart, the output's pointer one element into its buffer:
//   dims {1, 2, 1}; operands {0, {4, 4, 1}} and {1, {2, 1, 1}}      offset, strides from the outermost
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tileproof/config.hpp>
#include <vector>

#include "devices/device.hpp"

namespace tileproof::properties {

struct kernel_contract;
struct kernel_range;

// In elements.
struct operand_layout {
    long_index_t offset = 0;            // of the pointer from the start of its buffer
    std::vector<long_index_t> strides;  // in the order of memory, outermost first
    int order = 0;                      // of the operand's `orders`
    friend bool operator==(const operand_layout&, const operand_layout&) = default;
};

struct kernel_case {
    std::size_t type = 0;  // these are indices into the contract's lists
    std::vector<long_index_t> dims;
    std::vector<operand_layout> operands;
    std::vector<double> parameters;
    std::vector<int> choices;
    int relation = 0, data = 0;
    std::uint32_t data_seed = 0;
    devices::placement fence = devices::placement::plain;
    int repeats = 1;
    bool huge =
        false;  // a few blocks run, on operands of which only touched pages exist (huge_case.hpp)
    friend bool operator==(const kernel_case&, const kernel_case&) = default;
};

inline constexpr long_index_t most_case_bytes = long_index_t{1} << 30;

// The simplest case: everything plain, operands packed.
kernel_case plain_case(const kernel_contract&, std::vector<long_index_t> dims,
                       std::size_t type = 0);

// Lengths of an operand, in the order of a packed array; empty if they do not exist (65 / 16).
std::vector<long_index_t> extents_of(const kernel_contract&, const kernel_case&,
                                     std::size_t operand);
bool has_extents(const kernel_contract&, const kernel_case&);
// The same, from the outermost to the innermost in memory.
std::vector<long_index_t> levels_of(const kernel_contract&, const kernel_case&,
                                    std::size_t operand);
// Strides by extent, not by level.
std::vector<long_index_t> strides_of(const kernel_contract&, const kernel_case&,
                                     std::size_t operand);

// The excess of each stride over what the shape needs, by operand and level: kept when a shape shrinks.
using slack_list = std::vector<std::vector<long_index_t>>;
slack_list slack_of(const kernel_contract&, const kernel_case&);
void set_slack(const kernel_contract&, const slack_list&, kernel_case&);
void pack(const kernel_contract&, kernel_case&);

long_index_t packed_elements(const std::vector<long_index_t>& extents);
// From the start of the buffer to the last element; saturates.
long_index_t reach_of(const kernel_contract&, const kernel_case&, std::size_t operand);
// By packed element: its position in the buffer, offset included; -1: it has none.
std::vector<long_index_t> locations_of(const kernel_contract&, const kernel_case&,
                                       std::size_t operand);

// Why no kernel can do it, in words ("the rows of the output overlap"); empty if it makes sense. Independent of the
// kernels' own checks, so that those are checked too.
std::string why_senseless(const kernel_contract&, const kernel_case&);
// Why a kernel of this range may refuse it, as a sentence; empty if it must accept it.
std::string why_outside(const kernel_contract&, const kernel_range&, const kernel_case&);
// The cost of a case: elements, and what the contract adds.
double work_of(const kernel_contract&, const kernel_case&);

// The largest supported length up to `length`.
long_index_t supported(const kernel_range&, std::size_t dim, long_index_t length);
// Adjusts the rest to the range and the contract: aligned rows, no offset where none is allowed.
void fit(const kernel_contract&, const kernel_range&, kernel_case&);

std::vector<kernel_case> first_cases(const kernel_contract&, const kernel_range&);
class draw;
kernel_case random_case(draw&, const kernel_contract&, const kernel_range&, int size);
// One-step simplifications, the boldest first. The slack of strides is kept when a shape shrinks.
std::vector<kernel_case> smaller(const kernel_contract&, const kernel_range&, const kernel_case&);
std::vector<std::string> labels_of(const kernel_contract&, const kernel_range&, const kernel_case&);
std::vector<std::string> all_labels(const kernel_contract&, const kernel_range&);

// Fences in cases: "none", "after", "before".

inline constexpr std::array<devices::placement, 3> all_fences{
    devices::placement::plain, devices::placement::fence_after, devices::placement::fence_before};
inline constexpr std::array<const char*, 3> fence_names{"none", "after", "before"};
static_assert(all_fences[1] == devices::placement{1} && all_fences[2] == devices::placement{2},
              "name_of_fence() finds a name by the fence's number");

constexpr const char* name_of_fence(devices::placement fence) {
    return fence_names[static_cast<std::size_t>(fence)];
}

}  // namespace tileproof::properties
