// SPDX-License-Identifier: MIT
#include "compiler/passes/checks.hpp"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "compiler/passes/accesses.hpp"
#include "compiler/passes/alignment.hpp"
#include "compiler/passes/kernels.hpp"
#include "compiler/passes/local_arrays.hpp"
#include "compiler/passes/marked_variables.hpp"
#include "compiler/passes/occasions.hpp"
#include "compiler/passes/reached_code.hpp"
#include "compiler/passes/site_table.hpp"
#include "compiler/passes/told_values.hpp"
#include "compiler/passes/unset_variables.hpp"
#include "compiler/passes/vector_elements.hpp"
#include "compiler/passes/wave_locks.hpp"

namespace tileproof::passes {

using namespace llvm;

namespace {

bool accesses_carry_types(const Module& m) {
    return any_of(m, [](const Function& f) {
        return any_of(instructions(f),
                      [](const Instruction& i) { return i.hasMetadata(LLVMContext::MD_tbaa); });
    });
}

// Before a call of a library's function: who calls.
void tell_caller(Function& f, site_table& sites, GlobalVariable& caller) {
    for (Instruction& i : instructions(f))
        if (const auto* const call = dyn_cast<CallBase>(&i))
            if (const Function* const callee = call->getCalledFunction();
                callee && !callee->isDeclaration() && is_of_library(*callee))
                IRBuilder<>(&i).CreateStore(sites.of(i), &caller);
}

// No other object file's copy, which may not be instrumented, takes the place of this one. In a program of several files
// a weak definition, an explicit instantiation for instance, is the only one, and variables are one for all files.
void make_local(Module& m, bool whole_program, const SmallPtrSetImpl<const GlobalValue*>& marked) {
    for (GlobalValue& v : m.global_values()) {
        auto* const object = dyn_cast<GlobalObject>(&v);
        if (whole_program && !isa<Function>(v) && !marked.contains(&v)) continue;
        const bool changes =
            v.hasLinkOnceLinkage() || (!whole_program && v.hasWeakLinkage() && !v.isDeclaration());
        if (changes) {
            v.setVisibility(GlobalValue::DefaultVisibility);
            v.setLinkage(GlobalValue::InternalLinkage);
        }
        if (object && (changes || !whole_program)) object->setComdat(nullptr);
    }
}

// The runtime reads the module's tables when its object file is loaded (devices/cpu_checked/module.hpp).
void register_tables(Module& m, site_table& sites, const marked_variables& variables,
                     reached_code& code) {
    IRBuilder<> at(m.getContext());
    const FunctionCallee registers = sites.runtime("register", at.getVoidTy(), {at.getPtrTy()});
    const std::size_t count = sites.count();
    GlobalVariable* const table = sites.finish();
    std::vector<Constant*> members{table, at.getInt64(count), variables.table,
                                   at.getInt64(variables.all.size())};
    append_range(members, code.finish());
    Constant* const all = ConstantStruct::getAnon(members);
    auto* const tables = new GlobalVariable(m, all->getType(), false, GlobalValue::InternalLinkage,
                                            all, "tileproof.module");
    Function* const f = Function::Create(FunctionType::get(at.getVoidTy(), false),
                                         GlobalValue::InternalLinkage, "tileproof.module_ctor", m);
    at.SetInsertPoint(BasicBlock::Create(m.getContext(), "", f));
    at.CreateCall(registers, tables);
    at.CreateRetVoid();
    appendToGlobalCtors(m, f, 0);
}

}  // namespace

PreservedAnalyses prepare_checks::run(Module& m, ModuleAnalysisManager&) {
    const bool typed = accesses_carry_types(m);
    for (Function& f : m) {
        if (f.isDeclaration()) continue;
        access_vector_elements_alone(f);
        if (typed) ignore_bit_field_loads(f);
        if (is_of_device(f) && !f.hasFnAttribute(Attribute::NoInline) && !f.hasOptNone())
            f.addFnAttr(Attribute::AlwaysInline);
        // More than usual, because checks count as calls, and can be dropped once a parameter is known to be a local variable.
        f.addFnAttr("function-inline-threshold", "1500");
    }
    tell_occasions(m);
    return PreservedAnalyses::none();
}

PreservedAnalyses add_checks::run(Module& m, ModuleAnalysisManager&) {
    site_table sites(m);
    std::vector<Function*> checked;
    for (Function& f : m)
        if (is_checked(f)) checked.push_back(&f);
    const std::vector<Function*> kernels = kernels_of(m);
    const marked_variables variables = separate_variables(m, sites);
    SmallPtrSet<const GlobalValue*, 16> marked;
    marked.insert(variables.all.begin(), variables.all.end());
    auto& caller = *cast<GlobalVariable>(
        m.getOrInsertGlobal("tileproof_checked_caller", PointerType::getUnqual(m.getContext())));
    reached_code code(m, sites);
    tell_wave_locks(checked, sites);
    code.tell(kernels);
    std::vector<Function*> of_users;
    for (Function* const f : checked)
        if (!is_of_library(*f)) of_users.push_back(f);
    follow_unset_variables(of_users, sites);
    for (Function* const f : checked) {
        tell_faults(*f, sites);
        tell_accesses(*f, sites);
        if (!is_of_library(*f)) tell_caller(*f, sites, caller);
    }
    tell_values(m, sites, kernels);
    guard_local_arrays(of_users, sites);
    make_local(m, whole_program_, marked);
    ask_for_dwords_only(m);
    register_tables(m, sites, variables, code);
    stripNonLineTableDebugInfo(m);
    return PreservedAnalyses::none();
}

using namespace llvm;

namespace {

// Is this address, or one that is made of it, loaded from or stored to?
bool is_accessed(const Value& address, int depth = 0) {
    return any_of(address.users(), [&](const User* u) {
        if (isa<GetElementPtrInst>(u)) return depth < 8 && is_accessed(*u, depth + 1);
        if (const auto* store = dyn_cast<StoreInst>(u))
            return store->getPointerOperand() == &address;
        return isa<LoadInst>(u) || isa<AtomicRMWInst>(u) || isa<AtomicCmpXchgInst>(u) ||
               isa<MemIntrinsic>(u);
    });
}

// malloc and free, and the operators new and delete by their mangled names.
bool allocates(StringRef function) {
    static const StringSet<> all{"malloc",
                                 "_Znwm",
                                 "_Znam",
                                 "_ZnwmRKSt9nothrow_t",
                                 "_ZnamRKSt9nothrow_t",
                                 "_ZnwmSt11align_val_t",
                                 "_ZnamSt11align_val_t",
                                 "free",
                                 "_ZdlPv",
                                 "_ZdaPv",
                                 "_ZdlPvm",
                                 "_ZdaPvm",
                                 "_ZdlPvSt11align_val_t",
                                 "_ZdaPvSt11align_val_t",
                                 "_ZdlPvmSt11align_val_t",
                                 "_ZdaPvmSt11align_val_t"};
    return all.contains(function);
}

class fault_teller {
  public:
    fault_teller(Function& f, site_table& sites) : sites_(sites), c_(f.getContext()) {}

