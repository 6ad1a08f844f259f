// SPDX-License-Identifier: MIT
// A function of LLVM IR text as blocks of instructions, one string each.
//
//   define void @_Z1kPi(ptr noundef %p) #0 {     name "_Z1kPi", parameters {"ptr noundef %p"}, tail "#0"
//   entry:
//     %0 = load i32, ptr %p, align 4             block "entry", instruction defining %0, with the word %p
//     ret void
//   }
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::cpu_regions {

struct ir_block {
    std::string label;                      // "for.cond", "5", "\"a b\""
    std::vector<std::string> instructions;  // a switch or an invoke with its further lines
};

struct ir_function {
    std::string before;                   // "define linkonce_odr void "
    std::string name;                     // without @, with its quotes if it has any
    std::vector<std::string> parameters;  // "ptr noundef %p"
    std::string tail;                     // behind the parameters: "#0 comdat personality ptr @f"
    std::vector<ir_block> blocks;
};

// The function whose text begins with "define" and ends with "}". Nothing for what is not read here.
std::optional<ir_function> read_function(std::string_view text);

// Each word of an instruction that begins with `sign` (% or @), with its quotes, without those in strings and metadata:
// "%3", "%x.addr", "%\"struct.a::b\"".
std::vector<std::string_view> words_with(char sign, std::string_view instruction);

// "%x" of "%x = add i32 1, 2"; empty when nothing is defined.
std::string_view value_of(std::string_view instruction);
// "add" of "  %x = add i32 1, 2".
std::string_view operation_of(std::string_view instruction);
// The labels that a terminator may go on to: "for.body" of "br label %for.body".
std::vector<std::string> targets_of(std::string_view terminator);

}  // namespace tileproof::cpu_regions
