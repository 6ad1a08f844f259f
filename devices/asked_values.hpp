// SPDX-License-Identifier: MIT
// The variables that produced a wrong address, with their values: a device that watches accesses reports them on
// request.
//
//   asked_values::on = true;         // in the child process that runs a failing case again
//   ...                              // a kernel writes out[row * pitch + column] beyond its buffer
//   asked_values::told().back()      {"my.hip", 19, 5, thread {1,1,0}, block {0,0,0}, {{"row", "3"}, {"pitch", "16"}, ...}}
//
//   asked_values::writer             {"my.hip", 24, 12, ...}: the access that stored the first wrong element, if there is one
//
// It slows kernels down, and is requested only to explain a bug.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tileproof::devices {

struct asked_values {
    struct variable {
        std::string name, value;  // {"columns", "17"}, {"p.offset", "-1"}, {"last", "true"}
        friend bool operator==(const variable&, const variable&) = default;
    };
    // For each access of a finding, if any values are known.
    struct access {
        std::string file, function, kernel;
        unsigned line = 0, column = 0;
        std::array<unsigned, 3> thread{}, block{};
        std::vector<variable> values;
    };
    inline static bool on = false;
    // Finds the last writer of an address in the last launches of a case. Set by devices that know it.
    inline static std::optional<access> (*find_writer)(const void* address) = nullptr;
    inline static std::optional<access> writer;
    static std::vector<access>& told() {
        static std::vector<access> all;
        return all;
    }
};

// Whether a kernel has stored to memory, though what lies there looks as if nobody had: asked of a device that watches accesses.
//
//   device.mark_unwritten(out, 4);           // it holds poison
//   ...                                      // a kernel stores just these four bytes
//   known_stores::reached(out, 4)            true

struct known_stores {
    // One of these bytes, since they were marked as unwritten or unstored. Null: no device is there that knows.
    inline static bool (*reached)(const void* data, std::size_t bytes) = nullptr;
};

}  // namespace tileproof::devices
