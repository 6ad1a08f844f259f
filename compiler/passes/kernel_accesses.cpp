// SPDX-License-Identifier: MIT
#include "compiler/passes/kernel_accesses.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/ProfileSummaryInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Transforms/IPO/Inliner.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include "compiler/passes/accesses.hpp"
#include "compiler/passes/kernel_intervals.hpp"
#include "compiler/passes/kernel_values.hpp"
#include "compiler/passes/kernels.hpp"
#include "compiler/passes/site_table.hpp"

namespace tileproof::passes {

using namespace llvm;
using json::Array;
using json::Object;

namespace {

struct all_inlined : PassInfoMixin<all_inlined> {
    PreservedAnalyses run(Module& m, ModuleAnalysisManager&) {
        for (Function& f : m) {
            if (f.isDeclaration()) continue;
            f.removeFnAttr(Attribute::NoInline);
            f.removeFnAttr(Attribute::OptimizeNone);
            if (f.getCallingConv() != CallingConv::AMDGPU_KERNEL)
                f.addFnAttr(Attribute::AlwaysInline);
        }
        return PreservedAnalyses::none();
    }
};

// What is not a variable of the thread stays, though nobody may use what is loaded.
struct accesses_kept : PassInfoMixin<accesses_kept> {
    PreservedAnalyses run(Function& f, FunctionAnalysisManager&) {
        for (Instruction& i : instructions(f)) {
            auto* const load = dyn_cast<LoadInst>(&i);
            auto* const store = dyn_cast<StoreInst>(&i);
            const Value* const base =
                load || store ? getUnderlyingObject(getLoadStorePointerOperand(&i)) : nullptr;
            if (!base || isa<AllocaInst>(base) || (load && index_at(*load))) continue;
            if (const auto* const a = dyn_cast<Argument>(base); a && a->hasByRefAttr()) continue;
            load ? load->setVolatile(true) : store->setVolatile(true);
        }
        return PreservedAnalyses::all();
    }
};

// What lanes of a wave exchange is in memory of the engine.
bool is_of_exchange(const Instruction& i) {
    return i.getDebugLoc() && i.getDebugLoc()->getFilename().ends_with("/tileproof_hip/wave.h");
}

// Of the engine: they touch no memory of the kernel, and whom they make wait is not taken into account.
bool is_harmless(StringRef name) {
    if (name == "tileproof_is_checked") return true;
    if (!name.starts_with("_ZN9tileproof10cpu_engine")) return false;
    for (const StringRef word :
         {"16exchange_in_wave", "9sync_wave", "11absent_lane", "10might_poll"})
        if (name.contains(word)) return true;
    return false;
}

// Other blocks see it as one operation.
bool is_atomic(const Instruction& i, bool shared) {
    const auto scope = getAtomicSyncScopeID(&i);
    if (!scope) return false;
    if (shared) return *scope != SyncScope::SingleThread;
    SmallVector<StringRef> names;
    i.getContext().getSyncScopeNames(names);
    return is_contained({"", "agent", "agent-one-as", "one-as"}, names[*scope]);
}

class kernel_reader {
  public:
    explicit kernel_reader(Function& f)
        : f_(f),
          tree_(f),
          loops_(tree_),
          uniform_(f, tree_, loops_),
          values_(f, tree_, loops_, uniform_) {}

    Object read() {
        const ReversePostOrderTraversal<const Function*> order(&f_);
        if (containsIrreducibleCFG<const BasicBlock*>(order, loops_))
            give_up("its jumps make no loops");
        for (Instruction& i : instructions(f_)) read(i);
        Array accesses;
        for (auto& [i, access] : accesses_) accesses.push_back(std::move(access));
        Array blocks = values_.blocks();
        return Object{{"name", name_of_kernel(f_.getName())}, {"accesses", std::move(accesses)},
                      {"never", std::move(never_)},           {"intervals", intervals()},
                      {"blocks", std::move(blocks)},          {"nodes", values_.nodes()},
                      {"unknown", std::move(unknown_)}};
    }

