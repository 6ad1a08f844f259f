// SPDX-License-Identifier: MIT
// Where an instruction comes from, by its debug information: file, function, line and column of the source.
//
//   !9 = distinct !DISubprogram(name: "scale", file: !1, ...)        !1 = !DIFile(filename: "scale.hip")
//   !18 = !DILocation(line: 7, column: 3, scope: !9)                 place_of(!18) is {"scale.hip", "scale", 7, 3}
//
// What a function of a library does is told of the place that calls it, once it is inlined there. The engine's own accesses are
// not the kernel's.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>

namespace tileproof::passes {

struct source_place {
    llvm::StringRef file, function;
    unsigned line = 0, column = 0;
};

// "unknown place" where there is no location. A place in a library stands for the one that it was inlined at.
source_place place_of(const llvm::DILocation*);

bool is_library_file(llvm::StringRef file);  // HIP's headers, this project's, the machine's
bool is_engine_file(llvm::StringRef file);   // threads, launches, waves: not checked
bool is_device_file(llvm::StringRef file);   // its functions are inlined before anything else

// Of the file that the instruction, or the function, was written in.
bool is_of_library(const llvm::Instruction&);
bool is_of_library(const llvm::Function&);
bool is_of_device(const llvm::Function&);
bool is_of_engine(const llvm::Instruction&);
bool is_of_engine(const llvm::Function&);

// Has it a body, without the attribute disable_sanitizer_instrumentation? What it accesses then reaches the runtime, but for what is of
// the engine.
bool is_checked(const llvm::Function&);

// The variable of the source that has this memory, of the function or passed in memory; null where there is none.
const llvm::DILocalVariable* variable_at(const llvm::Value*);

}  // namespace tileproof::passes
