// SPDX-License-Identifier: MIT
#include "compiler/passes/polls.hpp"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <vector>

namespace tileproof::passes {

using namespace llvm;

// As call_site has it; null if it is not known.
static Constant* place_of(const Instruction& i) {
    Module& m = *const_cast<Module*>(i.getModule());
    const DILocation* const l = i.getDebugLoc().get();
    PointerType* const pointer = PointerType::get(m.getContext(), 0);
    if (!l) return ConstantPointerNull::get(pointer);
    IRBuilder<> words(m.getContext());
    auto* const name = ConstantDataArray::getString(m.getContext(), l->getFilename());
    auto* const file =
        new GlobalVariable(m, name->getType(), true, GlobalValue::PrivateLinkage, name);
    Constant* const site = ConstantStruct::getAnon(
        {file, words.getInt32(l->getLine()),
         words.getInt16(static_cast<std::uint16_t>(l->getColumn())), words.getInt16(0)});
    return new GlobalVariable(m, site->getType(), true, GlobalValue::PrivateLinkage, site);
}

void call_of_poll(Instruction& i, StringRef function) {
    Module& m = *i.getModule();
    Value* const address = i.getOperand(0);  // of a load and of what is atomic
    Type* const type = isa<LoadInst>(i) ? i.getType() : i.getOperand(1)->getType();
    IRBuilder<> at(i.getNextNode());
    at.SetCurrentDebugLocation(i.getDebugLoc());
    at.CreateCall(
        m.getOrInsertFunction(function, at.getVoidTy(), at.getPtrTy(), at.getInt64Ty(),
                              at.getPtrTy()),
        {at.CreateAddrSpaceCast(address, at.getPtrTy()),
         at.getInt64(m.getDataLayout().getTypeStoreSize(type).getFixedValue()), place_of(i)});
}

bool add_polls(Function& f) {
    constexpr StringLiteral name = "_ZN9tileproof10cpu_engine5pollsEPKvmPKNS0_9call_siteE";
    std::vector<LoadInst*> loads;
    for (Instruction& i : instructions(f))
        if (auto* const load = dyn_cast<LoadInst>(&i); load && load->isVolatile()) {
            const auto* const next = dyn_cast<CallInst>(load->getNextNode());
            const Function* const called = next ? next->getCalledFunction() : nullptr;
            if (!called || called->getName() != name) loads.push_back(load);
        }
    for (LoadInst* const load : loads) call_of_poll(*load, name);
    return !loads.empty();
}

PreservedAnalyses polls::run(Module& m, ModuleAnalysisManager&) {
    bool some = false;
    for (Function& f : m) some = add_polls(f) || some;
    return some ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace tileproof::passes
