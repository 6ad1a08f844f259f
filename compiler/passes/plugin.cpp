// SPDX-License-Identifier: MIT
// What clang and opt load: clang++-19 -O2 -fpass-plugin=tileproof-passes.so runs the passes on the code as the front end makes
// it; opt-19 -load-pass-plugin=tileproof-passes.so -passes=thread-loops runs one of them.
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>

#include "compiler/passes/load_time.hpp"
#include "compiler/passes/polls.hpp"
#include "compiler/passes/site_table.hpp"
#include "compiler/passes/source_places.hpp"
#include "compiler/passes/thread_loops.hpp"
#include "compiler/passes/told_values.hpp"
#include "compiler/passes/unset_variables.hpp"
#include "compiler/passes/vector_elements.hpp"

namespace {

// One step of the checks alone, for opt.
template <class Step>
struct step_alone : llvm::PassInfoMixin<step_alone<Step>> {
    explicit step_alone(Step s) : step(s) {}
    llvm::PreservedAnalyses run(llvm::Module& m, llvm::ModuleAnalysisManager&) {
        tileproof::passes::site_table sites(m);
        for (llvm::Function& f : m)
            if (tileproof::passes::is_checked(f)) step(f, sites);
        sites.finish();
        return llvm::PreservedAnalyses::none();
    }
    Step step;
};

}  // namespace

extern "C" LLVM_ATTRIBUTE_WEAK __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
    return {LLVM_PLUGIN_API_VERSION, "tileproof", LLVM_VERSION_STRING,
            [](llvm::PassBuilder& builder) {
                builder.registerPipelineStartEPCallback(
                    [](llvm::ModulePassManager& passes, llvm::OptimizationLevel level) {
                        if (level == llvm::OptimizationLevel::O0) return;
                        passes.addPass(tileproof::passes::polls());
                        passes.addPass(tileproof::passes::thread_loops());
                        passes.addPass(tileproof::passes::load_time());
                    });
                builder.registerPipelineParsingCallback(
                    [](llvm::StringRef name, llvm::ModulePassManager& passes,
                       llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
                        if (name == "thread-loops")
                            return passes.addPass(tileproof::passes::thread_loops()), true;
                        if (name == "polls")
                            return passes.addPass(tileproof::passes::polls()), true;
                        if (name == "load-time")
                            return passes.addPass(tileproof::passes::load_time()), true;
                        if (name == "vector-elements")
                            return passes.addPass(step_alone([](llvm::Function& f, auto&) {
                                tileproof::passes::access_vector_elements_alone(f);
                            })),
                                   true;
                        if (name == "unset-variables")
                            return passes.addPass(step_alone([](llvm::Function& f, auto& sites) {
                                tileproof::passes::follow_unset_variables(f, sites);
                            })),
                                   true;
                        return false;
                    });
            }};
}
