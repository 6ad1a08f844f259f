// What the harness knows of a kernel test of <tileproof/kernel_test.hpp>: plain data and functions.
// Both sides, a user's compiled file and the tileproof command, include this.
//
// A transpose of float32 has dims {"rows", "columns", "batch"} and operands
//   {"the input", "float32", 4, {2, 0, 1}, false}     batch x rows x columns
//   {"the output", "float32", 4, {2, 1, 0}, true}     batch x columns x rows
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace tileproof::user {

struct operand {
    std::string name, type;    // "a", "float32"
    int bytes = 0;             // of an element
    std::vector<int> extents;  // numbers of dims, the contiguous one last
    bool output = false;
};

// A launch: dims, for each operand the pointer to its first element and the strides of all but its
// last extent, in elements.
struct call {
    const long* dims;
    const std::vector<std::vector<long>>& strides;
    const std::vector<void*>& pointers;
};

// The right answer of packed operands: bytes, or values in double with a bound each.
struct answer {
    const long* dims;
    const std::vector<const void*>& inputs;
    const std::vector<void*>& outputs;                        // exact
    const std::vector<std::vector<double>*>&values, &bounds;  // of each output, when bounded
};

enum class relation { none, turned_back, scaled_by_two, reversed };

struct test_data {
    std::string name, contract;
    std::vector<std::string> dims;
    std::vector<long> multiples, least, most;  // of each dim; most 0: any
    std::vector<operand> operands;
    bool strided = false, shifted = true, bounded = false, integers_exact = false;
    bool refuses = false;  // the launch throws for what is not supported
    long alignment = 0;    // bytes of each pointer; 0: of an element
    relation law = relation::none;
    std::function<std::string(const long* dims)> refusal;  // empty sentence: supported
    std::function<void(const answer&)> reference;
    std::function<void(const call&)> launch;
};

}  // namespace tileproof::user
