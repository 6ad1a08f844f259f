// SPDX-License-Identifier: MIT
#include "compiler/passes/load_time.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <vector>

namespace tileproof::passes {

using namespace llvm;

namespace {

// Of the standard library, of this project but its engine, by their mangled names, and what sets static variables.
bool may_be_of_loading(StringRef name) {
    // What a std::function calls, the harness may call for each case.
    for (const StringRef of_cases : {"9_M_invoke", "9tileproof10cpu_engine", "9tileproof6hip_on"})
        if (name.contains(of_cases)) return false;
    for (const StringRef begin : {"_ZNSt", "_ZNKSt", "_ZSt", "_ZNSa", "_ZNKSa", "_ZN9__gnu_cxx",
                                  "_ZNK9__gnu_cxx", "_ZN9tileproof", "_ZNK9tileproof",
                                  "__cxx_global_", "_GLOBAL__", "tileproof_kernel_tests"})
        if (name.starts_with(begin)) return true;
    return false;
}

}  // namespace

PreservedAnalyses load_time::run(Module& m, ModuleAnalysisManager&) {
    SmallPtrSet<const Constant*, 32> called;
    std::vector<const Constant*> open;
    for (const Function& f : m)
        if (!f.isDeclaration() && !may_be_of_loading(f.getName())) open.push_back(&f);
    while (!open.empty()) {
        const Constant* c = open.back();
        open.pop_back();
        if (!called.insert(c).second) continue;
        for (const Value* v : c->operands())  // a personality, an initial value
            if (const auto* more = dyn_cast<Constant>(v)) open.push_back(more);
        if (const auto* f = dyn_cast<Function>(c))
            for (const Instruction& i : instructions(*f))
                for (const Value* v : i.operands())
                    if (const auto* more = dyn_cast<Constant>(v)) open.push_back(more);
    }
    for (Function& f : m) {
        if (f.isDeclaration() || called.contains(&f) || f.hasFnAttribute(Attribute::AlwaysInline) ||
            f.hasFnAttribute(Attribute::OptimizeForSize) || f.hasFnAttribute(Attribute::MinSize))
            continue;
        f.addFnAttr(Attribute::NoInline);
        f.addFnAttr(Attribute::OptimizeNone);
    }
    return PreservedAnalyses::none();
}

}  // namespace tileproof::passes
