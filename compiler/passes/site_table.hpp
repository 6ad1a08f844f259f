// SPDX-License-Identifier: MIT
// What checks hand to the runtime beside their values: the places of a module's accesses, which lie in one table
// (devices/cpu_checked/module.hpp), texts, and the runtime's functions.
//
//   site_table sites(m);
//   at.CreateCall(sites.runtime("write4", void_type, {ptr, ptr}), {pointer, sites.of(store)});
//       call void @tileproof_checked_write4(ptr %15, ptr getelementptr (i8, ptr @tileproof.sites, i64 120)), !dbg !27
#pragma once

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <vector>

namespace tileproof::passes {

class site_table {
  public:
    explicit site_table(llvm::Module&);
    // A new site with the instruction's place: each check has its own.
    llvm::Constant* of(const llvm::Instruction&);
    bool is_site(const llvm::Value*) const;
    // A text with a zero behind it, once for the module.
    llvm::Constant* text(llvm::StringRef);
    // The runtime's function tileproof_checked_NAME: nothing merges or unwinds its calls.
    llvm::FunctionCallee runtime(const llvm::Twine& name, llvm::Type* result,
                                 llvm::ArrayRef<llvm::Type*> parameters,
                                 bool more_arguments = false);
    // Writes the table into the module. Call it once, at the end.
    llvm::GlobalVariable* finish();
    std::size_t count() const { return all_.size(); }

  private:
    llvm::Module& m_;
    llvm::StructType* type_;
    llvm::GlobalVariable* table_;  // stands for it until it is written
    llvm::GlobalVariable* nowhere_;
    std::vector<llvm::Constant*> all_;
    llvm::StringMap<llvm::Constant*> texts_;
};

// Where an instruction comes from, by its debug information: file, function, line and column of the source.
//
//   !9 = distinct !DISubprogram(name: "scale", file: !1, ...)        !1 = !DIFile(filename: "scale.hip")
//   !18 = !DILocation(line: 7, column: 3, scope: !9)                 place_of(!18) is {"scale.hip", "scale", 7, 3}
//
// What a function of a library does is told of the place that calls it, once it is inlined there. The engine's own accesses are
// not the kernel's.

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
bool is_of_layouts(const llvm::Function&);  // of lib/
bool is_of_device(const llvm::Function&);
bool is_of_engine(const llvm::Instruction&);
bool is_of_engine(const llvm::Function&);

// Has it a body, without the attribute disable_sanitizer_instrumentation? What it accesses then reaches the runtime, but for what is of
// the engine.
bool is_checked(const llvm::Function&);

// The variable of the source that has this memory, of the function or passed in memory; null where there is none.
const llvm::DILocalVariable* variable_at(const llvm::Value*);

}  // namespace tileproof::passes
