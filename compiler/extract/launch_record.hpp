// SPDX-License-Identifier: MIT
// A launch of a program, recorded while it ran: the starting point for a contract of its kernel.
//
//   scale<<<4, 256>>>(y, x, 2.5f, 1000)
//     grid {4, 1, 1}, block {256, 1, 1}; arguments: y, 4000 bytes of float, changed; x, 4000 bytes of float, set before;
//     2.5; 1000
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tileproof::compiler {

struct recorded_argument {
    enum class kind { pointer, whole, real, other };
    std::string name;       // of the parameter; empty: it has none
    bool constant = false;  // a pointer through which the kernel does not write
    kind what = kind::other;
    std::string type;           // "float"; for a pointer, the type of its elements
    std::int64_t whole = 0;     // its value
    double real = 0;            // its value, too
    std::uint64_t bytes = 0;    // from the pointer to the end of its buffer; 0: not in a buffer
    std::uint64_t element = 0;  // bytes of one element
    bool set = false;           // it had been written before
    bool changed = false;       // by the launch
    std::int64_t least = 0,
                 most = -1;  // of whole numbers that were there before; least > most: none
};

struct launch_record {
    std::string kernel;        // as launched: "scale<float>"; empty: it never was
    std::string file;          // declares it
    std::uint64_t number = 0;  // of its launches, from 1
    std::array<unsigned, 3> grid{}, block{};
    std::uint64_t shared = 0;  // bytes of dynamic shared memory
    std::vector<recorded_argument> arguments;
    std::map<std::string, std::uint64_t> launches;  // of all kernels of the program, so far
};

std::string text_of(const launch_record&);
// Throws std::runtime_error if the text is not a launch record.
launch_record read_launch_record(const std::string& text);

// "scale" for "app::scale<float, 4>".
std::string plain_name(const std::string& kernel);

// The type that a contract uses for the elements of a kernel's pointer.
//
//   int        std::int32_t
//   float4     float, 4 lanes, and a cast between the two
//   particle   std::uint8_t, as many lanes as it has bytes, with a cast

struct contract_type {
    std::string type;
    std::uint64_t lanes = 1;  // this many make one element
    bool cast = false;
};

contract_type contract_type_of(const recorded_argument& pointer);

}  // namespace tileproof::compiler
