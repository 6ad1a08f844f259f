// SPDX-License-Identifier: MIT
#include "compiler/passes/call_places.hpp"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include <map>

namespace tileproof::passes {

using namespace llvm;

namespace {

// A function of HIP, rocRAND or hipRAND, or an overload of one.
bool is_of_interface(StringRef name) {
    unsigned length = 0;
    if (name.consume_front("_Z") && name.consumeInteger(10, length)) return false;
    return name.starts_with("hip") || name.starts_with("rocrand_") ||
           name == "__hipPushCallConfiguration";
}
bool is_of_headers(const Function& f) {
    const DISubprogram* const s = f.getSubprogram();
    return f.getName().contains("__device_stub__") ||
           (s && s->getFilename().contains("tileproof_hip/"));
}

}  // namespace

void tell_places_of_calls(Module& m, bool checked) {
    IRBuilder<> at(m.getContext());
    GlobalVariable* const target = m.getNamedGlobal("tileproof_hip_target");
    Constant* const no_target = ConstantPointerNull::get(at.getPtrTy());
    StructType* const type =
        StructType::get(at.getPtrTy(), at.getPtrTy(), at.getInt32Ty(), at.getInt8Ty());
    std::map<std::pair<StringRef, unsigned>, Constant*> known;
    const FunctionCallee tells =
        m.getOrInsertFunction("tileproof_hip_place", at.getVoidTy(), at.getPtrTy());
    for (Function& f : m) {
        if (is_of_headers(f)) continue;
        std::vector<CallBase*> calls;
        for (Instruction& i : instructions(f))
            if (auto* const call = dyn_cast<CallBase>(&i);
                call && call->getCalledFunction() && call->getDebugLoc() &&
                is_of_interface(call->getCalledFunction()->getName()))
                calls.push_back(call);
        for (CallBase* const call : calls) {
            const DILocation* place = call->getDebugLoc();
            Constant*& told = known[{place->getFilename(), place->getLine()}];
            at.SetInsertPoint(call);
            if (!told)
                told = new GlobalVariable(
                    m, type, true, GlobalValue::PrivateLinkage,
                    ConstantStruct::get(type,
                                        {at.CreateGlobalStringPtr(place->getFilename()),
                                         target ? target : no_target, at.getInt32(place->getLine()),
                                         at.getInt8(checked)}));
            at.CreateCall(tells, {told});
        }
    }
}

}  // namespace tileproof::passes
