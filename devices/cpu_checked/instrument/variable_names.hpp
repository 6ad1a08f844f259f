// SPDX-License-Identifier: MIT
// What the source calls the memory that a function of LLVM IR loads from, by its debug information.
//
//   %p = alloca %struct.shape                          #dbg_declare(ptr %p, !11, ...)   !11 is "p"
//   %pitch = getelementptr %struct.shape, ptr %p, i32 0, i32 2
//   %4 = load i32, ptr %pitch
// names.at("%pitch") is {"p.pitch", the type's node}, and number(...) of it tells int from unsigned.
//
// Known are variables and parameters, what pointers and references to structs lead to, members (of `this` and of
// what lambdas capture by their own names), elements at constant indices, and threadIdx and its like.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "devices/cpu_checked/instrument/places.hpp"

namespace tileproof::cpu_checked {

// Instructions of a function by the names that they define.
using definitions = std::unordered_map<std::string_view, std::string_view>;
// "load i32, ptr %x, align 4" of "  %4 = load i32, ptr %x, align 4".
std::string_view instruction_of(std::string_view line);
// The operand behind ", ptr ": "%x".
std::string_view pointer_operand(std::string_view instruction);

// What is at an address. `type` is a node of debug information; 0: of a builtin, threadIdx.
struct named_object {
    std::string name;
    unsigned type = 0;
};

class variable_names {
  public:
    // declared: the function's lines of "#dbg_declare"; structs: the module's lines "%struct.a = type { ... }".
    variable_names(const places& where,
                   const std::unordered_map<std::string_view, std::string_view>& structs,
                   const definitions& defined, const std::vector<std::string_view>& declared);
    std::optional<named_object> at(std::string_view pointer, int depth = 0) const;
    // 's', 'u' or 'b' of what an integer or an enumeration holds: signed, unsigned, true or false; 0: it is neither.
    char number(const named_object&) const;
    // The scope that the variable is declared in, of one that the function has memory for; else 0.
    unsigned scope_of(std::string_view alloca) const;
    bool is_variable(std::string_view pointer) const { return variables_.contains(pointer); }

  private:
    unsigned plain(unsigned type) const;
    std::optional<named_object> pointed_to(const named_object&) const;
    std::optional<named_object> member(const named_object&, std::string_view llvm_type,
                                       unsigned) const;
    std::optional<named_object> part(std::string_view address, int depth) const;

    const places& where_;
    const std::unordered_map<std::string_view, std::string_view>& structs_;
    const definitions& defined_;
    std::unordered_map<std::string_view, unsigned> variables_;  // the node of each
};

}  // namespace tileproof::cpu_checked
