// SPDX-License-Identifier: MIT
// The __shared__, __device__ and __constant__ variables of a module in LLVM IR, found by their
// marks.
//
//   @tile = internal thread_local global [32 x [33 x float]] zeroinitializer, align 16
// becomes
//   @tile = internal global <{ [32 x [33 x float]], [65536 x i8] }> zeroinitializer, align 16
// and gets a line in the table of objects.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "devices/cpu_checked/module.hpp"

namespace tileproof::cpu_checked {

// Constant strings of the new text, each written once.
class string_constants {
  public:
    std::string name(const std::string& value);  // "@tileproof.string.4"
    std::string text() const;

  private:
    std::map<std::string, std::size_t> numbers_;
};

class marked_variables {
  public:
    explicit marked_variables(const std::vector<std::string_view>& lines);

    // The definition of a global as it is to be; `line` is as it was, `local` after other changes.
    std::string definition(std::string_view line, std::string local) const;
    // Whether this line defines a variable of the device.
    bool marked(std::string_view line) const;
    // A line of a function: uses of shared variables as plain addresses, of dynamic shared arrays
    // as a call of the runtime.
    std::string plain_addresses(std::string_view line) const;
    // @tileproof.objects
    std::string table(string_constants&) const;
    std::size_t count() const { return variables_.size(); }
    bool uses_dynamic_shared() const { return !dynamic_.empty(); }
    const std::set<std::string>& kernels() const { return kernels_; }  // by their mangled names

  private:
    struct variable {
        std::string name;     // "@tile"
        std::string type;     // "[32 x [33 x float]]"
        std::string display;  // "tile"
        std::string file;
        unsigned line = 0;
        object_kind kind = object_kind::shared;
    };
    std::vector<variable> variables_;
    std::unordered_map<std::string, std::size_t> by_name_;
    std::set<std::string> kernels_;
    std::vector<std::string> dynamic_;  // "@values" of extern __shared__ float values[]
};

}  // namespace tileproof::cpu_checked
