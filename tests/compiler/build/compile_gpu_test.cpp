// SPDX-License-Identifier: MIT
// A user's file, compiled for GPUs: needs their compilers, and no GPU.
#include "compiler/build/compile_gpu.hpp"
#include "compiler/build/compilers.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace tileproof::compiler {
namespace {

namespace fs = std::filesystem;

struct gpu_device_of_this_build {
    const char* name;
    std::string architecture;
    void (*compile)(const gpu_request&);
};
const std::vector<gpu_device_of_this_build> devices{
#ifdef TILEPROOF_TEST_HIP
    {"hip", "gfx1100", compile_hip},
#endif
#ifdef TILEPROOF_TEST_CUDA
    {"cuda", "90", compile_cuda},
#endif
};

class CompileGpu : public testing::TestWithParam<gpu_device_of_this_build> {
  protected:
    void SetUp() override {
        folder_ = fs::path(testing::TempDir()) / ("tileproof_compile_" + std::to_string(getpid()) +
                                                  "_" + std::string(GetParam().name));
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    gpu_request of(const std::string& source, std::vector<std::string> flags = {}) const {
        return {.compiler = compiler_for(GetParam().name, ""),
                .source = source,
                .library = folder_ / "kernel.so",
                .dependencies = folder_ / "kernel.d",
                .architecture = GetParam().architecture,
                .flags = std::move(flags)};
    }
    fs::path folder_;
};

TEST_P(CompileGpu, MakesALibraryWithTheTestsOfTheFile) {
    const gpu_request c = of(TILEPROOF_SOURCE_DIR "/examples/row_sums.hip");
    GetParam().compile(c);
    void* const code = dlopen(c.library.c_str(), RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(code, nullptr) << dlerror();
    EXPECT_NE(dlsym(code, "tileproof_kernel_tests"), nullptr);
    EXPECT_NE(dlsym(code, "tileproof_launch_error"), nullptr);
    std::ifstream list(c.dependencies);
    const std::string names{std::istreambuf_iterator<char>(list), {}};
    for (const char* name : {"examples/row_sums.hip", "tileproof/kernel_test.hpp"})
        EXPECT_NE(names.find(name), std::string::npos) << name;
    for (const auto& left : fs::directory_iterator(folder_))
        EXPECT_TRUE(left.path() == c.library || left.path() == c.dependencies) << left.path();
}

TEST_P(CompileGpu, TakesFlagsAndSaysThatAFileDoesNotCompile) {
    const fs::path file = folder_ / "two_ways.hip";
    std::ofstream(file) << "#include <hip/hip_runtime.h>\n#include <tileproof/kernel_test.hpp>\n"
                           "#ifndef GIVEN\n#error no flag was given\n#endif\n";
    // The GPU is the one that is there, whatever a flag for the cpu devices names.
    EXPECT_NO_THROW(GetParam().compile(of(file, {"-DGIVEN", "--offload-arch=gfx90a"})));
    EXPECT_THROW(GetParam().compile(of(file)), std::runtime_error);
}

// For cuda all of HIP's headers are the project's own: HIP's do not compile with CUDA 13. There are no textures and no hipRTC.
TEST_P(CompileGpu, KnowsTheHeadersThatKernelsInclude) {
    const gpu_request c = of(TILEPROOF_SOURCE_DIR "/tests/compiler/build/gpu_headers.hip");
    GetParam().compile(c);
    if (std::string_view(GetParam().name) != "cuda") return;
    const fs::path headers = fs::path(TILEPROOF_SOURCE_DIR) / "hip/headers/hip";
    const fs::path file = folder_ / "headers.hip";
    {
        std::ofstream all(file);
        all << "#include <hip/hip_runtime.h>\n";
        for (const auto& header : fs::directory_iterator(headers))
            if (header.is_regular_file() &&
                header.path().stem().string().find("texture") == std::string::npos &&
                header.path().stem().string().find("surface") == std::string::npos &&
                header.path().stem() != "hiprtc")
                all << "#include <hip/" << header.path().filename().string() << ">\n";
        all << "#include <tileproof/kernel_test.hpp>\n";
    }
    const gpu_request every = of(file);
    GetParam().compile(every);
    std::ifstream list(every.dependencies);
    const std::string names{std::istreambuf_iterator<char>(list), {}};
    EXPECT_EQ(names.find("/usr/include/hip/"), std::string::npos) << names;
}

INSTANTIATE_TEST_SUITE_P(Devices, CompileGpu, testing::ValuesIn(devices),
                         [](const auto& d) { return std::string(d.param.name); });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(CompileGpu);

}  // namespace
}  // namespace tileproof::compiler
