// SPDX-License-Identifier: MIT
// A declaration of a contract of kernels: which problems there are, where the operands are in memory, and what the
// right answer is. Everything else follows from it: random cases, labels, smaller cases, JSON, calls, laws.
//
//   A transpose has dims rows, columns, batch, and operands
//     the input    extents batch, rows, columns    strides input_batch_stride, input_leading, (1)
//     the output   extents batch, columns, rows    strides output_batch_stride, output_leading, (1)
//   2 x 3 packed: strides 6, 3, 1 and 6, 2, 1. Element (0,2,1) of the output is element (0,1,2) of the input.
//
// contracts/ has the declarations of the project's own kernels; a user's come from <tileproof/kernel_test.hpp>.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "devices/device.hpp"
#include "properties/kernel/element_type.hpp"
#include "properties/kernel/kernel_case.hpp"
#include "properties/kernel/length_expression.hpp"

namespace tileproof::properties {

// One call of a kernel as data: its input, its expected output, and where they are. case_call.hpp makes one from each
// case; kernel_check.hpp judges it. Nothing here knows what the kernel computes.
//
//   2 x 3 float32 transposed, rows of the input 4 apart, pointer one element after its buffer's start:
//   inputs[0]   element_bytes 4, lead 1, contents 1 + 7 elements, live  0 | 1 1 1 0 1 1 1
//   outputs[0]  element_bytes 4, lead 0, contents 6 elements (the right answer), live 1 1 1 1 1 1

using bytes = std::vector<std::byte>;

// As a bound: any result but an infinity or NaN is right.
inline constexpr double any_finite_number = std::numeric_limits<double>::max();

// A buffer into which the kernel gets a pointer.
struct call_operand {
    std::string name;                    // "the output"
    const element_type* type = nullptr;  // null: bits without meaning
    int element_bytes = 1;
    std::size_t lead = 0;  // elements of the buffer before the pointer
    // Lead included. For an input: its contents. For an output: its expected final contents.
    std::vector<std::byte> contents;
    // For each element, lead included: 1 if it is read (input) or must be written (output). The others hold poison;
    // they must not matter, and must not change.
    std::vector<unsigned char> live;
    // For an output that is also read: its live elements' initial contents. Empty: poison.
    std::vector<std::byte> starts_as;
    // For an output that need not be exact (K7 bounded), by element: the right value, and how far a result may be
    // from it; for a struct those of its members, one after the other. Empty: every bit must be right (K1 exact).
    std::vector<double> values, bounds;
    // Without bounds: any NaN is right for NaN, and zero for a subnormal number.
    bool any_nan = false, flushes = false;
    // Sums are rounded, so with atomics the bits may differ from run to run, all of them right.
    bool rounded = false;
    // Of an output: the old kernel whose results `contents` are; empty: those of a reference.
    std::string answered_by = {};
    // The index of a live element, counted as in `live`. Null, or an empty result: its number suffices.
    std::function<std::vector<std::int64_t>(std::size_t)> index_of;