    void tell(Instruction& i) {
        at_.SetInsertPoint(&i);
        at_.SetCurrentDebugLocation(i.getDebugLoc());
        if (i.isIntDivRem()) {
            Value* const divisor = i.getOperand(1);
            if (divisor->getType()->isIntegerTy() && !isa<Constant>(divisor) && !is_of_engine(i))
                tell_when(at_.CreateIsNull(divisor), i, 0);
        } else if (auto* const call = dyn_cast<CallBase>(&i)) {
            if (call->isIndirectCall() && !is_of_engine(i))
                return tell_when(at_.CreateIsNull(call->getCalledOperand()), i, 1);
            const Function* const callee = call->getCalledFunction();
            if (!callee) return;
            if (callee->getName().starts_with("__ubsan_handle_out_of_bounds"))
                return tell_overrun(*call);
            if (callee->getName() == "__assert_fail")
                tell_end(i, call->getArgOperand(0));
            else if (callee->getName() == "abort" || callee->getIntrinsicID() == Intrinsic::trap)
                tell_end(i, ConstantPointerNull::get(at_.getPtrTy()));
            else if (allocates(callee->getName()) && !is_of_engine(i))
                allocate(*call);
        }
    }

  private:
    void tell_when(Value* fault, Instruction& i, unsigned kind) {
        Instruction* const then = SplitBlockAndInsertIfThen(
            fault, i.getIterator(), false, MDBuilder(c_).createUnlikelyBranchWeights());
        at_.SetInsertPoint(then);
        tell(i, kind);
    }
    void tell(const Instruction& i, unsigned kind) {
        at_.CreateCall(sites_.runtime("fault", at_.getVoidTy(), {at_.getInt32Ty(), at_.getPtrTy()}),
                       {at_.getInt32(kind), sites_.of(i)});
    }

