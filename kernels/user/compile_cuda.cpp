// SPDX-License-Identifier: MIT
// cuda: nvcc, with the thin HIP headers of the device cuda. The runtime is linked statically, as tileproof's own is: two
// copies of it in one process share the GPU's context, so that memory of one is memory of the other.
#include "kernels/user/compile_gpu.hpp"
#include "kernels/user/compile_source.hpp"
#include "kernels/user/compilers.hpp"

namespace tileproof::user {

void compile_cuda(const gpu_request& r) {
    const std::string root = project_root(), sm = r.architecture;
    std::vector<std::string> words{
        path_of(r.compiler), "-x", "cu", "-std=c++20", "-O2", "-lineinfo", "-Xcompiler", "-fPIC",
        "-shared", "-cudart", "static",
        // Launches without a stream go to the calling thread's, as tileproof's own do.
        "--default-stream", "per-thread", "--extended-lambda", "--expt-relaxed-constexpr",
        "-DTILEPROOF_DEVICE=cuda", "-DTILEPROOF_GPU"};
    // Of several g++ the one that the build takes, too.
    if (const std::string host = path_of("g++-12"); !host.empty())
        words.insert(words.end(), {"-ccbin", host});
    words.insert(words.end(),
                 {"-gencode", "arch=compute_" + sm + ",code=[sm_" + sm + ",compute_" + sm + "]"});
    words.insert(words.end(), {"-include", root + "/kernels/user/gpu_errors.hpp"});
    for (const char* folder : {"/kernels/device/cuda/include", "/kernels/user/include", "", "/lib"})
        words.push_back("-I" + root + folder);
    // nvcc reads Eigen's annotations of functions that need none, and says so of each; the constexpr functions of the
    // standard library that Eigen calls in them are what the option above allows.
    words.insert(words.end(), {"-isystem", "/usr/include/eigen3", "-diag-suppress", "20012"});
    words.insert(words.end(), r.flags.begin(), r.flags.end());
    words.insert(words.end(),
                 {"-MD", "-MF", r.dependencies, "-MT", "inputs", r.source, "-o", r.library});
    run_compiler(words, r.source);
}

}  // namespace tileproof::user
