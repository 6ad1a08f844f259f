// SPDX-License-Identifier: MIT
// hip: three steps that both ROCm's clang and a distribution's can do, as in the build of the project's own kernels
// (devices/hip/CMakeLists.txt): a code object for the GPU, a bundle of it, the host side around that.
#include "compiler/build/compile_gpu.hpp"

#include <unistd.h>
#include <algorithm>
#include <cctype>
#include <fstream>
#include <set>
#include <stdexcept>
#include <string_view>

#include "compiler/build/compilers.hpp"
#include "devices/hip/offload_bundle.hpp"
#include "system/file.hpp"

namespace tileproof::compiler {
namespace {

std::string contents_of(const std::string& path) {
    auto text = system::read_file(path);
    if (!text) throw std::runtime_error("The file " + path + " cannot be read.");
    return *std::move(text);
}

std::vector<std::string> common_words(const gpu_request& r, const std::string& compiler,
                                      const std::string& rocm) {
    const std::string root = project_root();
    std::vector<std::string> words{compiler,
                                   "-x",
                                   "hip",
                                   "-std=c++20",
                                   "-O2",
                                   "-g1",
                                   "-fPIC",
                                   "-DTILEPROOF_DEVICE=hip",
                                   "-DTILEPROOF_GPU",
                                   "-Wno-unused-command-line-argument",
                                   "-Wno-unused-value"};
    if (!rocm.empty()) {
        words.push_back("--rocm-path=" + rocm);
    } else {
        // A distribution's device library does not know current GPUs, and few of its functions are needed.
        words.insert(words.end(), {"--rocm-path=/usr", "-nogpulib", "-mcode-object-version=4",
                                   "-include", root + "/devices/hip/device_library.hpp"});
    }
    words.insert(words.end(), {"-include", root + "/devices/gpu/gpu_errors.hpp"});
    for (const char* folder : {"/sdk/include", "", "/lib"}) words.push_back("-I" + root + folder);
    words.insert(words.end(), {"-isystem", "/usr/include/eigen3"});
    const std::vector<std::string> flags = flags_without_gpu(r.flags);
    words.insert(words.end(), flags.begin(), flags.end());
    return words;
}

// Intermediate files, removed in any case.
struct parts {
    explicit parts(const std::string& base)
        : code_object(base + ".co"), bundle(base + ".hipfb"), object(base + ".o") {}
    ~parts() {
        for (const std::string* file : {&code_object, &bundle, &object}) unlink(file->c_str());
    }
    parts(const parts&) = delete;
    parts& operator=(const parts&) = delete;
    const std::string code_object, bundle, object;
};

constexpr std::string_view offload_arch = "--offload-arch=";

}  // namespace

void compile_hip(const gpu_request& r) {
    const std::string compiler = path_of(r.compiler), rocm = rocm_of(compiler);
    const parts made(r.library + ".part");
    std::vector<std::string> words = common_words(r, compiler, rocm);
    words.insert(words.end(), {"--offload-device-only", "--offload-arch=" + r.architecture,
                               "--no-gpu-bundle-output", "-c", r.source, "-o", made.code_object});
    run_compiler(words, r.source);
    const std::string bundle =
        devices::offload_bundle({{r.architecture, contents_of(made.code_object)}});
    if (!(std::ofstream(made.bundle, std::ios::binary) << bundle).flush())
        throw std::runtime_error("The file " + made.bundle + " cannot be written.");

    words = common_words(r, compiler, rocm);
    words.insert(words.end(), {"--offload-host-only", "-Xclang", "-fcuda-include-gpubinary",
                               "-Xclang", made.bundle, "-MD", "-MF", r.dependencies, "-MT",
                               "inputs", "-c", r.source, "-o", made.object});
    run_compiler(words, r.source);
    words = {compiler, "-shared", made.object, "-o", r.library};
    if (!rocm.empty())
        words.insert(words.end(), {"-L" + rocm + "/lib", "-Wl,-rpath," + rocm + "/lib"});
    words.push_back("-lamdhip64");
    run_compiler(words, r.source);
}

// cuda: nvcc, with the thin HIP headers of the device cuda. The runtime is linked statically, like tileproof's own:
// two copies in one process share the GPU's context, so memory allocated through one is valid in the other.

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

std::string gpu_of(const std::vector<std::string>& flags) {
    std::set<std::string> names;
    for (const std::string& f : flags)
        if (f.starts_with(offload_arch)) {
            const std::string gpu = f.substr(offload_arch.size());
            names.insert(gpu.substr(0, gpu.find(':')));  // without :xnack-
        }
    return names.size() == 1 ? *names.begin() : "";
}

std::vector<std::string> flags_without_gpu(std::vector<std::string> flags) {
    std::erase_if(flags, [](const std::string& f) { return f.starts_with(offload_arch); });
    return flags;
}

std::vector<std::string> flags_of_gpu(const std::string& name) {
    if (!name.starts_with("gfx") || name.size() == 3 ||
        !std::ranges::all_of(name.substr(3), [](unsigned char c) { return std::isxdigit(c); }))
        return {};
    return {"-DTILEPROOF_GPU_NAME=\"" + name + "\"", "-DTILEPROOF_GPU_" + name};
}

}  // namespace tileproof::compiler
