// SPDX-License-Identifier: MIT
// A compiled copy is of what the compiler would read now, whatever has changed since it was made.
#include "compiler/build/device_build.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <thread>

#include "system/process.hpp"
#include "tests/properties/scratch_folder.hpp"

namespace tileproof::compiler::testing {
namespace {

namespace fs = std::filesystem;

class DeviceBuild : public ::testing::Test {
  protected:
    DeviceBuild() { fs::current_path(folder.path()); }
    ~DeviceBuild() override {
        fs::current_path(before);
        for (const char* const name :
             {"CPATH", "CPLUS_INCLUDE_PATH", "CCC_OVERRIDE_OPTIONS", "SOURCE_DATE_EPOCH"})
            unsetenv(name);
    }
    static void file(const fs::path& name, const std::string& text) {
        if (name.has_parent_path()) fs::create_directories(name.parent_path());
        std::ofstream(name, std::ios::binary) << text;
    }
    void source(const std::string& text) const { file(source_, text); }
    device_copy copy() const {
        return {.source = source_,
                .cache = cache.path(),
                .device = "cpu",
                .architecture = {},
                .compiler = compiler,
                .flags = flags};
    }
    // True: it was compiled.
    bool make() {
        // What was written in the last tick of the file system's clock would not be remembered (asked_before.hpp).
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        device_build b(copy());
        const bool compiled = b.make();
        digest = b.digest();
        return compiled;
    }
    void expect_made_once() {
        EXPECT_TRUE(make());
        EXPECT_FALSE(make());
    }

