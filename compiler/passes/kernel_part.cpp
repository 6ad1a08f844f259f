// SPDX-License-Identifier: MIT
#include "compiler/passes/kernel_part.hpp"

#include <llvm/ADT/GenericUniformityImpl.h>
#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/Analysis/TargetTransformInfoImpl.h>
#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

namespace tileproof::passes {

using namespace llvm;

namespace {

// An array of this many bytes that nobody else sees is copied to its place at a barrier: in a part it may live in registers.
constexpr std::uint64_t largest_copy = 1024;

struct cut_place {
    BasicBlock *before, *after;
};

// Threads differ by threadIdx and by what they read of memory.
class thread_differences : public TargetTransformInfoImplCRTPBase<thread_differences> {
  public:
    thread_differences(const DataLayout& layout, const Argument& thread_index)
        : TargetTransformInfoImplCRTPBase(layout), thread_index_(&thread_index) {}
    bool hasBranchDivergence(const Function* = nullptr) const { return true; }
    bool isSourceOfDivergence(const Value* v) const {
        if (const auto* load = dyn_cast<LoadInst>(v)) {
            const Value* from = getUnderlyingObject(load->getPointerOperand());
            const auto* parameter = dyn_cast<Argument>(from);
            return !load->isSimple() || !parameter || parameter == thread_index_ ||
                   (!parameter->hasAttribute(Attribute::ReadOnly) && !is_index(*parameter));
        }
        if (const auto* call = dyn_cast<CallBase>(v))
            return !call->doesNotAccessMemory() || !isa<IntrinsicInst>(call);
        return isa<AllocaInst>(v) || isa<AtomicRMWInst>(v) || isa<AtomicCmpXchgInst>(v) ||
               isa<VAArgInst>(v) || isa<LandingPadInst>(v);
    }
    bool isAlwaysUniform(const Value*) const { return false; }

  private:
    bool is_index(const Argument& a) const {
        const unsigned first = thread_index_->getArgNo();
        return a.getArgNo() > first && a.getArgNo() < first + index_variables.size();
    }
    const Argument* thread_index_;
};

class part_maker {
  public:
    part_maker(Function& kernel, waiting& waits, FunctionAnalysisManager& analyses)
        : kernel_(kernel),
          waits_(waits),
          analyses_(analyses),
          layout_(kernel.getParent()->getDataLayout()) {}

    std::optional<kernel_part> make() {
        SetVector<Function*> callees;
        if (!waits_.waits_at_barriers_only(kernel_, callees) || !own_parameters_can_be_made())
            return {};
        clone();
        if (inline_all(callees) && simplify() && split()) {
            find_crossing();
            take_allocas();
            const bool settled = settle_values();
            if (settled) {
                finish();
                return std::move(made_);
            }
        }
        analyses_.clear(*part_, part_->getName());
        part_->eraseFromParent();
        return {};
    }

  private:
    // A structure by value that is written to, or whose address goes elsewhere, is a variable of each thread. A class that
    // the caller keeps, and passes by its address, cannot be one.
    static bool only_read(const Value& pointer) {
        return all_of(pointer.users(), [&](const User* u) {
            if (isa<GetElementPtrInst>(u)) return only_read(*u);
            if (const auto* load = dyn_cast<LoadInst>(u)) return load->isSimple();
            const auto* copy = dyn_cast<MemCpyInst>(u);
            return copy && copy->getRawSource() == &pointer && copy->getRawDest() != &pointer &&
                   !copy->isVolatile();
        });
    }
    bool own_parameters_can_be_made() const {
        return all_of(kernel_.args(), [](const Argument& a) {
            return !a.getType()->isPointerTy() || a.hasByValAttr() || only_read(a) ||
                   all_of(a.users(), [&](const User* u) {
                       const auto* store = dyn_cast<StoreInst>(u);
                       return store && store->getValueOperand() == &a &&
                              store->getPointerOperand() != &a;
                   });
        });
    }

