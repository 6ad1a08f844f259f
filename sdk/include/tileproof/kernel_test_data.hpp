// SPDX-License-Identifier: MIT
// A kernel test of <tileproof/kernel_test.hpp> as the harness sees it: plain data and functions. Both sides include
// this: a user's compiled file and the tileproof command.
//
// A transpose of float32 has the contract "transpose", whose dims and operands the harness knows. A custom contract
// lists its own here: sums of rows have dims {"rows", "columns"} and operands
//   {"matrix", "float32", 4, {"rows", "columns"}}
//   {"sums", "float32", 4, {"rows"}, operand_use::output}
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "kernel_test/function.hpp"  // beside this file, whoever includes it

namespace tileproof::sdk {

// A mistake of the declaration or its reference, not of the kernel: a sentence.
class mistake : public std::logic_error {
  public:
    using std::logic_error::logic_error;
    std::vector<const void*> called_from =
        {};  // for an assertion: return addresses, innermost first
};

enum class operand_use { input, output, in_out };

// The numbers that an operand may hold: by default what its contract accepts, or any finite ones, also infinities,
// also NaN.
enum class number_values { unsaid, usual, finite, numbers, any };

// A member of a struct, "x", "box.low" or "at[2]", and its offset in bytes.
struct member {
    std::string name, type;
    int offset = 0;
};

struct operand {
    std::string name, type;  // "a", "float32"; for a struct its name
    int bytes = 0;           // of an element
    std::vector<std::string>
        extents;  // dims, or expressions of them: "h + 4"; the contiguous one last
    operand_use use = operand_use::input;
    std::string indices_below = {};  // holds whole numbers from 0 to below this dim
    bool each_once = false;          // all of these different
    // The ranges of its values, of which a case draws one; empty: the harness chooses.
    std::vector<std::pair<double, double>> ranges = {};
    number_values values = number_values::unsaid;
    bool positive = false;  // greater than zero, and no NaN
    bool sorted = false;    // each at least as large as the one before
    // A dim: the values rise from 0 to it, as the beginnings of rows with that many elements in all, and the end of
    // the last one.
    std::string row_pointers = {};
    std::vector<double> one_of = {};   // each is one of these
    std::vector<member> members = {};  // of a struct
};

// A number passed to the launch and the reference besides the dims.
struct scalar {
    std::string name, type;           // "beta", "float32"
    double least = 0, most = 0;       // of a range,
    bool from_list = false;           // or one of a list,
    std::vector<double> values = {};  // the simplest first
};

// A launch. By operand: the pointer to its first element, and the strides of its extents in elements.
struct call {
    const long* dims;
    const std::vector<std::vector<long>>& strides;
    const std::vector<void*>& pointers;
    const double* scalars = nullptr;
};

// The right answer for packed operands, by operand: bytes, or values in double, each with a bound.
struct answer {
    const long* dims;
    const std::vector<std::vector<long>>& extents;
    const std::vector<const void*>& inputs;  // null: only written
    const std::vector<void*>& outputs;       // null: only read
    // For each output, if bounded; for structs each member's in turn.
    const std::vector<std::vector<double>*>&values, &bounds;
    const double* scalars = nullptr;
};

enum class relation { none, scaled_by_two, reversed };

struct test_data {
    std::string name, contract;
    std::vector<std::string> dims;
    std::vector<long> multiples, least, most;  // of each dim; most 0: any
    std::vector<operand> operands;
    std::vector<scalar> scalars = {};
    bool strided = false, shifted = true, bounded = false;
    bool flushes = false;                  // subnormal numbers may become zero
    bool relative = false;                 // bounds are shares of the right value only
    bool powers_of_two = false;            // all dims are
    bool square = false;                   // the first two dims are equal
    bool work_of_all_dims = false;         // the work of a case is the product of its dims
    bool huge = false;                     // also operands too large for memory
    std::vector<double> launch_cost = {};  // of a small launch, learned by the harness
    std::vector<long> edges = {};  // lengths at which the launch changes, learned by the harness
    std::vector<long> far = {};    // by dim: how long cases may be and stay cheap, also learned
    std::vector<std::string> apart = {};  // of a custom test: dims with independent indices
    bool refuses = false;                 // the launch throws for unsupported sizes
    long alignment = 0;                   // bytes of each pointer; 0: of an element
    std::vector<unsigned> waves = {};     // possible lanes of a wave: 32, 64, both; empty: 32
    relation law = relation::none;
    std::string mistake = {};  // of the declaration: a sentence
    bool unanswered =
        false;  // .within() alone: `reference` only adds bounds to outputs that are there
    // Says what is right in place of the reference, which then only gives bounds: "sums in old.hip".
    std::string old_kernel = {};
    std::string from, to;  // relayout: two layouts with dims for lengths
    std::function<std::string(const long* dims)> refusal;  // empty sentence: supported
    std::function<void(const answer&)> reference;
    // Replaces the reference: "" if the kernel's `outputs` are right, else a sentence that says why not.
    std::function<std::string(const answer&)> accepts;
    std::function<void(const call&)> launch;
};

}  // namespace tileproof::sdk