    std::size_t elements() const { return live.size(); }
    bool bounded() const { return !bounds.empty(); }
};

// Calls use(k-th, offset, bytes) for each number in an element, so padding is skipped; once if it is not a struct.
// Stops at the first that returns true.
bool any_number(const call_operand& o, auto use) {
    constexpr std::size_t first = 0;
    if (!o.type || !o.type->is_struct())
        return use(first, first, static_cast<std::size_t>(o.element_bytes));
    std::size_t k = 0;
    for (const element_member& m : o.type->members())
        if (use(k++, static_cast<std::size_t>(m.offset), static_cast<std::size_t>(m.type->bytes)))
            return true;
    return false;
}

struct kernel_call {
    devices::device* device = nullptr;
    std::vector<call_operand> inputs, outputs;
    // A fence that the device does not have is ignored.
    devices::placement where = devices::placement::plain;
    std::size_t alignment = 256;  // of the buffers, in bytes
    // Also of buffers that end at a fence, which may leave a margin of some bytes before it; 1: their element's
    // alignment.
    std::size_t least_alignment = 1;
    int repeats = 1;  // runs beyond the two with different poison
    // Set where several results are right: why the outputs after a run, lead included, are not one of them, or "".
    std::function<std::string(std::span<const bytes> outputs)> accepts = {};
    // Starts the kernel with the pointers of inputs and outputs; may throw device_error.
    std::function<void(std::span<void* const> in, std::span<void* const> out)> launch;
};

class draw;
struct kernel_contract;

struct contract_dim {
    std::string name;
    std::string key = {};       // in a case; empty: the name
    long_index_t most = 0;      // larger ones make no sense; 0: any
    long_index_t multiple = 1;  // other lengths do not exist
    bool few = false;           // mostly 1, at most 4: a batch
    // The result at an index depends only on the inputs at the same index. Then a few elements of huge operands can
    // be judged by themselves.
    bool apart = false;
    std::vector<int> weights = {3, 10, 40, 15, 32};                // of 0, 1, edges, primes, any
    std::vector<long_index_t> edges = {2, 4, 8, 16, 32, 64, 128};  // and their neighbours
    std::vector<long_index_t> launch_edges = {};  // of a user's launch, and their multiples
    // Beyond which a user's grid grows no more; longer than what ordinary cases have.
    std::vector<long_index_t> grid_edges = {};
    int growth = 100;             // percent: any length is up to 4 + size
    long_index_t far = 0;         // occasionally this long, next to powers of two; 0: never
    long_index_t longest = 4096;  // of long and thin problems
};

// What launches cost beside the elements, in elements: threads that find nothing to do, barriers, and waves that exchange.
//
//   rmsnorm, a block of 256 threads for each row, 10 shuffles and 2 barriers each:
//   {.least = 768 * 97, .growth = {1.0 / 3, 0}}      of 300 rows 100 times as much as of 3, however long they are

struct launch_cost {
    double least = 0;  // with each dim 3
    std::vector<double> growth =
        {};  // by dim, for each element beyond 3: the fraction of `least` that comes with it
    double of(const std::vector<long_index_t>& dims) const;
};

// The role of an operand in one case.
enum class operand_use {
    read,      // an input
    unread,    // memory that must not be read: all poison
    absent,    // a null pointer
    in_place,  // no memory of its own: the initial contents of the first output
    in_place_unread,
    written,
    updated,  // an output that is also read: inputs() has its initial contents
};

struct contract_operand {
    std::string name;                       // "the output"
    std::vector<std::string> extents;       // expressions of dims, in the order of a packed array
    operand_use use = operand_use::read;    // unless the contract's `use` says otherwise
    std::vector<std::string> strides = {};  // keys, outermost first; "" or missing: as if packed
    bool strides_as_slack = false;          // the case stores what a stride exceeds packed by
    std::string offset = {};                // key; empty: the contract's common one, or none
    std::string order = {};                 // key; empty: the first of `orders`
    std::vector<std::vector<int>> orders = {};  // extents from outermost to innermost in memory
    bool rows_apart = true;    // the stride of the last extent but one is at least the last extent
    bool repeats = false;      // the outermost stride may be 0
    bool any_strides = false;  // they may decrease in the order of memory
};

struct contract_type {
    std::string name;                       // "f32_f16"
    std::vector<const element_type*> each;  // by operand
};

// A number passed to a launch besides the dims. Simple cases have `plain`.
struct contract_parameter {
    std::string name;
    double plain = 0;
    std::vector<double> simple;  // the simplest first
    std::function<double(draw&, const kernel_case&)> random;
    // For a user's scalar: its key in a case, which may omit it; the values it may have, also in words; and values to
    // try that are simpler than a given one, beyond `simple`.
    std::string key = {};
    std::function<bool(double)> takes = {};
    std::string values = {};
    std::function<std::vector<double>(double)> nearer = {};
};

// One of a few alternatives; the first is the simplest.
struct contract_choice {
    std::string name;
    std::vector<std::string> values;
    std::vector<int> weights;
    bool optional = false;  // if a stored case has no value, it is the first
};

struct fill_request {
    const kernel_contract& contract;
    const kernel_case& the_case;
    std::size_t operand;
    std::vector<long_index_t> extents;
    long_index_t first = 0;  // index of the first packed element in `packed`
    // For a struct's member: its type, and which one it is, counted from 1.
    const element_type* type = nullptr;
    std::uint64_t member = 0;
};

// Kinds of contents, the simplest first.
struct contract_data {
    std::vector<std::string> kinds;
    std::vector<int> weights;
    std::function<void(const fill_request&, bytes& packed)> fill;
    // The kind of an operand in a case, if operands differ.
    std::function<std::string(const kernel_case&, std::size_t operand)> given = {};
    // Cases with more elements have the first kind, or `equal`, whose sums are exact; 0: any kind.
    long_index_t most_rounded = 0;
    // Whatever the kernel computes of the first kind has the same bits in any order.
    bool first_is_exact = true;
    int dense = -1;  // a kind without zeros, for shrinking cases; -1: none
    int equal = -1;  // a kind with one value in all elements, for the longest cases; -1: none
    int far = 0;     // the kind whose elements differ most reliably over long distances
};

// All operands of a case as packed arrays, by operand: the reference's input and output.
struct packed_call {
    const kernel_contract& contract;
    kernel_case the_case;
    std::vector<std::vector<long_index_t>> extents;
    std::vector<bytes> inputs;                        // initial contents; empty: none
    std::vector<bytes> outputs;                       // expected final contents
    std::vector<std::vector<double>> values, bounds;  // K7: around `values`; empty: K1
    bool ordinary = true;  // false: it has numbers that make K8 meaningless
    // Not empty: the reference has no finite answer for these numbers, and none was promised, so nothing is judged.
    std::string unanswered = {};
    bool finite = true;            // neither the answer nor its bounds have infinities or NaN
    bool any_finite = false;       // instead of `bounds`: any finite result is right
    std::string answered_by = {};  // the old kernel that gave the outputs; empty: a reference
};

// K8: a second call whose result follows from that of the first.
struct related_call {
    kernel_case the_case;
    std::vector<bytes> inputs;
    bytes expected;             // of the first output
    std::vector<double> slack;  // the tolerance of each element; empty: exact
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
    // A single relation is judged in every case. Of several, each case has one, and the first means none.
    std::vector<contract_relation> relations = {};
    std::function<void(packed_call&)> reference;
    // Replaces the reference where several answers are right: why the kernel's outputs, packed and by operand, are not one
    // of them, or "".
    std::function<std::string(const packed_call&, const std::vector<bytes>& outputs)> accepts = {};
    // For a reference that may itself be wrong: throws wrong_declaration unless a second evaluation agrees.
    std::function<void(const packed_call&)> confirm = {};
    bool bounded = false;  // K7, not K1
    // For computed results: any NaN equals any NaN, and a subnormal number may be zero.
    bool any_nan = false, flushes = false;

