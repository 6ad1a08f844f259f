// SPDX-License-Identifier: MIT
// What clang and opt load. The passes run on the code as the front end makes it:
//
//   clang++-19 -O2 -fpass-plugin=tileproof-passes.so                                          for the device cpu
//   clang++-19 -O2 -fplugin=tileproof-passes.so -fpass-plugin=tileproof-passes.so \
//              -mllvm -tileproof-checked                                                      for cpu-checked
//
// -fplugin makes the options known. opt-19 -load-pass-plugin=tileproof-passes.so -passes=thread-loops runs one of them.
#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/ProfileSummaryInfo.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/Inliner.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/IndVarSimplify.h>
#include <llvm/Transforms/Scalar/LoopDeletion.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include "compiler/passes/checks.hpp"
#include "compiler/passes/device_code.hpp"
#include "compiler/passes/double_for_float.hpp"
#include "compiler/passes/hip_halves.hpp"
#include "compiler/passes/kernel_accesses.hpp"
#include "compiler/passes/load_time.hpp"
#include "compiler/passes/local_arrays.hpp"
#include "compiler/passes/needless_checks.hpp"
#include "compiler/passes/polls.hpp"
#include "compiler/passes/site_table.hpp"
#include "compiler/passes/thread_loops.hpp"
#include "compiler/passes/told_values.hpp"
#include "compiler/passes/tried_changes.hpp"
#include "compiler/passes/unset_variables.hpp"
#include "compiler/passes/vector_elements.hpp"

