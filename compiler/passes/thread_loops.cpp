// SPDX-License-Identifier: MIT
#include "compiler/passes/thread_loops.hpp"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "compiler/passes/kernel_part.hpp"
#include "compiler/passes/kernels.hpp"

namespace tileproof::passes {

using namespace llvm;

namespace {

// Attributes that the functions which are made of it could not have.
bool may_be_changed(const Function& f) {
    for (const auto unfit :
         {Attribute::NoInline, Attribute::OptimizeNone, Attribute::AlwaysInline, Attribute::Naked})
        if (f.hasFnAttribute(unfit)) return false;
    return !f.isDeclaration() && f.getReturnType()->isVoidTy() && !f.isVarArg() &&
           !f.getSubprogram();
}

// Line tables name the host's lines where a reference or a launch fails. Kernels need none, and are cut without.
void drop_line_tables(Function& f) {
    const DISubprogram* const s = f.getSubprogram();
    if (s && s->getUnit() && s->getUnit()->getEmissionKind() == DICompileUnit::LineTablesOnly)
        stripDebugInfo(f);
}

Function* copy_with_fibers(Function& kernel) {
    ValueToValueMapTy values;
    Function* const copy = CloneFunction(&kernel, values);
    copy->setName(kernel.getName() + ".fibers");
    copy->setLinkage(GlobalValue::InternalLinkage);
    copy->setVisibility(GlobalValue::DefaultVisibility);
    copy->setComdat(nullptr);
    copy->removeFnAttr(Attribute::InlineHint);
    copy->addFnAttr(Attribute::NoInline);
    return copy;
}

// Writes the body of the kernel anew: what calls its part for each thread.
class loop_writer {
  public:
    loop_writer(Function& kernel, Function& fibers, const kernel_part& part)
        : kernel_(kernel),
          fibers_(fibers),
          part_(part),
          c_(kernel.getContext()),
          at_(c_),
          index_(ArrayType::get(at_.getInt32Ty(), 3)) {}

    void write() {
        kernel_.deleteBody();
        kernel_.setLinkage(linkage_);
        BasicBlock* const begin = block("begin");
        at_.SetInsertPoint(begin);
        for (Value*& own : own_) own = at_.CreateAlloca(index_);
        before_ = at_.CreateAlloca(part_.of_block);
        after_ = at_.CreateAlloca(part_.of_block);
        ask_engine();
        copy_indices();
        std::vector<BasicBlock*> parts;
        for (std::size_t k = 0; k <= part_.barriers.size(); ++k) parts.push_back(block("part"));
        done_ = block("done");
        apart_ = block("apart");
        at_.CreateBr(parts[0]);
        for (std::size_t k = 0; k < parts.size(); ++k) write_loop(k, parts);
        at_.SetInsertPoint(apart_);
        if (part_.barriers.empty()) {
            at_.CreateUnreachable();
        } else {
            engine("_ZN9tileproof10cpu_engine13parts_divergeEPKNS0_9call_siteE", at_.getVoidTy(),
                   {place_table()});
            at_.CreateRetVoid();
        }
        at_.SetInsertPoint(done_);
        at_.CreateRetVoid();
    }

  private:
    BasicBlock* block(const char* name) { return BasicBlock::Create(c_, name, &kernel_); }

    Value* engine(StringRef name, Type* result, ArrayRef<Value*> arguments) {
        std::vector<Type*> types;
        for (Value* v : arguments) types.push_back(v->getType());
        return at_.CreateCall(
            kernel_.getParent()->getOrInsertFunction(name, FunctionType::get(result, types, false)),
            arguments);
    }

    void ask_engine() {
        frames_ = engine("_ZN9tileproof10cpu_engine11begin_partsEm", at_.getPtrTy(),
                         {at_.getInt64(part_.frame_bytes)});
        BasicBlock *const by_fibers = block("fibers"), *const loops = block("loops");
        at_.CreateCondBr(at_.CreateIsNull(frames_), by_fibers, loops);
        at_.SetInsertPoint(by_fibers);
        std::vector<Value*> given;
        for (Argument& a : kernel_.args()) given.push_back(&a);
        CallInst* const call = at_.CreateCall(&fibers_, given);
        for (unsigned n = 0; n < given.size(); ++n)
            for (const Attribute a : kernel_.getAttributes().getParamAttrs(n))
                call->addParamAttr(n, a);
        at_.CreateRetVoid();
        at_.SetInsertPoint(loops);
    }

