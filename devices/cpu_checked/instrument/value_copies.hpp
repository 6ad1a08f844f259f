// SPDX-License-Identifier: MIT
// Copies of kernels, and of the functions that they call, which tell the runtime before each access the values of the
// variables that its address is computed of. A kernel goes to its copy when the runtime asks for values, which it does
// when a finding is to be explained: a byte is looked at once for each thread, and else all runs as before.
//
//   out[row * pitch + column] = x;        in the copy:
//   call void (ptr, ptr, ptr, ...) @tileproof_checked_values(ptr %arrayidx, ptr <site 4>,
//       ptr "s:row u:pitch s:column ", i64 %row, i64 %pitch, i64 %column)
//   call void @tileproof_checked_write4(ptr %arrayidx, ptr <site 4>)
//
// The copies are not optimised and have no debug information of their own; sites are those of the original.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "devices/cpu_checked/instrument/places.hpp"
#include "devices/cpu_checked/instrument/variables.hpp"

namespace tileproof::cpu_checked {

struct rewritten_function {
    std::string text;                        // from "define" to "}"
    std::vector<std::string_view> declared;  // its lines of "#dbg_declare"
    bool of_user = false;                    // of the kernel's own files, and instrumented
};

class value_copies {
  public:
    value_copies(const places& where, const std::vector<std::string_view>& module,
                 const std::set<std::string>& kernels);
    void add(std::string_view name, rewritten_function);
    // All functions: kernels that may go to their copies, the others as they were, and the copies.
    std::string text(string_constants&);

  private:
    struct entry : rewritten_function {
        std::vector<std::string_view> lines, callees;
        bool copied = false, leads_to_user = false;
    };
    void choose();
    std::string copy_of(const entry&, string_constants&);
    std::string told_values(const entry&, std::size_t line, class used_variables&,
                            string_constants&);
    std::string dispatching(const entry&) const;

    const places& where_;
    const std::set<std::string>& kernels_;
    std::unordered_map<std::string_view, std::string_view> structs_;
    std::set<std::string, std::less<>> fixed_groups_;  // of attributes that say how to compile
    std::map<std::string, entry, std::less<>> functions_;
    std::vector<std::string> order_;
    std::size_t loads_ = 0;
};

}  // namespace tileproof::cpu_checked