    std::vector<long_index_t> numbers = {};  // next to which some cases have lengths and parameters
    std::string common_offset = {};          // key of one offset for all operands
    std::vector<long_index_t> constants = {};
    std::function<void(kernel_case&)> settle = {};  // derives what follows from the rest of a case
    std::function<operand_use(const kernel_case&, std::size_t operand)> use = {};
    std::function<std::string(const kernel_case&)> senseless =
        {};  // beside negative and overlapping
    std::function<void(draw&, kernel_case&)> break_sense = {};
    std::function<double(const kernel_case&)> work = {};  // besides the operands' elements
    double most_work = 1 << 16, usual_work = 256, work_growth = 20;
    launch_cost launch = {};
    // By packed element of an operand: its position relative to the pointer; -1: it has no memory. Null: strides
    // apply.
    std::function<std::vector<long_index_t>(const kernel_case&, std::size_t operand)> locations =
        {};
    // With `locations`: the extents of an operand, which then declares none itself.
    std::function<std::vector<long_index_t>(const kernel_case&, std::size_t operand)> shapes = {};
    std::vector<std::vector<long_index_t>> first_shapes = {};
    std::vector<std::pair<std::size_t, std::size_t>> alike = {};  // dims that may be exchanged
    bool senseless_cases = true;  // whether problems that make no sense are tried
    bool second_call = false;     // call again with other contents, which shows cached results
    bool labels_required = true;

    std::vector<std::vector<length_expression>> lengths = {};  // of extents: compiled()
};

// The contract with `lengths` and other omitted parts filled in.
kernel_contract compiled(kernel_contract c);

// The problems of the contract that one kernel supports. Outside, it may refuse, unless it says more.
struct kernel_range {
    std::vector<std::size_t> types = {};  // of the contract's; empty: all
    std::vector<long_index_t> multiples = {}, least = {}, most = {};  // by dim; empty: any
    bool powers_of_two = false;                                       // all lengths
    long_index_t stride_multiple = 1;
    bool strided = true, shifted = true, ordered = true;  // may strides, offsets, orders vary?
    long_index_t alignment = 0;                           // of pointers in bytes; 0: an element's
    bool align_rows = false;                              // and of the beginnings of rows
    // What a case costs beside its elements. By dim, a block's tile, all of which takes time (empty: 1); and whether an
    // element costs so much that most cases have few.
    std::vector<long_index_t> tile = {};
    bool slow = false;
    bool huge = false;  // also operands too large for memory
    long_index_t most_far = long_index_t{1}
                            << 18;  // elements of cases with a dim as long as its `far`
    // For huge cases: the dims that a block processes completely, by dim (0: none), the number of first cases, and
    // how many ordinary cases are drawn for each huge one, because they take longer.
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

// The range with the multiples that the contract itself requires.
kernel_range range_of(const kernel_contract&, kernel_range);

// A kernel under a contract.
struct contract_kernel {
    kernel_range range = {};
    // A sentence why it does not support the problem; null: it cannot be asked.
    std::function<std::string(const kernel_case&)> refusal = {};
    // Pointers by operand, null where absent.
    std::function<void(const kernel_case&, std::span<void* const> pointers)> start;
};

}  // namespace tileproof::properties