    Value* alloca_at_begin(Type* type) {
        IRBuilder<> begin(&kernel_.getEntryBlock(), kernel_.getEntryBlock().begin());
        return begin.CreateAlloca(type);
    }
    Value* address_of(GlobalVariable& g) {
        return g.isThreadLocal() ? at_.CreateThreadLocalAddress(&g) : static_cast<Value*>(&g);
    }
    GlobalVariable& index_variable(unsigned n) {
        Module& m = *kernel_.getParent();
        if (auto* const there = m.getNamedGlobal(index_variables[n])) return *there;
        auto* const made =
            new GlobalVariable(m, index_, false, GlobalValue::ExternalLinkage, nullptr,
                               index_variables[n], nullptr, GlobalValue::InitialExecTLSModel);
        made->setAlignment(Align(4));
        return *made;
    }
    Value* part_of_index(Value* index, unsigned dim) {
        return at_.CreateConstInBoundsGEP2_32(index_, index, 0, dim);
    }

    void copy_indices() {
        for (unsigned n = 0; n < own_.size(); ++n) {
            Value* const of_engine = address_of(index_variable(n));
            if (n == 0) engine_index_ = of_engine;
            for (unsigned dim = 0; dim < 3; ++dim) {
                Value* const value =
                    at_.CreateLoad(at_.getInt32Ty(), part_of_index(of_engine, dim));
                at_.CreateStore(value, part_of_index(own_[n], dim));
                if (n == 2) size_[dim] = value;
            }
        }
    }

    // The loop of all threads from barrier k on, x fastest. Where threads can stop at one barrier only, the optimiser finds
    // that out, and nothing is left of the comparison with the first thread.
    void write_loop(std::size_t k, const std::vector<BasicBlock*>& parts) {
        struct level {
            BasicBlock *head, *next;
            PHINode *index, *thread, *first, *differs;
        };
        std::array<level, 3> levels;  // z, y, x
        BasicBlock* from = parts[k];
        Value *thread = at_.getInt32(0), *first = PoisonValue::get(at_.getInt32Ty()),
              *differs = at_.getFalse();
        at_.SetInsertPoint(from);
        for (level& l : levels) {
            l.head = block("threads");
            l.next = block("next");
            at_.CreateBr(l.head);
            at_.SetInsertPoint(l.head);
            const auto phi = [&](Value* v) {
                PHINode* const made = at_.CreatePHI(v->getType(), 2);
                made->addIncoming(v, from);
                return made;
            };
            l.index = phi(at_.getInt32(0));
            thread = l.thread = phi(thread);
            first = l.first = phi(first);
            differs = l.differs = phi(differs);
            from = l.head;
        }
        for (unsigned dim = 0; dim < 3; ++dim) {
            Value* const value = levels[2 - dim].index;
            if (part_.calls_functions) at_.CreateStore(value, part_of_index(engine_index_, dim));
            at_.CreateStore(value, part_of_index(own_[0], dim));
        }
        Value* const frame = at_.CreateGEP(at_.getInt8Ty(), frames_,
                                           at_.CreateMul(at_.CreateZExt(thread, at_.getInt64Ty()),
                                                         at_.getInt64(part_.frame_bytes)));
        std::vector<Value*> given;
        for (Argument& a : kernel_.args()) given.push_back(&a);
        given.insert(given.end(), own_.begin(), own_.end());
        given.insert(given.end(), {before_, after_, at_.getInt32(static_cast<unsigned>(k)), frame});
        Value* const stop = at_.CreateCall(part_.f, given);
        Value* const stop_of_first =
            at_.CreateSelect(at_.CreateICmpEQ(thread, at_.getInt32(0)), stop, first);
        BasicBlock *const here = at_.GetInsertBlock(), *const elsewhere = block("elsewhere");
        at_.CreateCondBr(at_.CreateICmpEQ(stop, stop_of_first), levels[2].next, elsewhere);
        at_.SetInsertPoint(elsewhere);
        engine("_ZN9tileproof10cpu_engine15stops_elsewhereEjjj", at_.getVoidTy(),
               {thread, stop, stop_of_first});
        at_.CreateBr(levels[2].next);
        at_.SetInsertPoint(levels[2].next);
        PHINode* const now_differs = at_.CreatePHI(at_.getInt1Ty(), 2);
        now_differs->addIncoming(differs, here);
        now_differs->addIncoming(at_.getTrue(), elsewhere);
        Value* const next_thread = at_.CreateAdd(thread, at_.getInt32(1), "", true, true);
        for (unsigned dim = 0; dim < 3; ++dim) {
            level& l = levels[2 - dim];
            at_.SetInsertPoint(l.next);
            Value* const next = at_.CreateAdd(l.index, at_.getInt32(1), "", true, true);
            l.index->addIncoming(next, l.next);
            l.thread->addIncoming(next_thread, l.next);
            l.first->addIncoming(stop_of_first, l.next);
            l.differs->addIncoming(now_differs, l.next);
            BasicBlock* const out = dim == 2 ? block("all") : levels[1 - dim].next;
            at_.CreateCondBr(at_.CreateICmpULT(next, size_[dim]), l.head, out);
            at_.SetInsertPoint(out);
        }
        BasicBlock* const together = block("together");
        at_.CreateCondBr(now_differs, apart_, together);
        at_.SetInsertPoint(together);
        for (unsigned n = 0; n < part_.of_block->getNumElements(); ++n)
            at_.CreateStore(at_.CreateLoad(part_.of_block->getElementType(n),
                                           at_.CreateStructGEP(part_.of_block, after_, n)),
                            at_.CreateStructGEP(part_.of_block, before_, n));
        SwitchInst* const ways = at_.CreateSwitch(stop_of_first, done_);
        for (std::size_t b = 1; b < parts.size(); ++b)
            ways->addCase(at_.getInt32(static_cast<unsigned>(b)), parts[b]);
    }

