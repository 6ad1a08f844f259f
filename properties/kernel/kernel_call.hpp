// SPDX-License-Identifier: MIT
// One call of a kernel as data: its input, its expected output, and where they are. case_call.hpp makes one from each
// case; kernel_check.hpp judges it. Nothing here knows what the kernel computes.
//
//   2 x 3 float32 transposed, rows of the input 4 apart, pointer one element after its buffer's start:
//   inputs[0]   element_bytes 4, lead 1, contents 1 + 7 elements, live  0 | 1 1 1 0 1 1 1
//   outputs[0]  element_bytes 4, lead 0, contents 6 elements (the right answer), live 1 1 1 1 1 1
#pragma once

#include "devices/device.hpp"
#include "properties/kernel/element_type.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace tileproof::properties {

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
    // The index of a live element, counted as in `live`. Null, or an empty result: its number suffices.
    std::function<std::vector<std::int64_t>(std::size_t)> index_of;

    std::size_t elements() const { return live.size(); }
    bool bounded() const { return !bounds.empty(); }
};

// Calls use(k-th, offset, bytes) for each number in an element, so padding is skipped; once if it is not a struct.
// Stops at the first that returns true.
template <class Use>
bool any_number(const call_operand& o, Use use) {
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
    kernels::device* device = nullptr;
    std::vector<call_operand> inputs, outputs;
    // A fence that the device does not have is ignored.
    kernels::placement where = kernels::placement::plain;
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

}  // namespace tileproof::properties
