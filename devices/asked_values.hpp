// SPDX-License-Identifier: MIT
// What the variables held that a wrong address was computed of: a device that watches accesses says it when it is asked.
//
//   asked_values::on = true;         // in the child process that runs a failing case again
//   ...                              // a kernel writes out[row * pitch + column] beyond its buffer
//   asked_values::told().back()      {"my.hip", 19, 5, thread {1,1,0}, block {0,0,0}, {{"row", "3"}, {"pitch", "16"}, ...}}
//
//   asked_values::writer             {"my.hip", 24, 12, ...}: who stored the first wrong element, when one is wrong
//
// It makes kernels slow, and is asked for when a bug is explained.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace tileproof::kernels {

struct asked_values {
    struct variable {
        std::string name, value;  // {"columns", "17"}, {"p.offset", "-1"}, {"last", "true"}
        friend bool operator==(const variable&, const variable&) = default;
    };
    // Of each access of a finding, where any are known.
    struct access {
        std::string file, function;
        unsigned line = 0, column = 0;
        std::array<unsigned, 3> thread{}, block{};
        std::vector<variable> values;
    };
    inline static bool on = false;
    // Of the launch that ended last: who wrote there last. A device that knows it sets this.
    inline static std::optional<access> (*find_writer)(const void* address) = nullptr;
    inline static std::optional<access> writer;
    static std::vector<access>& told() {
        static std::vector<access> all;
        return all;
    }
};

}  // namespace tileproof::kernels
