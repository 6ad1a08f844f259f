// SPDX-License-Identifier: MIT
// A contract of kernels as a declaration: which problems there are, where the operands lie, what the right
// answer is. Everything else is made of it: random cases, labels, smaller cases, JSON, calls, laws.
//
//   A transpose has dims rows, columns, batch, and operands
//     the input    extents batch, rows, columns    strides input_batch_stride, input_leading, (1)
//     the output   extents batch, columns, rows    strides output_batch_stride, output_leading, (1)
//   2 x 3 packed: strides 6, 3, 1 and 6, 2, 1. Element (0,2,1) of the output is element (0,1,2) of the input.
//
// The declarations are in contracts/, one file each; a user's own come from <tileproof/kernel_test.hpp>.
#pragma once

#include "properties/kernel/element_type.hpp"
#include "properties/kernel/kernel_call.hpp"
#include "properties/kernel/kernel_case.hpp"
#include "properties/kernel/length_expression.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tileproof::properties {

class draw;
struct kernel_contract;

struct contract_dim {
    std::string name;
    std::string key = {};       // in a case; empty: the name
    long_index_t most = 0;      // larger ones make no sense; 0: any
    long_index_t multiple = 1;  // others have no lengths
    bool few = false;           // mostly 1, at most 4: a batch
    // Each index of it stands alone: what is right there follows from the inputs at the same index. Then a few
    // elements of huge operands can be judged.
    bool apart = false;
    std::vector<int> weights = {3, 10, 40, 15, 32};                // of 0, 1, edges, primes, any
    std::vector<long_index_t> edges = {2, 4, 8, 16, 32, 64, 128};  // and their neighbours
    std::vector<long_index_t> launch_edges = {};  // of a user's launch; and beside their multiples
    int growth = 100;                             // percent: any length is up to 4 + size
    long_index_t far = 0;         // now and then as long as this, by powers of two; 0: never
    long_index_t longest = 4096;  // of long and thin problems
};

// What an operand is in one case.
enum class operand_use {
    read,      // an input
    unread,    // memory that nobody may read: poison all over
    absent,    // a null pointer
    in_place,  // no memory of its own: what the first output holds at the start
    in_place_unread,
    written,
    updated,  // an output that is read as well: inputs() has what it holds at the start
};

struct contract_operand {
    std::string name;                       // "the output"
    std::vector<std::string> extents;       // expressions of dims, in the order of a packed array
    operand_use use = operand_use::read;    // unless the contract's `use` says otherwise
    std::vector<std::string> strides = {};  // keys, outermost first; "" or missing: as if packed
    bool strides_as_slack = false;          // the case holds what a stride has beyond packed
    std::string offset = {};                // key; empty: the contract's common one, or none
    std::string order = {};                 // key; empty: the first of `orders`
    std::vector<std::vector<int>> orders = {};  // extents from outermost to innermost in memory
    bool rows_apart = true;    // the stride of the last extent but one is at least the last extent
    bool repeats = false;      // the outermost stride may be 0
    bool any_strides = false;  // they need not grow in the order of memory
};

struct contract_type {
    std::string name;                       // "f32_f16"
    std::vector<const element_type*> each;  // by operand
};

// A number that a launch gets beside the dims. `plain` is what simple cases have.
struct contract_parameter {
    std::string name;
    double plain = 0;
    std::vector<double> simple;  // the simplest first
    std::function<double(draw&, const kernel_case&)> random;
    // Of a user's scalar: its key in a case, which may leave it out; which values it may have, and in words; beyond
    // `simple`, the values to try that are simpler than one.
    std::string key = {};
    std::function<bool(double)> takes = {};
    std::string values = {};
    std::function<std::vector<double>(double)> nearer = {};
};

// One of a few ways; the first is the simplest.
struct contract_choice {
    std::string name;
    std::vector<std::string> values;
    std::vector<int> weights;
    bool optional = false;  // a stored case that does not say has the first
};

struct fill_request {
    const kernel_contract& contract;
    const kernel_case& the_case;
    std::size_t operand;
    std::vector<long_index_t> extents;
    long_index_t first = 0;  // of the packed elements: what `packed` has room for, from this one on
    // Of a struct's member: its type, and which one, counted from 1.
    const element_type* type = nullptr;
    std::uint64_t member = 0;
};

// Kinds of contents, the simplest first.
struct contract_data {
    std::vector<std::string> kinds;
    std::vector<int> weights;
    std::function<void(const fill_request&, bytes& packed)> fill;
    // Which kind an operand has in a case, when they differ.
    std::function<std::string(const kernel_case&, std::size_t operand)> given = {};
    // Cases with more elements have the first kind, whose sums are exact; 0: any kind.
    long_index_t most_rounded = 0;
    int dense = -1;  // a kind in which nothing is 0, for cases that shrink; -1: none
    int far = 0;     // the kind whose elements differ best, however far apart they lie
};

// All operands of a case as packed arrays, by operand: what the reference gets, and sets.
struct packed_call {
    const kernel_contract& contract;
    kernel_case the_case;
    std::vector<std::vector<long_index_t>> extents;
    std::vector<bytes> inputs;                        // what it holds at the start; empty: nothing
    std::vector<bytes> outputs;                       // what it must hold in the end
    std::vector<std::vector<double>> values, bounds;  // K7: around `values`; empty: K1
    bool ordinary = true;  // false: numbers in it keep K8 from being judged
};

