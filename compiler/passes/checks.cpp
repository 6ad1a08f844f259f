// SPDX-License-Identifier: MIT
#include "compiler/passes/checks.hpp"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "compiler/passes/accesses.hpp"
#include "compiler/passes/alignment.hpp"
#include "compiler/passes/faults.hpp"
#include "compiler/passes/kernels.hpp"
#include "compiler/passes/marked_variables.hpp"
#include "compiler/passes/occasions.hpp"
#include "compiler/passes/source_places.hpp"
#include "compiler/passes/told_values.hpp"
#include "compiler/passes/unset_variables.hpp"
#include "compiler/passes/vector_elements.hpp"

namespace tileproof::passes {

using namespace llvm;

namespace {

bool accesses_carry_types(const Module& m) {
    return any_of(m, [](const Function& f) {
        return any_of(instructions(f),
                      [](const Instruction& i) { return i.hasMetadata(LLVMContext::MD_tbaa); });
    });
}

// What a launch passes to its kernel is the host's. clang loses disable_sanitizer_instrumentation at a lambda, so the
// translation of launches marks it in another way.
void leave_launches_alone(Module& m) {
    for (const annotation& a : marks_of(m))
        if (auto* const f = dyn_cast<Function>(a.marked); f && a.text == "tileproof_launch")
            f->addFnAttr(Attribute::DisableSanitizerInstrumentation);
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
void register_tables(Module& m, site_table& sites, const marked_variables& variables) {
    IRBuilder<> at(m.getContext());
    const FunctionCallee registers = sites.runtime("register", at.getVoidTy(), {at.getPtrTy()});
    const std::size_t count = sites.count();
    GlobalVariable* const table = sites.finish();
    Constant* const all = ConstantStruct::getAnon(
        {table, at.getInt64(count), variables.table, at.getInt64(variables.all.size())});
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
    leave_launches_alone(m);
    const bool typed = accesses_carry_types(m);
    for (Function& f : m) {
        if (f.isDeclaration()) continue;
        access_vector_elements_alone(f);
        if (typed) ignore_bit_field_loads(f);
        if (is_of_device(f) && !f.hasFnAttribute(Attribute::NoInline) && !f.hasOptNone())
            f.addFnAttr(Attribute::AlwaysInline);
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
    for (Function* const f : checked) {
        const bool of_user = !is_of_library(*f);
        if (of_user) follow_unset_variables(*f, sites);
        tell_faults(*f, sites);
        tell_accesses(*f, sites);
        if (of_user) tell_caller(*f, sites, caller);
    }
    tell_values(m, sites, kernels);
    make_local(m, whole_program_, marked);
    ask_for_dwords_only(m);
    register_tables(m, sites, variables);
    stripNonLineTableDebugInfo(m);
    return PreservedAnalyses::none();
}

}  // namespace tileproof::passes
