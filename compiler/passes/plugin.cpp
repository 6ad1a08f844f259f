// SPDX-License-Identifier: MIT
// What clang and opt load: clang++-19 -O2 -fpass-plugin=tileproof-passes.so runs the passes on the code as the front end makes
// it; opt-19 -load-pass-plugin=tileproof-passes.so -passes=thread-loops runs one of them.
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>

#include "compiler/passes/load_time.hpp"
#include "compiler/passes/polls.hpp"
#include "compiler/passes/thread_loops.hpp"

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
                        return false;
                    });
            }};
}
