// SPDX-License-Identifier: MIT
#include "compiler/passes/source_places.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Function.h>

namespace tileproof::passes {

using namespace llvm;

namespace {

bool holds_one_of(StringRef file, ArrayRef<StringLiteral> parts) {
    return any_of(parts, [&](StringRef part) { return file.contains(part); });
}

// tl.sum() is a function of Triton's own, written in Python as its callers are.
bool is_of_triton(const DILocation& at) { return at.getDirectory().contains("-packages/triton/"); }

StringRef innermost_file(const DILocation* at) { return at ? at->getFilename() : StringRef(); }

}  // namespace

bool is_library_file(StringRef file) {
    return holds_one_of(file, {"/tileproof_hip/", "/hip/hip_runtime.h", "lib/tileproof/",
                               "include/tileproof/tileproof/", "/usr/", "devices/cpu/"});
}

bool is_device_file(StringRef file) {
    return holds_one_of(file, {"/tileproof_hip/", "devices/cpu/"});
}

bool is_engine_file(StringRef file) {
    return holds_one_of(
        file,
        {"/tileproof_hip/wave.h", "/tileproof_hip/threads.h", "/tileproof_hip/launch.h",
         "/tileproof_hip/cooperative_groups.h", "devices/cpu/launch.hpp", "devices/cpu/runner.hpp",
         "devices/cpu/fiber.hpp", "devices/cpu/scope.hpp", "/tileproof_hip/device_code.h"});
}

source_place place_of(const DILocation* at) {
    source_place best{"unknown place", "", 0, 0};
    for (bool first = true; at; at = at->getInlinedAt(), first = false) {
        const bool skipped = is_library_file(at->getFilename()) || is_of_triton(*at);
        if (first || !skipped) {
            const DISubprogram* const function = at->getScope()->getSubprogram();
            best = {at->getFilename(), function ? function->getName() : "", at->getLine(),
                    at->getColumn()};
        }
        if (!skipped) break;
    }
    return best;
}

bool is_of_library(const Instruction& i) {
    return is_library_file(innermost_file(i.getDebugLoc()));
}

bool is_of_library(const Function& f) {
    return f.getSubprogram() && is_library_file(f.getSubprogram()->getFilename());
}

bool is_of_device(const Function& f) {
    return f.getSubprogram() && is_device_file(f.getSubprogram()->getFilename());
}

bool is_of_engine(const Function& f) {
    return f.getSubprogram() && is_engine_file(f.getSubprogram()->getFilename());
}

bool is_of_engine(const Instruction& i) { return is_engine_file(innermost_file(i.getDebugLoc())); }

bool is_checked(const Function& f) {
    return !f.isDeclaration() && !f.hasFnAttribute(Attribute::DisableSanitizerInstrumentation) &&
           !f.hasFnAttribute(Attribute::Naked);
}

const DILocalVariable* variable_at(const Value* memory) {
    if (!isa<AllocaInst, Argument>(memory)) return nullptr;
    for (const DbgVariableRecord* record : findDVRDeclares(const_cast<Value*>(memory)))
        if (record->getExpression()->getNumElements() == 0) return record->getVariable();
    return nullptr;
}

}  // namespace tileproof::passes