  private:
    Object place(const Instruction& i) {
        const source_place at = place_of(i.getDebugLoc());
        return Object{
            {"block", values_.block(i.getParent())}, {"file", at.file}, {"line", at.line}};
    }

    void give_up(const Twine& why, const Instruction* i = nullptr) {
        const source_place at = i ? place_of(i->getDebugLoc()) : source_place{};
        unknown_.push_back(Object{{"why", why.str()}, {"file", at.file}, {"line", at.line}});
    }

    void read(Instruction& i) {
        if (is_of_exchange(i) && !isa<CallInst>(i)) return;
        if (is_block_barrier(i)) {
            if (!uniform_.is_uniform(i.getParent()))
                give_up("whether a thread comes to the barrier depends on more than its block", &i);
        } else if (auto* const load = dyn_cast<LoadInst>(&i)) {
            if (!index_at(*load)) access(i, load->getPointerOperand(), load->getType(), "load");
        } else if (auto* const store = dyn_cast<StoreInst>(&i)) {
            access(i, store->getPointerOperand(), store->getValueOperand()->getType(), "store");
        } else if (auto* const change = dyn_cast<AtomicRMWInst>(&i)) {
            access(i, change->getPointerOperand(), change->getType(), "store");
        } else if (auto* const swap = dyn_cast<AtomicCmpXchgInst>(&i)) {
            access(i, swap->getPointerOperand(), swap->getNewValOperand()->getType(), "store");
        } else if (auto* const call = dyn_cast<CallBase>(&i)) {
            read_call(*call);
        } else if (i.mayReadOrWriteMemory() && !isa<FenceInst>(i)) {
            give_up(Twine("the instruction ") + i.getOpcodeName() + " is not known", &i);
        }
    }

    void access(Instruction& i, Value* pointer, Type* type, StringRef kind) {
        access(i, pointer, f_.getParent()->getDataLayout().getTypeStoreSize(type), kind);
    }

    void access(Instruction& i, Value* pointer, TypeSize bytes, StringRef kind) {
        kernel_address a = values_.address(pointer);
        const StringRef base = *a.base.getString("kind");
        if (base == "parameter" || base == "constant") return;
        if (base == "local" && (!i.getDebugLoc() || is_of_engine(i))) return;
        if (base == "variable" && a.base.getString("name")->contains("10cpu_engine")) return;
        const bool shared = base == "shared";
        Object o = place(i);
        o["kind"] = kind;
        o["bytes"] = static_cast<std::int64_t>(bytes.getKnownMinValue());
        o["atomic"] = is_atomic(i, shared);
        o["base"] = std::move(a.base);
        o["at"] = a.at;
        accesses_.emplace_back(&i, std::move(o));
        accessing_.insert(&i);
    }

    void read_call(CallBase& call) {
        const Function* const f = call.getCalledFunction();
        if (auto* const moved = dyn_cast<MemIntrinsic>(&call)) {
            if (is_of_exchange(call)) return;
            const auto* const length = dyn_cast<ConstantInt>(moved->getLength());
            if (!length) return give_up("the length of a copy is not a number", &call);
            const TypeSize bytes = TypeSize::getFixed(length->getZExtValue());
            if (auto* const copy = dyn_cast<MemTransferInst>(moved))
                access(call, copy->getRawSource(), bytes, "load");
            return access(call, moved->getRawDest(), bytes, "store");
        }
        if (isa<IntrinsicInst>(call) &&
            (call.doesNotAccessMemory() || call.isLifetimeStartOrEnd() ||
             call.onlyAccessesInaccessibleMemory()) &&
            !call.doesNotReturn())
            return;
        if (!f) return give_up("a function is called by its address", &call);
        const StringRef name = f->getName();
        if (name.starts_with("__ubsan_handle_out_of_bounds"))
            return never(call, "an index is beyond its array");
        if (name == "__assert_fail") return never(call, "an assertion fails");
        if (name.ends_with("refuse_beyond_boundsEmm"))
            return never(call, "a block has more threads than __launch_bounds__ allow");
        if (is_harmless(name)) return;
        if (const auto results = results_of(name)) {
            for (unsigned a = results->first; a <= results->last; ++a)
                access(call, call.getArgOperand(a), TypeSize::getFixed(results->bytes), "store");
            return;
        }
        // Mathematics.
        const bool of_c =
            !f->isIntrinsic() && !name.starts_with("_Z") && !name.starts_with("tileproof");
        if (of_c && f->getReturnType()->isFloatingPointTy() &&
            none_of(call.args(), [](const Use& a) { return a->getType()->isPointerTy(); }))
            return;
        give_up("it calls " + demangled(name), &call);
    }

