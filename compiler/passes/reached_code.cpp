// SPDX-License-Identifier: MIT
#include "compiler/passes/reached_code.hpp"

#include "compiler/passes/kernels.hpp"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <set>

namespace tileproof::passes {

using namespace llvm;

namespace {

bool is_of_source(const Instruction& i) {
    return i.getDebugLoc() && !isa<AllocaInst>(i) && !i.isDebugOrPseudoInst() &&
           !i.isLifetimeStartOrEnd() && place_of(i.getDebugLoc()).line > 0 &&
           !is_library_file(place_of(i.getDebugLoc()).file);
}

// Is this the way of a failed assertion or of a sanitizer's check?
bool is_failure(const BasicBlock& b) {
    return isa<UnreachableInst>(b.getTerminator()) || any_of(b, [](const Instruction& i) {
               const auto* const call = dyn_cast<CallBase>(&i);
               return call && call->getCalledFunction() &&
                      call->getCalledFunction()->getName().starts_with("__ubsan_handle");
           });
}

// 1000 of n == 1000; 0 where there is no such number, or it is so small that every case may meet it.
unsigned compared_with(const Value& condition) {
    const auto* const compared = dyn_cast<ICmpInst>(&condition);
    if (!compared) return 0;
    for (const Value* const v : compared->operands())
        if (const auto* const c = dyn_cast<ConstantInt>(v);
            c && c->getValue().sgt(8) && c->getValue().isSignedIntN(32))
            return static_cast<unsigned>(c->getZExtValue());
    return 0;
}

// The branch of b in `a || b` is at the place of a, its comparison at its own.
const Instruction& place_to_tell(const BranchInst& branch) {
    const auto* const compared = dyn_cast<CmpInst>(branch.getCondition());
    if (compared && is_of_source(*compared) && !is_of_library(*compared)) return *compared;
    return branch;
}

}  // namespace

reached_code::reached_code(Module& m, site_table& sites) : m_(m), sites_(sites) {
    LLVMContext& c = m.getContext();
    Type *const pointer = PointerType::getUnqual(c), *const number = Type::getInt32Ty(c);
    type_ = StructType::create({pointer, number, number, number, number, number}, "tileproof.code");
    bytes_ = new GlobalVariable(m, pointer, false, GlobalValue::InternalLinkage,
                                ConstantPointerNull::get(PointerType::getUnqual(c)),
                                "tileproof.reached");
}

void reached_code::tell(ArrayRef<Function*> kernels) {
    SetVector<Function*> all(kernels.begin(), kernels.end());
    for (std::size_t n = 0; n < all.size(); ++n)
        for (const Instruction& i : instructions(*all[n]))
            if (const auto* const call = dyn_cast<CallBase>(&i))
                if (Function* const callee = call->getCalledFunction();
                    callee && is_checked(*callee) && !is_of_library(*callee))
                    all.insert(callee);
    for (Function* const f : kernels)
        if (!is_of_library(*f)) {
            const std::string name = name_of_kernel(f->getName().split(".kernel").first);
            source_place as_file;
            as_file.file = name;
            add(as_file, what::kernel, byte_of(f->getEntryBlock()));
        }
    for (Function* const f : all) tell(*f);
}

void reached_code::tell(Function& f) {
    SplitAllCriticalEdges(f);  // the block behind a condition tells that way only
    std::vector<BasicBlock*> blocks;
    for (BasicBlock& b : f)
        if (!is_failure(b)) blocks.push_back(&b);
    for (BasicBlock* const b : blocks) {
        std::set<std::pair<StringRef, unsigned>> lines;
        for (const Instruction& i : *b) {
            if (!is_of_source(i) || (isa<BranchInst>(i) && i.getNumSuccessors() == 1)) continue;
            const source_place p = place_of(i.getDebugLoc());
            if (lines.emplace(p.file, p.line).second) add(i, what::line, byte_of(*b));
        }
        const auto* const branch = dyn_cast<BranchInst>(b->getTerminator());
        // The loop of an atomic operation is no condition of the line that calls it.
        if (!branch || !branch->isConditional() || !is_of_source(*branch) ||
            is_of_library(*branch) || is_failure(*branch->getSuccessor(0)) ||
            is_failure(*branch->getSuccessor(1)))
            continue;
        const unsigned number = compared_with(*branch->getCondition());
        const Instruction& told = place_to_tell(*branch);
        add(told, what::condition_true, byte_of(*branch->getSuccessor(0)), number);
        add(told, what::condition_false, byte_of(*branch->getSuccessor(1)), number);
    }
}

unsigned reached_code::byte_of(BasicBlock& b) {
    const auto [known, is_new] = known_.try_emplace(&b, blocks_);
    if (!is_new) return known->second;
    // At its end, for other passes know how clang begins a block; but before a call, in which threads may wait for ever.
    const auto call = find_if(b, [](const Instruction& i) {
        return isa<CallBase>(i) && !isa<IntrinsicInst>(i) && is_of_source(i);
    });
    IRBuilder<> at(call == b.end() ? b.getTerminator() : &*call);
    at.SetCurrentDebugLocation({});  // it is nothing of the source
    LoadInst* const bytes = at.CreateLoad(at.getPtrTy(), bytes_);
    bytes->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(m_.getContext(), {}));
    bytes->setNoSanitizeMetadata();
    at.CreateStore(at.getInt8(1), at.CreateConstGEP1_32(at.getInt8Ty(), bytes, blocks_))
        ->setNoSanitizeMetadata();
    return blocks_++;
}

void reached_code::add(const Instruction& i, what kind, unsigned byte, unsigned number_of) {
    add(place_of(i.getDebugLoc()), kind, byte, number_of);
}

void reached_code::add(const source_place& p, what kind, unsigned byte, unsigned number_of) {
    Type* const number = Type::getInt32Ty(m_.getContext());
    entries_.push_back(ConstantStruct::get(
        type_,
        {sites_.text(p.file), ConstantInt::get(number, p.line), ConstantInt::get(number, p.column),
         ConstantInt::get(number, static_cast<unsigned>(kind)), ConstantInt::get(number, byte),
         ConstantInt::get(number, number_of)}));
}

std::vector<Constant*> reached_code::finish() {
    Type* const number = Type::getInt64Ty(m_.getContext());
    ArrayType* const all = ArrayType::get(type_, entries_.size());
    auto* const table = new GlobalVariable(m_, all, true, GlobalValue::InternalLinkage,
                                           ConstantArray::get(all, entries_), "tileproof.codes");
    return {table, ConstantInt::get(number, entries_.size()), bytes_,
            ConstantInt::get(number, blocks_)};
}

}  // namespace tileproof::passes
