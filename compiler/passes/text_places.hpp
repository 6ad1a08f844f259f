// SPDX-License-Identifier: MIT
// Places for instructions that were read from text and have none in its debug information: the lines of the text.
//
//   7:   %x = load float, ptr %p        !DILocation(line: 7, scope: the function), in the file add.ll
#pragma once

#include <llvm/IR/Module.h>

namespace tileproof::passes {

void place_at_lines(llvm::Module&, llvm::StringRef text, llvm::StringRef file);

// Removes what LLVM 19 does not know yet and nothing here depends on: attributes and flags of later versions. `line` and `column`
// are where the parser stopped. False where there is no such word.
bool remove_newer_word(std::string& text, unsigned line, unsigned column);

}  // namespace tileproof::passes
