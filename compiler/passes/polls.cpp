// SPDX-License-Identifier: MIT
#include "compiler/passes/polls.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <vector>

namespace tileproof::passes {

using namespace llvm;

PreservedAnalyses polls::run(Module& m, ModuleAnalysisManager&) {
    std::vector<LoadInst*> loads;
    for (Function& f : m)
        for (Instruction& i : instructions(f))
            if (auto* const load = dyn_cast<LoadInst>(&i); load && load->isVolatile())
                loads.push_back(load);
    if (loads.empty()) return PreservedAnalyses::all();
    const FunctionCallee of_engine =
        m.getOrInsertFunction("_ZN9tileproof10cpu_engine5pollsEv", Type::getVoidTy(m.getContext()));
    for (LoadInst* const load : loads)
        CallInst::Create(of_engine, "", load->getNextNode())->setDebugLoc(load->getDebugLoc());
    return PreservedAnalyses::none();
}

}  // namespace tileproof::passes