// K8: a second call whose result follows from that of the first.
struct related_call {
    kernel_case the_case;
    std::vector<bytes> inputs;
    bytes expected;             // of the first output
    std::vector<double> slack;  // how far each element may be off; empty: not at all
};
struct contract_relation {
    std::string name;
    std::string
        done;  // "The rows of A and C were put in reverse order, and ... are not the same. "
    std::function<std::optional<related_call>(const packed_call&, const bytes& result)> make;
};

struct kernel_contract {
    std::string name;      // "transpose"
    std::string type_key;  // empty: there is one type
    std::vector<contract_type> types;
    std::vector<contract_dim> dims;
    std::vector<contract_operand> operands;
    std::vector<contract_parameter> parameters = {};
    std::vector<contract_choice> choices = {};
    contract_data data;
    // One alone is judged in every case; of several each case has one, and the first is none.
    std::vector<contract_relation> relations = {};
    std::function<void(packed_call&)> reference;
    // Of a reference that may itself be wrong: throws wrong_declaration unless it says the same again.
    std::function<void(const packed_call&)> confirm = {};
    bool bounded = false;  // K7, not K1
    // Of results that are computed: NaN is NaN, whatever its bits; a subnormal number may be zero.
    bool any_nan = false, flushes = false;

    std::string common_offset = {};  // key of one offset for all operands
    std::vector<long_index_t> constants = {};
    std::function<void(kernel_case&)> settle = {};  // what follows from the rest of a case
    std::function<operand_use(const kernel_case&, std::size_t operand)> use = {};
    std::function<std::string(const kernel_case&)> senseless =
        {};  // beside negative and overlapping
    std::function<void(draw&, kernel_case&)> break_sense = {};
    std::function<double(const kernel_case&)> work = {};  // beyond the operands' elements
    double most_work = 1 << 16, usual_work = 256, work_growth = 20;
    // By packed element of an operand: where it lies behind the pointer; -1: it has no memory. Null: strides.
    std::function<std::vector<long_index_t>(const kernel_case&, std::size_t operand)> locations =
        {};
    // With `locations`: the extents of an operand, which then has none of its own.
    std::function<std::vector<long_index_t>(const kernel_case&, std::size_t operand)> shapes = {};
    std::vector<std::vector<long_index_t>> first_shapes = {};
    std::vector<std::pair<std::size_t, std::size_t>> alike = {};  // dims that may change places
    bool senseless_cases = true;  // are problems without sense tried?
    bool second_call = false;     // another one with other contents: results kept from before show
    bool labels_required = true;

    std::vector<std::vector<length_expression>> lengths = {};  // of extents: compiled()
};

// With `lengths` and what else is left out filled in.
kernel_contract compiled(kernel_contract c);

// What one kernel takes of the contract's problems. What lies outside it may refuse, unless it says more.
struct kernel_range {
    std::vector<std::size_t> types = {};  // of the contract's; empty: all
    std::vector<long_index_t> multiples = {}, least = {}, most = {};  // by dim; empty: any
    long_index_t stride_multiple = 1;
    bool strided = true, shifted = true, ordered = true;  // may strides, offsets, orders be others?
    long_index_t alignment = 0;                           // of pointers in bytes; 0: an element's
    bool align_rows = false;                              // and of the beginnings of rows
    bool huge = false;                                    // also operands that no memory holds
    long_index_t most_far = long_index_t{1}
                            << 18;  // elements of cases with a dim as long as its `far`
    // Of huge ones: dims that a block goes along as a whole, by dim (0: none), how many are first cases, and how many others
    // come for each that is drawn: they take longer.
    std::vector<long_index_t> huge_most = {};
    std::size_t huge_first = 64;
    long_index_t one_huge_in = 400;
    std::function<std::string(const kernel_case&)> unless = {};  // a sentence; empty: supported
    enum class beyond { may_refuse, must_throw, not_asked } outside = beyond::may_refuse;

    long_index_t multiple(std::size_t dim) const { return multiples.empty() ? 1 : multiples[dim]; }
    long_index_t least_of(std::size_t dim) const { return least.empty() ? 0 : least[dim]; }
    long_index_t most_of(std::size_t dim) const { return most.empty() ? 0 : most[dim]; }
    std::size_t type(std::size_t i) const { return types.empty() ? i : types[i]; }
    std::size_t type_count(const kernel_contract& c) const {
        return types.empty() ? c.types.size() : types.size();
    }
};

// The range with the multiples that the contract itself asks for.
kernel_range range_of(const kernel_contract&, kernel_range);

// A kernel under a contract.
struct contract_kernel {
    kernel_range range = {};
    // A sentence that says why it does not take the problem; null: it cannot be asked.
    std::function<std::string(const kernel_case&)> refusal = {};
    // Pointers by operand, null where absent.
    std::function<void(const kernel_case&, std::span<void* const> pointers)> start;
};

}  // namespace tileproof::properties