    // Where each barrier stands in the source.
    Constant* place_table() {
        StructType* const site =
            StructType::get(at_.getPtrTy(), at_.getInt32Ty(), at_.getInt16Ty(), at_.getInt16Ty());
        const auto number = [](Constant* value, Type* type) {
            return ConstantInt::get(type, cast<ConstantInt>(value)->getZExtValue());
        };
        std::vector<Constant*> sites;
        for (const barrier_place& b : part_.barriers)
            sites.push_back(ConstantStruct::get(
                site, {b.file, number(b.line, at_.getInt32Ty()), number(b.column, at_.getInt16Ty()),
                       number(b.number, at_.getInt16Ty())}));
        ArrayType* const type = ArrayType::get(site, sites.size());
        return new GlobalVariable(*kernel_.getParent(), type, true, GlobalValue::InternalLinkage,
                                  ConstantArray::get(type, sites), kernel_.getName() + ".barriers");
    }

    Function &kernel_, &fibers_;
    const kernel_part& part_;
    LLVMContext& c_;
    IRBuilder<> at_;
    Type* const index_;
    GlobalValue::LinkageTypes linkage_ = kernel_.getLinkage();
    std::array<Value*, index_variables.size()> own_{};
    std::array<Value*, 3> size_{};
    Value *before_ = nullptr, *after_ = nullptr, *frames_ = nullptr, *engine_index_ = nullptr;
    BasicBlock *done_ = nullptr, *apart_ = nullptr;
};

}  // namespace

PreservedAnalyses thread_loops::run(Module& m, ModuleAnalysisManager& analyses) {
    auto& of_functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(m).getManager();
    waiting waits;
    bool changed = false;
    for (Function* kernel : kernels_of(m)) {
        drop_line_tables(*kernel);
        if (!may_be_changed(*kernel)) continue;
        const auto part = cut_at_barriers(*kernel, waits, of_functions);
        if (!part) continue;
        Function* const fibers = copy_with_fibers(*kernel);
        of_functions.clear(*kernel, kernel->getName());
        loop_writer(*kernel, *fibers, *part).write();
        for (Function* const f : {kernel, fibers, part->f})
            stripDebugInfo(*f);  // of what was inlined
        changed = true;
    }
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace tileproof::passes
