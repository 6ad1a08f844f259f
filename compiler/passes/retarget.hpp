// SPDX-License-Identifier: MIT
// Code for AMD GPUs, as any compiler makes it, as code for this machine: the functions and variables of one module are written
// into another, which has the runtime's functions (hip/headers/tileproof_hip/device_code.h).
//
//   define amdgpu_kernel void @k(ptr addrspace(1) %out) {
//     %x = call i32 @llvm.amdgcn.workitem.id.x()
//     %p = getelementptr float, ptr addrspace(3) @global_smem, i32 %x
// becomes
//   define internal void @k(ptr %out) {
//     %shared = call ptr @dynamic_shared()
//     %x = load i32, ptr @threadIdx
//     %p = getelementptr float, ptr %shared, i32 %x
//
// There is one address space. Shared variables are marked as those of HIP sources are, one of unknown size is the launch's
// dynamic shared memory, and a buffer resource is the number of 128 bits that it is on a GPU. What compilers inferred for a GPU,
// that a function does not wait or throw for instance, is forgotten. Intrinsics: gpu_intrinsics.hpp.
#pragma once

#include "compiler/passes/spinning.hpp"

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/Module.h>

#include <vector>

namespace tileproof::passes {

enum class retarget_for { cpu, cpu_checked };

struct retargeted {
    struct kernel {
        llvm::Function* made;  // internal
        std::string name;
        llvm::AttributeList as_given;  // of its parameters: byref
        spinning spins;
    };
    std::vector<kernel> kernels;
    llvm::StringMap<llvm::GlobalVariable*> variables;  // those that the host can name
    unsigned lanes = 0;                                // of a wave of its GPU; 0: it names none
};

// Leaves `from` unusable. Both are of one context. What is not known of a GPU is reported when a thread comes there; in the
// file `source` it is an error. shares_functions: other files of the program may call its functions (-fgpu-rdc); else all is local.
retargeted retarget(llvm::Module& from, llvm::Module& into, retarget_for,
                    bool shares_functions = false, llvm::StringRef source = {});

// malloc, new and their like: clang's headers define them for a GPU, in terms of its library. Here they are this machine's.
bool is_of_machine(llvm::StringRef function);

// Adds __attribute__((annotate(mark))) to a function or variable.
void add_mark(llvm::GlobalValue&, llvm::StringRef mark, llvm::StringRef file, unsigned line);

}  // namespace tileproof::passes