    void clone() {
        Module& m = *kernel_.getParent();
        LLVMContext& c = m.getContext();
        Type *const pointer = PointerType::getUnqual(c), *const number = Type::getInt32Ty(c);
        std::vector<Type*> types;
        for (const Argument& a : kernel_.args()) types.push_back(a.getType());
        types.insert(types.end(), index_variables.size() + 2, pointer);
        types.insert(types.end(), {number, pointer});
        part_ = Function::Create(FunctionType::get(number, types, false),
                                 GlobalValue::InternalLinkage, kernel_.getName() + ".part", m);
        ValueToValueMapTy values;
        for (Argument& a : kernel_.args()) values[&a] = part_->getArg(a.getArgNo());
        SmallVector<ReturnInst*> returns;
        CloneFunctionInto(part_, &kernel_, values, CloneFunctionChangeType::LocalChangesOnly,
                          returns);
        for (ReturnInst* r : returns) {
            ReturnInst::Create(c, ConstantInt::get(number, 0), r->getIterator());
            r->eraseFromParent();
        }
        part_->setLinkage(GlobalValue::InternalLinkage);
        part_->removeFnAttr(Attribute::InlineHint);
        part_->addFnAttr(Attribute::AlwaysInline);
        own_parameters();
        read_own_indices();
    }