    const fs::path before = fs::current_path();
    const properties::testing::scratch_folder folder, cache;
    const fs::path source_ = folder.path() / "k.hip";
    std::string compiler = "clang++-19", digest;
    std::vector<std::string> flags;
};

TEST_F(DeviceBuild, IsMadeOnceByTwoAtOnce) {
    source("int a;\n");
    const auto compiled = [&] { return device_build(copy()).make(); };
    auto other = std::async(std::launch::async, compiled);
    EXPECT_NE(compiled(), other.get());
}

TEST_F(DeviceBuild, IsMadeAgainWhenAFileAppearsThatHasIncludeAsksFor) {
    source("#if __has_include(\"extra.h\")\nint a;\n#else\nint b;\n#endif\n");
    expect_made_once();
    const std::string without = digest;
    file("extra.h", "");
    EXPECT_TRUE(make());
    EXPECT_NE(digest, without);
    fs::remove("extra.h");
    EXPECT_FALSE(make()) << "that copy is there still";
    EXPECT_EQ(digest, without);
}

TEST_F(DeviceBuild, IsMadeAgainWhenAHeaderAppearsInFrontOfAnother) {
    flags = {"-Ifirst", "-Isecond"};
    fs::create_directory("first");
    file("second/a.h", "#define A 1\n");
    source("#include <a.h>\nint a = A;\n#include \"a.h\"\n");
    expect_made_once();
    file("first/a.h", "#define A 2\n");
    EXPECT_TRUE(make());
    source("#include \"a.h\"\nint a = A;\n");
    expect_made_once();
    file("a.h", "#define A 3\n");  // beside the source
    EXPECT_TRUE(make());
}

TEST_F(DeviceBuild, IsMadeAgainWhenTheEnvironmentLeadsElsewhere) {
    file("one/a.h", "#define A 1\n");
    file("two/a.h", "#define A 2\n");
    source("#include <a.h>\nint a = A;\nconst char* const day = __DATE__;\n");
    setenv("CPLUS_INCLUDE_PATH", (folder.path() / "one").c_str(), 1);
    setenv("SOURCE_DATE_EPOCH", "1000000", 1);
    expect_made_once();
    setenv("CPLUS_INCLUDE_PATH", (folder.path() / "two").c_str(), 1);
    EXPECT_TRUE(make());
    setenv("CPATH", (folder.path() / "one").c_str(), 1);
    EXPECT_TRUE(make());
    setenv("SOURCE_DATE_EPOCH", "1000000000", 1);
    EXPECT_TRUE(make());
    setenv("CCC_OVERRIDE_OPTIONS", "# +-ffast-math", 1);  // shows in no line of the text
    EXPECT_TRUE(make());
    EXPECT_FALSE(make());
}

TEST_F(DeviceBuild, IsMadeEachTimeWhereFilesAreReadThatNobodyCanKnow) {
    source("asm(\".pushsection .rodata\\n.incbin \\\"table\\\"\\n.popsection\");\n");
    file("table", "one");
    EXPECT_TRUE(make());
    EXPECT_TRUE(make());
    source("asm(\".inc\" /* */\n\"\\x62in \\\"table\\\"\");\n");
    EXPECT_TRUE(make());
    EXPECT_TRUE(make());
    source("int f() { int i; asm volatile(\"mov $1, %0\\n\\t\" : \"=r\"(i)); return i; }\n");
    expect_made_once();
    file("options", "-DA=1");
    flags = {"@options"};
    EXPECT_TRUE(make());
    EXPECT_TRUE(make());
}

TEST_F(DeviceBuild, IsRefusedWhereItReachesWhatIsNotKnownOfAGpu) {
    const std::string begin = "#include <hip/hip_runtime.h>\n__global__ void k(_Float16* p) {\n";
    source(begin + "    *p = __builtin_amdgcn_fmed3h(p[0], p[1], p[2]);\n}\n");
    expect_made_once();
    source(begin + "    asm volatile(\"s_trap 2\" : : \"v\"(p));\n}\n");
    std::string said;
    {
        const system::collect_output into(said);
        EXPECT_THROW(make(), std::runtime_error);
    }
    EXPECT_EQ(said, source_.string() +
                        ":3: error: the cpu devices do not have inline assembly \"s_trap 2\"; "
                        "docs/hip-api.md lists what they have.\n"
                        "    3 |     asm volatile(\"s_trap 2\" : : \"v\"(p));\n");
}

TEST_F(DeviceBuild, IsMadeAgainWhenAHeaderIsAnotherOfTheSameTimeAndLength) {
    flags = {"-include", "a.h", "-iquote", "q"};
    file("a.h", "#define A 1\n");
    file("b.h", "#define A 2\n");
    file("q/c.h", "int c;\n");
    source("int a = A;\n#include \"c.h\"\n");
    expect_made_once();
    const auto time = fs::last_write_time("a.h");
    file("a.h", "#define A 3\n");
    fs::last_write_time("a.h", time);
    EXPECT_TRUE(make());
    fs::remove("a.h");
    fs::create_symlink("b.h", "a.h");
    EXPECT_TRUE(make());
}

TEST_F(DeviceBuild, IsMadeAgainInAnotherFolderAndAtAnotherTime) {
    flags = {"-Iinclude"};
    file("include/a.h", "#define A 1\n");
    file("other/include/a.h", "#define A 2\n");
    source("#include <a.h>\nint a = A;\n");
    expect_made_once();
    fs::current_path("other");
    EXPECT_TRUE(make());
    fs::current_path(folder.path());
    EXPECT_FALSE(make());
    source("#include <a.h>\nint a = A;\nconst char* const now = __TIMESTAMP__;\n");
    fs::last_write_time(source_, fs::file_time_type::clock::now() - std::chrono::hours(1));
    expect_made_once();
    fs::last_write_time(source_, fs::file_time_type::clock::now() - std::chrono::hours(2));
    EXPECT_TRUE(make());
}

TEST_F(DeviceBuild, IsMadeAgainByAnotherCompilerOfTheSameTimeAndLength) {
    compiler = (folder.path() / "compiler").string();
    const auto write = [&](const char* more) {
        file(compiler, std::string("#!/bin/sh\nexec clang++-19 ") + more + " \"$@\"\n");
        fs::permissions(compiler, fs::perms::owner_all);
        fs::last_write_time(compiler, fs::file_time_type{});
    };
    source("int a;\n");
    write("-O1");
    expect_made_once();
    write("-O0");
    EXPECT_TRUE(make());
}

TEST_F(DeviceBuild, IsNotReadAgainWhileTheCompilerWouldAskTheSame) {
    compiler = (folder.path() / "compiler").string();
    file(compiler, "#!/bin/sh\necho \"$@\" >>" + (folder.path() / "calls").string() +
                       "\nexec clang++-19 \"$@\"\n");
    fs::permissions(compiler, fs::perms::owner_all);
    file("a.h", "#define A 1\n");
    source("#include \"a.h\"\nint a = A;\n");
    const auto readings = [&] {
        std::ifstream calls("calls");
        int n = 0;
        for (std::string line; std::getline(calls, line);) n += line.find(" -E ") != line.npos;
        return n;
    };
    expect_made_once();
    EXPECT_EQ(readings(), 2) << "for the host and for the device";
    file("a.h", "#define A 2\n");
    EXPECT_TRUE(make());
    file("a.h", "#define A 1\n");
    EXPECT_FALSE(make()) << "that copy is there still";
    EXPECT_EQ(readings(), 6);
    EXPECT_FALSE(make());
    EXPECT_EQ(readings(), 6);
}

// In a copy of this program that has its own runtime: other tests use that of the build at the same time.
TEST_F(DeviceBuild, IsMadeAgainWithAnotherRuntimeOfTheSameTimeAndLength) {
    const char* const is_copy = "TILEPROOF_TEST_IS_A_COPY";
    if (std::getenv(is_copy)) {
        source("int a;\n");
        expect_made_once();
        const fs::path runtime = fs::path(passes()).parent_path() / "runtime-cpu.bc";
        fs::permissions(runtime, fs::status(runtime).permissions());  // changes what cannot be set
        EXPECT_TRUE(make());
        return;
    }
    const fs::path program = folder.path() / "bin/test", of_copy = folder.path() / "lib/tileproof";
    fs::create_directories(program.parent_path());
    fs::create_directories(of_copy);
    fs::copy_file("/proc/self/exe", program);
    for (const fs::directory_entry& file : fs::directory_iterator(fs::path(passes()).parent_path()))
        if (file.is_regular_file()) fs::copy_file(file, of_copy / file.path().filename());
    const auto said = system::run(
        {.words = {program.string(), "--gtest_filter=DeviceBuild.IsMadeAgainWithAnotherRuntime*"},
         .environment = {{is_copy, "1"}}});
    EXPECT_TRUE(said.how.well()) << said.output;
}

TEST_F(DeviceBuild, TakesOptionsOfLlvmForTheHostAlone) {
    source("#include <hip/hip_runtime.h>\n__global__ void k(int* p) { *p = 1; }\n");
    flags = {"-mllvm", "-x86-asm-syntax=intel"};
    EXPECT_TRUE(make());
}

TEST_F(DeviceBuild, IsMadeAgainWhenAnEmbeddedFileChanges) {
    source("const unsigned char a[] = {\n#embed \"table\"\n};\n");
    flags = {"-Wno-c23-extensions"};
    file("table", "one");
    expect_made_once();
    file("table", "two");
    EXPECT_TRUE(make());
}

}  // namespace
}  // namespace tileproof::compiler::testing
