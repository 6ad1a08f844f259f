// SPDX-License-Identifier: MIT
#include "compiler/passes/local_arrays.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <vector>

namespace tileproof::passes {

using namespace llvm;

namespace {

constexpr std::uint64_t least_beyond = 16;  // bytes on each side
constexpr std::uint64_t most_guarded = 1 << 16;

// std::array is a struct of one array.
bool is_array(const Type* t) {
    if (const auto* const a = dyn_cast<ArrayType>(t)) return a->getNumElements() > 1;
    const auto* const s = dyn_cast<StructType>(t);
    return s && s->getNumElements() == 1 && is_array(s->getElementType(0));
}

// The layouts' arrays are members of known length, which the compiler's array checks cover.
bool is_trusted(const CallBase& call) {
    const Function* const f = call.getCalledFunction();
    return f && (f->isIntrinsic() || is_of_layouts(*f) || f->getName().starts_with("tileproof_") ||
                 f->getName().starts_with("__ubsan"));
}

// Does anybody else get the address of an array, this one or one within it? Who gets a struct knows how long its arrays are.
bool leaves(const Value& address, bool of_array) {
    return any_of(address.uses(), [&](const Use& u) {
        const auto* const i = cast<Instruction>(u.getUser());
        if (const auto* const part = dyn_cast<GetElementPtrInst>(i))
            return leaves(*part, of_array || isa<ArrayType>(part->getSourceElementType()));
        if (!of_array) return false;
        if (const auto* const call = dyn_cast<CallBase>(i)) return !is_trusted(*call);
        if (isa<StoreInst>(i)) return u.getOperandNo() == 0;
        return !isa<LoadInst, CmpInst, AtomicRMWInst, AtomicCmpXchgInst>(i);
    });
}

bool is_guarded(const AllocaInst& a, const DataLayout& layout) {
    const auto bytes = a.isStaticAlloca() ? a.getAllocationSize(layout) : std::nullopt;
    return bytes && !a.isArrayAllocation() && bytes->getFixedValue() <= most_guarded &&
           variable_at(&a) && leaves(a, is_array(a.getAllocatedType()));
}

void guard(AllocaInst& a, Function& f, site_table& sites) {
    const DataLayout& layout = f.getParent()->getDataLayout();
    const std::uint64_t bytes = a.getAllocationSize(layout)->getFixedValue(),
                        beyond = alignTo(least_beyond, a.getAlign());
    IRBuilder<> at(&a);
    Type* const around = ArrayType::get(at.getInt8Ty(), beyond);
    auto* const whole = StructType::get(f.getContext(), {around, a.getAllocatedType(), around},
                                        /*isPacked=*/true);
    Constant* const name = sites.text(variable_at(&a)->getName());
    AllocaInst* const guarded = at.CreateAlloca(whole, nullptr, "guarded." + a.getName());
    guarded->setAlignment(std::max(a.getAlign(), Align(least_beyond)));
    Value* const array = at.CreateConstInBoundsGEP1_64(at.getInt8Ty(), guarded, beyond);
    array->takeName(&a);
    SmallVector<Instruction*> lifetimes, ends;
    for (User* const u : a.users())
        if (auto* const i = cast<Instruction>(u); i->isLifetimeStartOrEnd()) lifetimes.push_back(i);
    for (Instruction* const i : lifetimes) i->eraseFromParent();
    a.replaceAllUsesWith(array);
    a.eraseFromParent();
    Type *const void_ = at.getVoidTy(), *const pointer = at.getPtrTy(),
                *const number = at.getInt64Ty();
    at.SetInsertPoint(cast<Instruction>(array)->getNextNode());
    at.CreateCall(sites.runtime("begin_array", void_, {pointer, number, number, pointer}),
                  {array, at.getInt64(bytes), at.getInt64(beyond), name});
    for (Instruction& i : instructions(f))
        if (isa<ReturnInst, ResumeInst>(i)) ends.push_back(&i);
    for (Instruction* const i : ends) {
        at.SetInsertPoint(i);
        at.CreateCall(sites.runtime("end_array", void_, {pointer}), {array});
    }
}

}  // namespace

void guard_local_arrays(ArrayRef<Function*> functions, site_table& sites) {
    for (Function* const f : functions) {
        std::vector<AllocaInst*> all;
        for (Instruction& i : f->getEntryBlock())
            if (auto* const a = dyn_cast<AllocaInst>(&i);
                a && is_guarded(*a, f->getParent()->getDataLayout()))
                all.push_back(a);
        for (AllocaInst* const a : all) guard(*a, *f, sites);
    }
}

}  // namespace tileproof::passes