    void own_parameters() {
        IRBuilder<> at(&*part_->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
        for (Argument& given : kernel_.args()) {
            if (!given.hasByValAttr()) continue;
            Argument& a = *part_->getArg(given.getArgNo());
            Type* const type = given.getParamByValType();
            const Align alignment = given.getParamAlign().valueOrOne();
            part_->removeParamAttr(a.getArgNo(), Attribute::ByVal);
            if (only_read(a)) {
                a.addAttr(Attribute::ReadOnly);
                continue;
            }
            AllocaInst* const own = at.CreateAlloca(type);
            own->setAlignment(alignment);
            a.replaceAllUsesWith(own);
            at.CreateMemCpy(own, alignment, &a, alignment, layout_.getTypeAllocSize(type));
        }
    }

    Argument& special(std::size_t n) const {
        return *part_->getArg(static_cast<unsigned>(kernel_.arg_size() + n));
    }

    // Indices are read from copies, whose address no memory of the kernel's can have: the optimiser keeps them in registers.
    void read_own_indices() {
        for (Instruction& i : make_early_inc_range(instructions(*part_))) {
            auto* const call = dyn_cast<IntrinsicInst>(&i);
            if (!call || call->getIntrinsicID() != Intrinsic::threadlocal_address) continue;
            for (unsigned n = 0; n < index_variables.size(); ++n)
                if (call->getArgOperand(0)->getName() == index_variables[n]) {
                    call->replaceAllUsesWith(&special(n));
                    call->eraseFromParent();
                    break;
                }
        }
    }

    bool inline_all(const SetVector<Function*>& callees) {
        for (bool more = !callees.empty(); more;) {
            more = false;
            for (Instruction& i : make_early_inc_range(instructions(*part_))) {
                auto* const call = dyn_cast<CallBase>(&i);
                if (!call || !callees.contains(call->getCalledFunction())) continue;
                InlineFunctionInfo how;
                if (!InlineFunction(*call, how, false, nullptr, false).isSuccess()) return false;
                more = true;
                break;  // blocks have changed
            }
        }
        read_own_indices();
        return true;
    }

    bool simplify() {
        for (Instruction& i : make_early_inc_range(instructions(*part_)))
            if (i.isLifetimeStartOrEnd()) i.eraseFromParent();
        analyses_.invalidate(*part_, SROAPass(SROAOptions::PreserveCFG).run(*part_, analyses_));
        return all_of(instructions(*part_), [](const Instruction& i) {
            const auto* place = dyn_cast<AllocaInst>(&i);
            return !place || place->isStaticAlloca();
        });
    }

    bool split() {
        std::vector<Instruction*> calls;
        for (Instruction& i : instructions(*part_)) {
            const auto place = barrier_at(i);
            if (!place) {
                const auto* call = dyn_cast<CallBase>(&i);
                if (call && waits_.may_wait(*call)) return false;
                made_.calls_functions |= call && !isa<IntrinsicInst>(call);
                continue;
            }
            if (is_contained(made_.barriers, *place))
                return false;  // two copies of one place are one barrier
            made_.barriers.push_back(*place);
            calls.push_back(&i);
        }
        for (Instruction* call : calls) {
            BasicBlock* const before = call->getParent();
            cuts_.push_back({before, SplitBlock(before, call->getNextNode())});
            call->eraseFromParent();
        }
        for (std::size_t k = 0; k < cuts_.size(); ++k)  // one block may have been cut several times
            cuts_[k].before = cuts_[k].after->getSinglePredecessor();
        return true;
    }

    // The blocks that a barrier of them leads to are looked at as if it were a jump.
    void find_crossing() {
        crossing_.resize(cuts_.size());
        std::map<const BasicBlock*, std::size_t> after;
        for (std::size_t k = 0; k < cuts_.size(); ++k) after[cuts_[k].after] = k;
        for (Instruction& i : instructions(*part_)) {
            if (isa<AllocaInst>(i)) continue;
            SmallPtrSet<BasicBlock*, 16> live;  // at the begin
            std::vector<BasicBlock*> open;
            const auto lives_in = [&](BasicBlock* b) {
                if (live.insert(b).second) open.push_back(b);
            };
            for (const Use& u : i.uses()) {
                auto* const user = cast<Instruction>(u.getUser());
                if (auto* const phi = dyn_cast<PHINode>(user)) {
                    if (phi->getIncomingBlock(u) != i.getParent())
                        lives_in(phi->getIncomingBlock(u));
                } else if (user->getParent() != i.getParent()) {
                    lives_in(user->getParent());
                }
            }
            while (!open.empty()) {
                BasicBlock* const b = open.back();
                open.pop_back();
                if (const auto k = after.find(b); k != after.end()) crossing_[k->second].insert(&i);
                for (BasicBlock* p : predecessors(b))
                    if (p != i.getParent()) lives_in(p);
            }
        }
    }

    // Does what is done in some of the blocks reach the barrier, and is it done again behind it?
    bool crosses(std::size_t k, const SmallPtrSetImpl<BasicBlock*>& uses) const {
        const auto meets = [&](BasicBlock* from, bool forwards) {
            SmallPtrSet<BasicBlock*, 16> seen;
            std::vector<BasicBlock*> open{from};
            while (!open.empty()) {
                BasicBlock* const b = open.back();
                open.pop_back();
                if (!seen.insert(b).second) continue;
                if (uses.contains(b)) return true;
                if (forwards)
                    open.insert(open.end(), succ_begin(b), succ_end(b));
                else
                    open.insert(open.end(), pred_begin(b), pred_end(b));
            }
            return false;
        };
        return meets(cuts_[k].before, false) && meets(cuts_[k].after, true);
    }

    struct kept_array {
        AllocaInst* place;
        std::vector<bool> at_barrier;
        std::uint64_t offset = 0;
    };

    // Blocks that use the variable; nothing when its address goes elsewhere.
    static bool uses_of(Value& pointer, SmallPtrSetImpl<BasicBlock*>& blocks) {
        return all_of(pointer.uses(), [&](const Use& u) {
            auto* const user = cast<Instruction>(u.getUser());
            blocks.insert(user->getParent());
            if (isa<GetElementPtrInst>(user)) return uses_of(*user, blocks);
            if (isa<LoadInst>(user) || isa<MemIntrinsic>(user)) return true;
            return isa<StoreInst>(user) && u.getOperandNo() == StoreInst::getPointerOperandIndex();
        });
    }

    std::uint64_t place_in_frame(std::uint64_t bytes, Align alignment) {
        most_aligned_ = std::max(most_aligned_, alignment);
        const std::uint64_t at = alignTo(made_.frame_bytes, alignment);
        made_.frame_bytes = at + bytes;
        return at;
    }

    void take_allocas() {
        begin_ = BasicBlock::Create(part_->getContext(), "begin", part_, &part_->getEntryBlock());
        first_ = begin_->getNextNode();
        IRBuilder<> at(begin_);
        Value* const frame = &special(index_variables.size() + 3);
        std::vector<AllocaInst*> places;
        for (Instruction& i : instructions(*part_))
            if (auto* const place = dyn_cast<AllocaInst>(&i)) places.push_back(place);
        for (AllocaInst* place : places) {
            const std::uint64_t bytes = *place->getAllocationSize(layout_);
            SmallPtrSet<BasicBlock*, 16> blocks;
            const bool seen = uses_of(*place, blocks);
            std::vector<bool> needed;
            for (std::size_t k = 0; k < cuts_.size(); ++k)
                needed.push_back(!seen || crosses(k, blocks));
            place->removeFromParent();
            if (is_contained(needed, true) && (!seen || bytes > largest_copy)) {
                Value* const kept = at.CreateConstInBoundsGEP1_64(
                    at.getInt8Ty(), frame, place_in_frame(bytes, place->getAlign()));
                place->replaceAllUsesWith(kept);
                place->deleteValue();
                continue;
            }
            at.Insert(place);
            if (is_contained(needed, true))
                arrays_.push_back({place, needed, place_in_frame(bytes, place->getAlign())});
        }
    }

    // What follows from parameters and indices, and may be computed at any time.
    bool is_derived(Value* v) {
        auto* const i = dyn_cast<Instruction>(v);
        if (!i || i->getParent() == begin_) return true;
        if (const auto known = derived_.find(i); known != derived_.end()) return known->second;
        derived_[i] = false;
        if (isa<PHINode>(i) || isa<AllocaInst>(i)) return false;
        if (const auto* load = dyn_cast<LoadInst>(i)) {
            const auto* from =
                dyn_cast<Argument>(load->getPointerOperand()->stripInBoundsConstantOffsets());
            if (!from || !load->isSimple()) return false;
            const unsigned n = from->getArgNo();
            if (!from->hasAttribute(Attribute::ReadOnly) &&
                (n < kernel_.arg_size() || n >= kernel_.arg_size() + index_variables.size()))
                return false;
        } else if (i->mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(i)) {
            return false;
        }
        return derived_[i] = all_of(i->operands(), [&](Value* o) { return is_derived(o); });
    }
    void move_to_begin(Value* v) {
        auto* const i = dyn_cast<Instruction>(v);
        if (!i || i->getParent() == begin_) return;
        for (Value* o : i->operands()) move_to_begin(o);
        i->moveBefore(*begin_, begin_->end());
    }

    bool settle_values() {
        SetVector<Instruction*> all;
        for (const auto& values : crossing_) all.insert(values.begin(), values.end());
        for (Instruction* i : all)
            if (is_derived(i)) {
                move_to_begin(i);
                for (auto& values : crossing_) values.remove(i);
            } else if (i->getType()->isTokenTy()) {
                return false;
            }
        IRBuilder<>(begin_).CreateBr(first_);
        find_alike();
        begin_->getTerminator()->eraseFromParent();
        std::vector<Type*> types;
        for (Instruction* i : all) {
            if (i->getParent() == begin_) continue;
            place_of_value place{alike_.contains(i), 0};
            if (place.of_block) {
                place.at = types.size();
                types.push_back(i->getType());
            } else {
                place.at = place_in_frame(layout_.getTypeAllocSize(i->getType()),
                                          layout_.getABITypeAlign(i->getType()));
            }
            places_[i] = place;
        }
        made_.of_block = StructType::get(part_->getContext(), types);
        return true;
    }

    void find_alike() {
        CycleInfo cycles;
        cycles.compute(*part_);
        const DominatorTree dominators(*part_);
        const TargetTransformInfo differences(thread_differences(layout_, special(0)));
        UniformityInfo all(dominators, cycles, &differences);
        all.compute();
        for (const auto& values : crossing_)
            for (Instruction* i : values)
                if (none_of(i->uses(), [&](const Use& u) { return all.isDivergentUse(u); }))
                    alike_.insert(i);
    }

    struct place_of_value {
        bool of_block;
        std::uint64_t at;  // field, or bytes in the frame
    };
    Value* pointer_to(IRBuilder<>& at, const place_of_value& place, bool after) {
        if (place.of_block)
            return at.CreateStructGEP(made_.of_block, &special(index_variables.size() + after),
                                      static_cast<unsigned>(place.at));
        return at.CreateConstInBoundsGEP1_64(at.getInt8Ty(), &special(index_variables.size() + 3),
                                             place.at);
    }

    void finish() {
        LLVMContext& c = part_->getContext();
        IRBuilder<> at(begin_);
        SwitchInst* const ways = at.CreateSwitch(&special(index_variables.size() + 2), first_);
        std::map<Instruction*, std::vector<LoadInst*>> loads;
        for (std::size_t k = 0; k < cuts_.size(); ++k) {
            const auto [before, after] = cuts_[k];
            before->getTerminator()->eraseFromParent();
            ReturnInst::Create(c, at.getInt32(static_cast<unsigned>(k + 1)), before);
            ways->addCase(at.getInt32(static_cast<unsigned>(k + 1)), after);
            IRBuilder<> in(after, after->getFirstInsertionPt());
            for (Instruction* i : crossing_[k])
                loads[i].push_back(
                    in.CreateLoad(i->getType(), pointer_to(in, places_.at(i), false)));
            move_arrays(k);
        }
        for (auto& [i, loaded] : loads) rewrite_uses(*i, loaded);
        made_.frame_bytes = alignTo(made_.frame_bytes, most_aligned_);
        made_.f = part_;
        analyses_.clear(*part_, part_->getName());
    }

    void move_arrays(std::size_t k) {
        for (const kept_array& a : arrays_) {
            if (!a.at_barrier[k]) continue;
            const std::uint64_t bytes = *a.place->getAllocationSize(layout_);
            const auto copy = [&](Instruction* where, bool out) {
                IRBuilder<> at(where);
                Value* const kept = pointer_to(at, {false, a.offset}, false);
                const Align alignment = a.place->getAlign();
                at.CreateMemCpy(out ? kept : a.place, alignment, out ? a.place : kept, alignment,
                                bytes);
            };
            copy(cuts_[k].before->getTerminator(), true);
            copy(&*cuts_[k].after->getFirstInsertionPt(), false);
        }
    }

    void rewrite_uses(Instruction& i, const std::vector<LoadInst*>& loaded) {
        SSAUpdater values;
        values.Initialize(i.getType(), i.getName());
        values.AddAvailableValue(i.getParent(), &i);
        std::map<BasicBlock*, LoadInst*> of_block;
        for (LoadInst* l : loaded) {
            values.AddAvailableValue(l->getParent(), l);
            of_block[l->getParent()] = l;
        }
        for (Use& u : make_early_inc_range(i.uses())) {
            auto* const user = cast<Instruction>(u.getUser());
            if (isa<PHINode>(user)) {
                values.RewriteUse(u);
            } else if (const auto l = of_block.find(user->getParent()); l != of_block.end()) {
                u.set(l->second);
            } else if (user->getParent() != i.getParent()) {
                values.RewriteUse(u);
            }
        }
        for (std::size_t k = 0; k < cuts_.size(); ++k) {
            if (!crossing_[k].contains(&i)) continue;
            IRBuilder<> at(cuts_[k].before->getTerminator());
            at.CreateStore(values.GetValueAtEndOfBlock(cuts_[k].before),
                           pointer_to(at, places_.at(&i), true));
        }
    }

    Function& kernel_;
    waiting& waits_;
    FunctionAnalysisManager& analyses_;
    const DataLayout& layout_;
    Function* part_ = nullptr;
    BasicBlock *begin_ = nullptr, *first_ = nullptr;
    kernel_part made_;
    Align most_aligned_{16};
    std::vector<cut_place> cuts_;
    std::vector<SetVector<Instruction*>> crossing_;  // by barrier
    std::vector<kept_array> arrays_;
    std::map<Instruction*, bool> derived_;
    SmallPtrSet<Instruction*, 16> alike_;
    std::map<Instruction*, place_of_value> places_;
};

}  // namespace

std::optional<kernel_part> cut_at_barriers(Function& kernel, waiting& waits,
                                           FunctionAnalysisManager& analyses) {
    return part_maker(kernel, waits, analyses).make();
}

}  // namespace tileproof::passes