    void tell_end(const Instruction& i, Value* assertion) {
        at_.CreateCall(sites_.runtime("end", at_.getVoidTy(), {at_.getPtrTy(), at_.getPtrTy()}),
                       {assertion, sites_.of(i)});
    }

    // clang has the handler in a block of its own, which goes on to where the address is computed:
    //   %index = sext i32 %9 to i64
    //   %address = getelementptr inbounds [8 x float], ptr %2, i64 0, i64 %index
    // It is computed in front of the call as well, and the runtime is told whether an access follows there.
    void tell_overrun(CallBase& handler) {
        Value* address = ConstantPointerNull::get(at_.getPtrTy());
        bool used = true;
        if (const auto* const next = dyn_cast<BranchInst>(handler.getParent()->getTerminator());
            next && next->isUnconditional()) {
            SmallDenseMap<const Value*, Value*, 4> copies;
            for (const Instruction& i : *next->getSuccessor(0)) {
                if (!isa<SExtInst>(i) && !isa<ZExtInst>(i) && !isa<GetElementPtrInst>(i)) break;
                Instruction* const copy = i.clone();
                for (Use& u : copy->operands())
                    if (Value* const known = copies.lookup(u)) u = known;
                at_.Insert(copy, "outside");
                copies[&i] = copy;
                if (auto* const part = dyn_cast<GetElementPtrInst>(copy)) {
                    part->setNoWrapFlags(GEPNoWrapFlags::none());  // it is not in bounds
                    address = part;
                    used = is_accessed(i);
                    break;
                }
            }
        }
        const FunctionCallee f = sites_.runtime(
            "index_outside", at_.getVoidTy(),
            {at_.getPtrTy(), at_.getInt64Ty(), at_.getPtrTy(), at_.getInt32Ty(), at_.getPtrTy()});
        at_.CreateCall(f, {handler.getArgOperand(0), handler.getArgOperand(1), address,
                           at_.getInt32(used), sites_.of(handler)});
        handler.eraseFromParent();
    }

    // The same call of the runtime's function, which also gets the site.
    void allocate(CallBase& call) {
        std::vector<Value*> arguments(call.arg_begin(), call.arg_end());
        arguments.push_back(sites_.of(call));
        std::vector<Type*> types;
        for (const Value* const v : arguments) types.push_back(v->getType());
        const FunctionCallee f =
            sites_.runtime(call.getCalledFunction()->getName(), call.getType(), types);
        CallBase* made = nullptr;
        if (auto* const invoke = dyn_cast<InvokeInst>(&call))
            made = at_.CreateInvoke(f, invoke->getNormalDest(), invoke->getUnwindDest(), arguments);
        else
            made = at_.CreateCall(f, arguments);
        made->setAttributes(call.getAttributes().removeFnAttributes(c_));
        made->takeName(&call);
        call.replaceAllUsesWith(made);
        call.eraseFromParent();
    }

    site_table& sites_;
    LLVMContext& c_;
    IRBuilder<> at_{c_};
};

}  // namespace

void tell_faults(Function& f, site_table& sites) {
    std::vector<Instruction*> all;
    for (Instruction& i : instructions(f))
        if (i.isIntDivRem() || isa<CallBase>(i)) all.push_back(&i);
    fault_teller teller(f, sites);
    for (Instruction* const i : all) teller.tell(*i);
}

}  // namespace tileproof::passes
