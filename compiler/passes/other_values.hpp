// SPDX-License-Identifier: MIT
// What an instruction might compute instead, if its author has made a slip: the other operator, the other bound, one more.
//
//   %s = add i32 %a, %b       other_values: {"`-` in place of `+`", %a - %b}, {"the left side alone", %a}, {"one more", ...}
//   store i32 0, ptr %sum     other_operands: {0, "1 in place of 0", 1}, {0, "-1 in place of 0", -1}, ...
//
// All of it may be computed at any time: no division by zero, no access of memory that the code does not make.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <string>
#include <vector>

namespace tileproof::passes {

struct other_value {
    std::string text;
    llvm::Value* value;
};
struct other_operand {
    unsigned operand;
    std::string text;
    llvm::Value* value;
    bool is_of_old = false;  // needs what was there before
};

// An access that checks leave alone: the user's code does not make it.
template <class Access>
Access* unchecked(Access* a) {
    a->setNoSanitizeMetadata();
    return a;
}

// Instructions that are made stand where the builder stands: behind the instruction, and in front of it.
std::vector<other_value> other_values(llvm::Instruction&, llvm::IRBuilder<>&);
// `loads`: what a store replaces may be loaded, whether it lies in an object or not.
std::vector<other_operand> other_operands(llvm::Instruction&, llvm::IRBuilder<>&, bool loads);

}  // namespace tileproof::passes
