// SPDX-License-Identifier: MIT
// What checks hand to the runtime beside their values: the places of a module's accesses, which lie in one table
// (devices/cpu_checked/module.hpp), texts, and the runtime's functions.
//
//   site_table sites(m);
//   at.CreateCall(sites.runtime("write4", void_type, {ptr, ptr}), {pointer, sites.of(store)});
//       call void @tileproof_checked_write4(ptr %15, ptr getelementptr (i8, ptr @tileproof.sites, i64 120)), !dbg !27
#pragma once

#include <llvm/ADT/StringMap.h>
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

}  // namespace tileproof::passes