    void never(CallBase& call, StringRef what) {
        Object o = place(call);
        o["what"] = what;
        never_.push_back(std::move(o));
    }

    Array intervals() {
        constexpr StringLiteral names[] = {"same", "first", "some"};
        Array all;
        for (const auto& one : intervals_of(
                 f_, loops_, [&](const Instruction& i) { return accessing_.contains(&i); })) {
            Array list;
            for (const instruction_in_interval& i : one) {
                Array where;
                for (const auto& [l, n] : i.where)
                    where.push_back(Array{values_.loop(l), names[n.what], n.more});
                for (std::size_t n = 0; n < accesses_.size(); ++n)
                    if (accesses_[n].first == i.what)
                        list.push_back(Object{{"access", n}, {"loops", Array(where)}});
            }
            all.push_back(std::move(list));
        }
        return all;
    }

    Function& f_;
    DominatorTree tree_;
    LoopInfo loops_;
    uniform_values uniform_;
    kernel_values values_;
    std::vector<std::pair<const Instruction*, Object>> accesses_;
    std::set<const Instruction*> accessing_;
    Array never_, unknown_;
};

}  // namespace

void add_steps_before_accesses(ModulePassManager& passes) {
    passes.addPass(all_inlined());
    CGSCCPassManager from_below;
    from_below.addPass(InlinerPass(/*OnlyMandatory=*/true));
    from_below.addPass(createCGSCCToFunctionPassAdaptor(SROAPass(SROAOptions::ModifyCFG)));
    passes.addPass(RequireAnalysisPass<ProfileSummaryAnalysis, Module>());
    passes.addPass(createModuleToPostOrderCGSCCPassAdaptor(std::move(from_below)));
    FunctionPassManager simplify;
    simplify.addPass(accesses_kept());
    const auto fold = [&] {
        simplify.addPass(EarlyCSEPass());
        simplify.addPass(SimplifyCFGPass());
        simplify.addPass(SROAPass(SROAOptions::ModifyCFG));
    };
    fold();
    // Short loops over dims: then each index of a local array is a number, and the array goes. What it held decides branches.
    simplify.addPass(LoopUnrollPass(LoopUnrollOptions(2)
                                        .setPartial(false)
                                        .setPeeling(false)
                                        .setRuntime(false)
                                        .setUpperBound(false)
                                        .setFullUnrollMaxCount(16)));
    fold();
    fold();
    simplify.addPass(LoopSimplifyPass());
    simplify.addPass(LCSSAPass());
    passes.addPass(createModuleToFunctionPassAdaptor(std::move(simplify)));
}

PreservedAnalyses kernel_accesses::run(Module& m, ModuleAnalysisManager&) {
    Array kernels;
    for (Function& f : m)
        if (!f.isDeclaration() && f.getCallingConv() == CallingConv::AMDGPU_KERNEL)
            kernels.push_back(kernel_reader(f).read());
    std::error_code error;
    raw_fd_ostream out(file_, error);
    if (error)
        m.getContext().emitError("The accesses of kernels cannot be written to " + file_ + ": " +
                                 error.message());
    else
        out << json::Value(Object{{"kernels", std::move(kernels)}}) << "\n";
    for (Function& f : m) f.deleteBody();  // what follows has nothing to do
    return PreservedAnalyses::none();
}

}  // namespace tileproof::passes
