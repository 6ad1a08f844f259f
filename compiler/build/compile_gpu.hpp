// SPDX-License-Identifier: MIT
// A user's kernel file, compiled for a GPU into a library that is loaded at run time.
//
//   compile_hip({.compiler = "clang++-19", .source = "scale.hip", .library = "cache/scale-hip.so",
//                .dependencies = "cache/scale-hip.d", .architecture = "gfx1100"});
//   compile_cuda({.compiler = "nvcc", .source = "scale.hip", ..., .architecture = "90"});
//
// The file itself is compiled unchanged, as its author compiles it. gpu_errors.hpp precedes it to report the errors
// of launches.
#pragma once

#include <string>
#include <vector>

namespace tileproof::compiler {

struct gpu_request {
    std::string compiler, source;
    std::string library, dependencies;  // outputs: the library, and a depfile
    std::string architecture;           // "gfx1100"; "90"
    std::vector<std::string> flags;     // the user's
};

// They throw std::runtime_error, after the compiler's own messages.
void compile_hip(const gpu_request&);
void compile_cuda(const gpu_request&);

// The effect of --offload-arch=gfx942 on the cpu devices: code under __gfx942__, which the front end knows, device
// properties of gfx942, and that GPU's wave size.
//
//   gpu_of({"-DN=8", "--offload-arch=gfx942:xnack-"})   "gfx942"; empty if none or several are named
//   flags_of_gpu("gfx942")                            {"-DTILEPROOF_GPU_NAME=\"gfx942\"", "-DTILEPROOF_GPU_gfx942"}

std::string gpu_of(const std::vector<std::string>& flags);

// For compilers that target one device and know their GPU, or have none.
std::vector<std::string> flags_without_gpu(std::vector<std::string> flags);

// Empty for an empty name, and for one that is not an AMD GPU.
std::vector<std::string> flags_of_gpu(const std::string& name);

}  // namespace tileproof::compiler
