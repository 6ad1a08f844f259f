// SPDX-License-Identifier: MIT
// A kernel's function cut at its barriers, so that the threads of a block can run as a loop between two of them.
//
//   entry: a; __syncthreads(); b      blocks entry: a, leaves at barrier 1; ..after.1: b
//
// A kernel without barriers is one part. Before optimisation each local variable is an alloca, and a value that is no
// variable hardly ever lives across a barrier. What does is not cut: nothing comes back then. A variable whose value is
// needed behind a barrier has a place in the frame of its thread; one whose address goes anywhere lives there.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/device/cpu/regions/ir_function.hpp"

namespace tileproof::cpu_regions {

// Where a barrier stands: the operands of its call, "@.str", "18", "5" and "0".
struct barrier_place {
    std::string file, line, column, number;
};

struct kernel_variable {
    enum class home {
        own,          // needed between two barriers only, or nowhere a barrier is
        parameter,    // holds what the kernel was called with
        copied,       // in the frame while its thread waits
        one_for_all,  // while threads wait, at a place of the block: it is the same in each
        in_frame      // always
    };
    std::string name, type;  // "%x", "[4 x float]"
    unsigned alignment = 1;
    home where = home::own;
    std::string store;               // of a parameter: the instruction that sets it
    std::vector<bool> needed_after;  // barrier k + 1: it is read there before it is set
};

struct cut_kernel {
    ir_function f;  // without its variables; a block that ends at a barrier has no terminator
    std::vector<int> barrier_of_block;  // the barrier at its end, from 1; 0: it ends as written
    std::vector<barrier_place> barriers;
    std::vector<kernel_variable> variables;
    std::vector<std::string> derived;  // instructions that each part begins with
};

inline const std::string label_after(std::size_t barrier) {
    return "..after." + std::to_string(barrier);
}

// The place of a __syncthreads() of the cpu device; nothing for another instruction.
std::optional<barrier_place> barrier_in(std::string_view instruction);

std::optional<cut_kernel> cut_at_barriers(ir_function);

}  // namespace tileproof::cpu_regions
