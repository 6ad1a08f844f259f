// SPDX-License-Identifier: MIT
// Which compiler is taken, on machines that are made up: folders with programs that say which version they are.
#include "compiler/build/compilers.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "devices/gpu/architecture.hpp"
#include "system/process.hpp"
#include "tests/properties/scratch_folder.hpp"

namespace tileproof::compiler {
namespace {

namespace fs = std::filesystem;

// PATH is its bin/ alone while it lives, and no variable names a root.
class machine {
  public:
    machine() : path_(std::getenv("PATH")) {
        setenv("PATH", (folder_.path() / "bin").c_str(), 1);
        for (const char* name : {"ROCM_PATH", "HIP_PATH", "CUDA_HOME", "CUDA_PATH"}) unsetenv(name);
    }
    ~machine() {
        setenv("PATH", path_.c_str(), 1);
        for (const char* name : {"ROCM_PATH", "CUDA_HOME"}) unsetenv(name);
    }
    std::string add(const std::string& program, const std::string& says = "clang version 19.1.7") {
        const fs::path file = folder_.path() / program;
        fs::create_directories(file.parent_path());
        std::ofstream(file) << "#!/bin/sh\necho '" << says << "'\n";
        fs::permissions(file, fs::perms::owner_all);
        return file;
    }
    std::string root(const std::string& name) const { return folder_.path() / name; }

  private:
    properties::testing::scratch_folder folder_;
    const std::string path_;
};

TEST(Compilers, OfHipAreRocmsThenClang19ThenNewerThen18) {
    machine m;
    for (const char* name : {"clang++-18", "clang++-21", "clang++-20", "clang++-19"}) {
        m.add(std::string("bin/") + name);
        EXPECT_EQ(compiler_for("hip", ""), name);
    }
    setenv("ROCM_PATH", m.root("rocm").c_str(), 1);
    const std::string rocm = m.add("rocm/llvm/bin/clang++");
    EXPECT_EQ(compiler_for("hip", ""), rocm);
}

TEST(Compilers, OfTheCpuDevicesAreTheOneThatLoadsThePassesWhateverIsAskedFor) {
    const std::string real = path_of("clang++-19");
    if (passes_for(real).empty()) GTEST_SKIP() << "This build has no passes.";
    const std::string said = system::run({.words = {real, "--version"}, .seconds = 30}).output;
    machine m;
    const std::string own = m.add("own/clang++", "clang version 20.1.0");
    m.add("bin/clang++-19", "clang version 19.0.0");
    m.add("bin/g++", "g++ (Debian) 12.2.0");
    for (const char* const device : {"cpu", "cpu-checked"})
        EXPECT_THROW(compiler_for(device, own), std::runtime_error);
    m.add("bin/clang++-18", said.substr(0, said.find('\n')));
    for (const char* const device : {"cpu", "cpu-checked"}) {
        EXPECT_EQ(compiler_for(device, ""), "clang++-18");
        EXPECT_EQ(compiler_for(device, own), "clang++-18");
        EXPECT_THROW(compiler_for(device, "clang++-77"), std::runtime_error);
    }
}

TEST(Compilers, OfCudaAreFoundWhereCudaIs) {
    machine m;
    setenv("CUDA_HOME", m.root("cuda").c_str(), 1);
    m.add("bin/nvcc", "nvcc");
    EXPECT_EQ(compiler_for("cuda", ""), "nvcc");
    const std::string there = m.add("cuda/bin/nvcc", "nvcc");
    EXPECT_EQ(compiler_for("cuda", ""), there);
}

TEST(Compilers, AskedForAreTakenOrMissed) {
    machine m;
    const std::string own = m.add("own/clang++");
    EXPECT_EQ(compiler_for("hip", own), own);
    EXPECT_THROW(compiler_for("hip", "clang++-20"), std::runtime_error);
    EXPECT_FALSE(is_usual_compiler(own));
    EXPECT_TRUE(is_usual_compiler("clang++-20"));
    EXPECT_FALSE(is_usual_compiler("sh"));
}

TEST(Compilers, MustBeClang18OrLater) {
    machine m;
    for (const auto& [says, fits] :
         {std::pair{"Debian clang version 14.0.6", false},
          {"clang version 18.1.8", true},
          {"AMD clang version 18.0.0git (https://github.com/RadeonOpenCompute)", true},
          {"clang version 21.1.0", true}}) {
        m.add("bin/clang++", says);
        for (const char* device : {"cpu", "cpu-checked", "hip"})
            EXPECT_EQ(why_unfit("clang++", device).empty(), fits) << says;
    }
}

TEST(Compilers, AreAskedOnceWhatTheyAre) {
    machine m;
    const std::string clang =
        m.add("bin/clang++-19", "clang version 19.1.7'; echo asked >>'" + m.root("asked"));
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(why_unfit("clang++-19", "cpu"), "");
        EXPECT_EQ(why_unfit(clang, "cpu"), "");
    }
    EXPECT_EQ(fs::file_size(m.root("asked")), std::string("asked\n").size());
    m.add("bin/clang++-19", "clang version 17.0.6");
    EXPECT_NE(why_unfit("clang++-19", "cpu"), "") << "another program of the same name";
}

TEST(Compilers, AreKnownInAdvanceWhileTheyAreTheSameFile) {
    machine m;
    const properties::testing::scratch_folder kept;
    const std::string folder = kept.path().string();
    const std::string program = m.add("bin/clang++-19");
    EXPECT_EQ(answer_in_advance("clang++-19", folder), "");
    write_answer("clang++-19", folder);
    EXPECT_EQ(answer_in_advance("clang++-19", folder), "clang version 19.1.7\n");
    EXPECT_EQ(answer_in_advance(program, folder), "clang version 19.1.7\n");
    m.add("bin/clang++-20");
    EXPECT_EQ(answer_in_advance("clang++-20", folder), "");
    m.add("bin/clang++-19", "clang version 17.0.6, another one");
    EXPECT_EQ(answer_in_advance("clang++-19", folder), "");
}

TEST(Compilers, LinkWithTheLinkerBesideThem) {
    machine m;
    m.add("llvm/bin/clang");
    fs::create_directories(m.root("bin"));
    fs::create_symlink(m.root("llvm/bin/clang"), m.root("bin/clang++-19"));
    EXPECT_EQ(linker_of("clang++-19"), std::vector<std::string>{});
    m.add("llvm/bin/ld.lld");
    EXPECT_EQ(linker_of("clang++-19"), std::vector<std::string>{"-fuse-ld=lld"});
    m.add("llvm/bin/g++");
    EXPECT_EQ(linker_of(m.root("llvm/bin/g++")), std::vector<std::string>{});
}

TEST(Compilers, OfAnInstallationOfRocmHaveItsHeadersAndLibrary) {
    machine m;
    const std::string clang = m.add("rocm/lib/llvm/bin/clang++");
    EXPECT_EQ(rocm_of(clang), "");
    m.add("rocm/include/hip/hip_runtime.h");
    m.add("rocm/lib/libamdhip64.so");
    EXPECT_EQ(rocm_of(clang), fs::canonical(m.root("rocm")).string());
}

TEST(Waves, HaveSixtyFourLanesOnGfx9Alone) {
    for (const char* gpu : {"gfx942", "gfx90a", "gfx950"})
        EXPECT_EQ(devices::wave_size_of(gpu), 64u);
    for (const char* gpu : {"gfx1100", "gfx1201", "90"}) EXPECT_EQ(devices::wave_size_of(gpu), 32u);
}

}  // namespace
}  // namespace tileproof::compiler
