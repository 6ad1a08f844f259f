// SPDX-License-Identifier: MIT
// cuda: nvcc, with the thin HIP headers of the device cuda. The runtime is linked statically, like tileproof's own:
// two copies in one process share the GPU's context, so memory allocated through one is valid in the other.
#include "compiler/build/compile_gpu.hpp"
#include "compiler/build/compile_source.hpp"
#include "compiler/build/compilers.hpp"
#include "compiler/build/gpu_flags.hpp"
#include "system/read_file.hpp"

namespace tileproof::user {

void compile_cuda(const gpu_request& r) {
    const std::string root = project_root(), sm = r.architecture;
    std::vector<std::string> words{
        path_of(r.compiler), "-x", "cu", "-std=c++20", "-O2", "-lineinfo", "-Xcompiler", "-fPIC",
        "-shared", "-cudart", "static",
        // Launches without a stream use the calling thread's, as tileproof's own do.
        "--default-stream", "per-thread", "--extended-lambda", "-DTILEPROOF_DEVICE=cuda",
        "-DTILEPROOF_GPU",
        // Only the references use Eigen, and they run on the host.
        "-DEIGEN_NO_CUDA"};
    // Kernels may call constexpr functions such as std::max, as under hipcc. nvcc 13 fails with an internal error if
    // this meets the 16-bit types of C++, even in host code.
    const std::string text = system::read_file(r.source).value_or("");
    if (text.find("_Float16") == text.npos && text.find("__bf16") == text.npos)
        words.emplace_back("--expt-relaxed-constexpr");
    // Of several g++, the one that the build uses, too.
    if (const std::string host = path_of("g++-12"); !host.empty())
        words.insert(words.end(), {"-ccbin", host});
    words.insert(words.end(),
                 {"-gencode", "arch=compute_" + sm + ",code=[sm_" + sm + ",compute_" + sm + "]"});
    words.insert(words.end(), {"-include", root + "/devices/gpu/gpu_errors.hpp"});
    for (const char* folder : {"/devices/cuda/include", "/sdk/include", "", "/lib"})
        words.push_back("-I" + root + folder);
    words.insert(words.end(), {"-isystem", "/usr/include/eigen3"});
    const std::vector<std::string> flags = flags_without_gpu(r.flags);
    words.insert(words.end(), flags.begin(), flags.end());
    words.insert(words.end(),
                 {"-MD", "-MF", r.dependencies, "-MT", "inputs", r.source, "-o", r.library});
    run_compiler(words, r.source);
}

}  // namespace tileproof::user
