// SPDX-License-Identifier: MIT
// hip: three steps that both ROCm's clang and a distribution's can do, as in the build of the project's own kernels
// (devices/hip/CMakeLists.txt): a code object for the GPU, a bundle of it, the host side around that.
#include "compiler/build/compile_gpu.hpp"
#include "compiler/build/compile_source.hpp"
#include "compiler/build/compilers.hpp"
#include "compiler/build/gpu_flags.hpp"
#include "devices/hip/offload_bundle.hpp"

#include <unistd.h>

#include <fstream>
#include <stdexcept>

#include "system/read_file.hpp"

namespace tileproof::user {
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

}  // namespace

void compile_hip(const gpu_request& r) {
    const std::string compiler = path_of(r.compiler), rocm = rocm_of(compiler);
    const parts made(r.library + ".part");
    std::vector<std::string> words = common_words(r, compiler, rocm);
    words.insert(words.end(), {"--offload-device-only", "--offload-arch=" + r.architecture,
                               "--no-gpu-bundle-output", "-c", r.source, "-o", made.code_object});
    run_compiler(words, r.source);
    const std::string bundle =
        kernels::offload_bundle({{r.architecture, contents_of(made.code_object)}});
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

}  // namespace tileproof::user