namespace {

using namespace llvm;
using namespace tileproof::passes;

cl::opt<bool> for_checks("tileproof-checked", cl::desc("for the device cpu-checked"));
cl::opt<bool> to_try("tileproof-changes", cl::desc("with changes to try"));
cl::opt<bool> of_program("tileproof-whole-program", cl::desc("one of several files of a program"));
cl::opt<bool> of_tests("tileproof-declares-tests",
                       cl::desc("do not optimise what runs while the file is loaded"));
cl::opt<std::string> device_half("tileproof-device",
                                 cl::desc("bitcode of the device's half of a HIP source"));
cl::opt<std::string> accesses("tileproof-accesses",
                              cl::desc("a file to write: what kernels access, for a prover"));
cl::opt<std::string> source("tileproof-source", cl::desc("the user's file, for errors"));
cl::opt<bool> on_stacks("tileproof-stacks",
                        cl::desc("no loops: each thread on a stack of its own"));
cl::opt<bool> in_double("tileproof-double", cl::desc("computes in double for float"));
cl::opt<bool> shares_functions("tileproof-rdc", cl::desc("other files may call its functions"));
cl::opt<bool> keep_places("tileproof-keep-places",
                          cl::desc("keep debug information on the device cpu, too"));

// LLVM inlines all that must be inlined in one step, before it simplifies anything: a layout made of templates, each of which calls
// the next, becomes a hundred times the code that is left of it. So each function is simplified before its callers take it in. Of
// kernels/copy/make_copy.cpp on cpu: 11 s in place of 76.
void inline_from_below(ModulePassManager& passes) {
    LoopPassManager loops;
    loops.addPass(LoopRotatePass());
    loops.addPass(IndVarSimplifyPass());
    loops.addPass(LoopDeletionPass());
    loops.addPass(LoopFullUnrollPass());
    FunctionPassManager simplify;
    simplify.addPass(SROAPass(SROAOptions::ModifyCFG));
    simplify.addPass(EarlyCSEPass());
    simplify.addPass(InstCombinePass());
    simplify.addPass(SimplifyCFGPass());
    simplify.addPass(createFunctionToLoopPassAdaptor(std::move(loops)));
    simplify.addPass(SROAPass(SROAOptions::ModifyCFG));
    CGSCCPassManager from_below;
    from_below.addPass(InlinerPass(/*OnlyMandatory=*/true));
    from_below.addPass(createCGSCCToFunctionPassAdaptor(std::move(simplify)));
    passes.addPass(RequireAnalysisPass<ProfileSummaryAnalysis, Module>());
    passes.addPass(createModuleToPostOrderCGSCCPassAdaptor(std::move(from_below)));
}

void add_passes(ModulePassManager& passes, OptimizationLevel level) {
    if (accesses.getNumOccurrences() > 0) {
        add_steps_before_accesses(passes);
        passes.addPass(kernel_accesses(accesses));
        return;
    }
    if (device_half.getNumOccurrences() > 0)
        passes.addPass(hip_halves(device_half, source,
                                  for_checks ? retarget_for::cpu_checked : retarget_for::cpu,
                                  for_checks || to_try || keep_places, shares_functions));
    passes.addPass(device_code(for_checks ? retarget_for::cpu_checked : retarget_for::cpu,
                               for_checks || to_try));
    if (for_checks) {
        if (to_try) passes.addPass(tried_changes(/*keeps_places=*/true));
        passes.addPass(prepare_checks());
        passes.addPass(AlwaysInlinerPass(false));
        passes.addPass(add_checks(of_program));
        if (of_tests) passes.addPass(load_time());
    } else if (level != OptimizationLevel::O0) {
        if (to_try) passes.addPass(tried_changes());
        passes.addPass(polls());
        if (!on_stacks) passes.addPass(thread_loops());
        passes.addPass(load_time());
        inline_from_below(passes);
    }
}

// After each step that inlines and simplifies.
void drop_checks(FunctionPassManager& passes, OptimizationLevel) {
    if (for_checks) passes.addPass(drop_needless_checks());
}

// Once variables are values.
void widen(FunctionPassManager& passes, OptimizationLevel) {
    if (in_double) passes.addPass(double_for_float());
}

// One step of the checks alone.
template <class Step>
struct step_alone : PassInfoMixin<step_alone<Step>> {
    explicit step_alone(Step s) : step(s) {}
    PreservedAnalyses run(Module& m, ModuleAnalysisManager&) {
        site_table sites(m);
        std::vector<Function*> checked;
        for (Function& f : m)
            if (is_checked(f)) checked.push_back(&f);
        step(ArrayRef<Function*>(checked), sites);
        sites.finish();
        return PreservedAnalyses::none();
    }
    Step step;
};

bool add_pass(StringRef name, ModulePassManager& passes, ArrayRef<PassBuilder::PipelineElement>) {
    const auto add = [&](StringRef known, auto pass) {
        if (name != known) return false;
        passes.addPass(std::move(pass));
        return true;
    };
    if (StringRef file = name; file.consume_front("hip-halves<") && file.consume_back(">"))
        return passes.addPass(hip_halves(file.str(), "", retarget_for::cpu, true, false)), true;
    return add("device-code", device_code(retarget_for::cpu, true)) ||
           add("device-code<checked>", device_code(retarget_for::cpu_checked, true)) ||
           add("thread-loops", thread_loops()) || add("polls", polls()) ||
           add("kernel-accesses", kernel_accesses("-")) || add("load-time", load_time()) ||
           add("tried-changes", tried_changes()) || add("prepare-checks", prepare_checks()) ||
           add("add-checks", add_checks(false)) ||
           add("add-checks<whole-program>", add_checks(true)) ||
           add("drop-needless-checks", createModuleToFunctionPassAdaptor(drop_needless_checks())) ||
           add("double-for-float", createModuleToFunctionPassAdaptor(double_for_float())) ||
           add("vector-elements", step_alone([](ArrayRef<Function*> all, auto&) {
                   for (Function* const f : all) access_vector_elements_alone(*f);
               })) ||
           add("local-arrays", step_alone([](ArrayRef<Function*> all, auto& sites) {
                   guard_local_arrays(all, sites);
               })) ||
           add("unset-variables", step_alone([](ArrayRef<Function*> all, auto& sites) {
                   follow_unset_variables(all, sites);
               }));
}

}  // namespace

extern "C" LLVM_ATTRIBUTE_WEAK __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
    return {LLVM_PLUGIN_API_VERSION, "tileproof", LLVM_VERSION_STRING, [](PassBuilder& builder) {
                builder.registerPipelineStartEPCallback(add_passes);
                builder.registerPeepholeEPCallback(drop_checks);
                builder.registerVectorizerStartEPCallback(widen);
                builder.registerPipelineParsingCallback(add_pass);
            }};
}
