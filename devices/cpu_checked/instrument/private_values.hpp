// SPDX-License-Identifier: MIT
// Which values of a function point to memory that is not the kernel's to share: its own local
// variables and the engine's thread-local ones (threadIdx).
//
//   private_values own;
//   own.see("  %1 = alloca [4 x float], align 4");
//   own.see("  %2 = getelementptr inbounds [4 x float], ptr %1, i64 0, i64 2");
//   own.contains("%2")
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

#include "devices/cpu_checked/instrument/ir_text.hpp"

namespace tileproof::cpu_checked {

class private_values {
  public:
    void clear() { names_.clear(); }
    // The byte that says whether a variable's constructor has run (@_ZGV..) is the compiler's.
    bool contains(std::string_view operand) const {
        return operand.starts_with("@_ZGV") || names_.count(std::string(operand)) > 0;
    }
    void see(std::string_view line) {
        const std::string_view name = defined_value(line);
        if (name.empty()) return;
        const std::string_view value = line.substr(line.find(" = ") + 3);
        if (value.starts_with("alloca ") || line.find("@llvm.threadlocal.address.") != line.npos)
            names_.emplace(name);
        else if (value.starts_with("getelementptr ")) {
            const std::size_t at = value.find(", ptr ");
            if (at == value.npos) return;
            const std::string_view base = value.substr(at + 6);
            if (contains(base.substr(0, base.find(',')))) names_.emplace(name);
        }
    }

  private:
    std::unordered_set<std::string> names_;
};

}  // namespace tileproof::cpu_checked
