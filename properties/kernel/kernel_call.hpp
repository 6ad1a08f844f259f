// One call of a kernel as data: what goes in, what must come out, and where. A contract makes one of
// each case; kernel_check.hpp judges it. Nothing here knows what the kernel computes.
//
//   2 x 3 float32 transposed, rows of the input 4 apart, pointer one element behind its buffer's start:
//   inputs[0]   element_bytes 4, lead 1, contents 1 + 7 elements, live  0 | 1 1 1 0 1 1 1
//   outputs[0]  element_bytes 4, lead 0, contents 6 elements (the right answer), live 1 1 1 1 1 1
#pragma once

#include "kernels/device/device.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace tileproof::properties {

// A buffer that the kernel gets a pointer into.
struct call_operand {
    std::string name;  // "the output"
    int element_bytes = 1;
    std::size_t lead = 0;  // elements of the buffer in front of the pointer
    // Lead included. Of an input: what it holds. Of an output: what it must hold in the end.
    std::vector<std::byte> contents;
    // For each element, lead included: 1 where it is read (input) or must be written (output). The
    // others hold poison: they must not matter, and must not change.
    std::vector<unsigned char> live;
    // Of an output that is read as well: what its live elements hold when the kernel starts. Empty: poison.
    std::vector<std::byte> starts_as;
    // What an element is to the user, for messages: "element (1,0)". Counted as in `live`.
    std::function<std::string(std::size_t)> name_of_element;
    // "2.5", "-0", "0x7fc00001": a value for messages. Null: hexadecimal digits.
    std::function<std::string(const std::byte*)> print_value;

    // Of an output that need not be exact: is this value of an element right (K7 bounded)? Null: every
    // bit must be (K1 exact).
    std::function<bool(const std::byte* value, std::size_t element)> accepts;
    // How far a value may be from `contents`, for messages: "0.001"; empty: not at all. Null with accepts
    // null.
    std::function<std::string(std::size_t element)> print_bound;

    std::size_t elements() const { return live.size(); }
};

struct kernel_call {
    kernels::device* device = nullptr;
    std::vector<call_operand> inputs, outputs;
    // A fence that the device does not have is left out.
    kernels::placement where = kernels::placement::plain;
    std::size_t alignment = 256;  // of the buffers, in bytes
    // Also of those that end at a fence, whose last bytes are then a margin; 1: their element's.
    std::size_t least_alignment = 1;
    int repeats = 1;  // runs beyond the two with different poison
    // Starts the kernel with the pointers of inputs and outputs; may throw device_error.
    std::function<void(std::span<void* const> in, std::span<void* const> out)> launch;
};

}  // namespace tileproof::properties
