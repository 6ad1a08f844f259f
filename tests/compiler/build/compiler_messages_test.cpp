// SPDX-License-Identifier: MIT
#include "compiler/build/compiler_messages.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "compiler/build/back_end.hpp"
#include "system/process.hpp"
#include "system/temporary_folder.hpp"

namespace tileproof::compiler {
namespace {

const std::string ours = "/opt/tileproof/include";

std::string readable(const std::string& messages) { return readable_messages(messages, {ours}); }

class CompilerMessages : public ::testing::Test {
  protected:
    // A file of the user's.
    std::string file(const std::string& name, const std::string& text) {
        std::ofstream(folder_.path() / name) << text;
        return (folder_.path() / name).string();
    }
    const system::temporary_folder folder_{
        system::in_folder_of_temporaries("tileproof-compiler-messages-")};
};

TEST_F(CompilerMessages, ShowALineAsItsAuthorWroteIt) {
    const std::string k = file("k.hip", "void f();\n    scale<<<1, 2>>>(x);\n");
    EXPECT_EQ(readable(k + ":2:40: error: use of undeclared identifier 'scale'\n"
                           "    2 |     kernel_launch(\"scale\", [&] { scale(x); });\n"
                           "      |                                  ^\n"
                           "1 error generated.\n"),
              k + ":2: error: use of undeclared identifier 'scale'\n"
                  "    2 |     scale<<<1, 2>>>(x);\n");
}

TEST_F(CompilerMessages, KeepColumnsAndCaretsOfLinesWithoutMacros) {
    const std::string k = file("k.hip", "int x = y;\n");
    const std::string said = k +
                             ":1:9: error: use of undeclared identifier 'y'\n"
                             "    1 | int x = y;\n"
                             "      |         ^\n";
    EXPECT_EQ(readable(said), said);
}

TEST_F(CompilerMessages, LeaveOutWhatOurHeadersAndTemplatesAdd) {
    const std::string k = file("k.hip", "int x = y;\n");
    EXPECT_EQ(readable(ours + "/launch.h:44:37: error: no matching function for call to 'apply'\n" +
                       ours + "/launch.h:44:35: note: while substituting into a lambda\n" + k +
                       ":1:9: error: undeclared\n" + k +
                       ":1:1: note: in instantiation of function template specialization 'f'\n" +
                       k + ":1:9: error: undeclared\n"),
              k + ":1: error: undeclared\n    1 | int x = y;\n");
}

TEST_F(CompilerMessages, KeepAnErrorInAHeaderWhereThereIsNoOther) {
    EXPECT_EQ(readable(ours + "/contract.hpp:5:1: error: static assertion failed: a sentence\n"),
              ours + "/contract.hpp:5:1: error: static assertion failed: a sentence\n");
}

TEST_F(CompilerMessages, KeepTheNotesOfAnErrorThatIsShown) {
    const std::string said =
        "a.hip:3:4: error: no matching function\n"
        "a.hip:1:6: note: candidate template ignored\n";
    EXPECT_EQ(readable(said), said);
}

TEST_F(CompilerMessages, EndAfterTenErrorsAndCountTheRest) {
    std::string said;
    for (int i = 1; i <= 13; ++i) said += "a.hip:" + std::to_string(i) + ":1: error: wrong\n";
    const std::string shown = readable(said);
    EXPECT_EQ(std::count(shown.begin(), shown.end(), '\n'), 11);
    EXPECT_TRUE(shown.ends_with("a.hip:10:1: error: wrong\n... and 3 more errors.\n")) << shown;
}

TEST_F(CompilerMessages, OfALinkerAreLeftAsTheyAre) {
    EXPECT_EQ(readable("/usr/bin/ld: cannot find -lnothing\n"),
              "/usr/bin/ld: cannot find -lnothing\n");
}

TEST_F(CompilerMessages, AreOfTheUsersFilesOrNot) {
    const std::vector<std::string> others{"/opt/tileproof/lib", "/usr/include"};
    const auto are = [&](const char* messages) { return are_of_the_users_files(messages, others); };
    EXPECT_TRUE(are("k.hip:18:20: error: expected ';'\n 18 | f()\nmine.h:2:1: note: here\n"));
    EXPECT_TRUE(are("warning\na b/k.hip:1:2: fatal error: 'x.h' file not found\n"));
    EXPECT_FALSE(are("k.hip:18:20: error: no f\n/usr/include/math.h:3:1: note: here\n"));
    EXPECT_FALSE(are("In file included from k.hip:1:\nmine.h:2:1: error: no\n"));
    EXPECT_FALSE(are("error: PCH file was compiled by another clang\n"));
    EXPECT_FALSE(are("k.hip:1:1: error: no\nfatal error: malformed or corrupted AST file\n"));
    EXPECT_FALSE(are("clang++-19: error: unknown argument\n"));
    EXPECT_FALSE(are("k.hip:1:1: warning: unused\n"));
    EXPECT_FALSE(are(""));
}

TEST(WarningsOfNvcc, DoNotHideItsError) {
    const std::string
        warning =
            "/usr/include/eigen3/a.h(7): warning #20013-D: calling a function\n    x\n    ^\n\n",
        error = "k.hip(3): error: identifier \"nothing\" is undefined\n      nothing\n      ^\n\n";
    EXPECT_EQ(without_warnings(warning + error + "Remark: they can be suppressed\n\n" + warning),
              error);
    EXPECT_EQ(without_warnings(warning), warning);
    const std::string linker =
        "/usr/bin/ld: a.o: undefined reference to 'f'\ncollect2: error: ld returned 1\n";
    EXPECT_EQ(without_warnings(linker), linker);
}

// End to end: a kernel that does not exist is one error, at its line.
TEST_F(CompilerMessages, OfAMistakenLaunchAreOneErrorAtItsLine) {
    const std::string k = file("launch.hip",
                               "#include <hip/hip_runtime.h>\n"
                               "__global__ void scale(float* x) { x[0] = 1; }\n"
                               "void run(float* x) { no_such_kernel<<<1, 32>>>(x); }\n");
    std::string said;
    {
        const system::collect_output into(said);
        front_end f({.source = k, .scratch = "", .flags = include_flags(), .preprocess_flags = {}});
        EXPECT_THROW(compile_for({.object = k + ".o"}, f), std::runtime_error);
    }
    EXPECT_EQ(said, k + ":3:22: error: use of undeclared identifier 'no_such_kernel'\n"
                        "    3 | void run(float* x) { no_such_kernel<<<1, 32>>>(x); }\n"
                        "      |                      ^\n");
}

TEST_F(CompilerMessages, SaysWhatToDoAboutSixteenBitsUnderNvcc) {
    EXPECT_NE(
        advice_on("Error: Internal Compiler Error (codegen): \"unsupported float variant!\"\n"),
        "");
    EXPECT_EQ(advice_on("k.hip:3: error: use of undeclared identifier 'x'"), "");
}

TEST_F(CompilerMessages, SaysWhatToDoAboutAnotherLanguageAndWhatNoCpuHas) {
    const auto says = [](const std::string& message, const std::string& what) {
        return advice_on("k.hip:3:1: error: " + message + "\n").find(what) != std::string::npos;
    };
    EXPECT_TRUE(says("'cuda_runtime.h' file not found", "hipify-perl"));
    EXPECT_TRUE(says("use of undeclared identifier 'cudaMalloc'", "hipify-perl"));
    EXPECT_TRUE(says("unknown type name '__nv_bfloat16'", "hipify-perl"));
    EXPECT_FALSE(says("use of undeclared identifier 'cudalike_of_mine'", "HIP"));
    EXPECT_TRUE(says("use of undeclared identifier '__builtin_amdgcn_mfma_f32_16x16x4f32'",
                     "know the matrix instructions of docs/hip-api.md"));
    EXPECT_TRUE(
        says("'hiprand/hiprand_kernel.h' file not found", "librocrand-dev and libhiprand-dev"));
    EXPECT_TRUE(
        says("'rocrand/rocrand_kernel.h' file not found", "librocrand-dev and libhiprand-dev"));
    EXPECT_FALSE(says("'grand.h' file not found", "librocrand-dev"));
    EXPECT_TRUE(says("unknown type name '__hip_bfloat16'", "<hip/hip_bf16.h>"));
    EXPECT_TRUE(says("unknown type name '__half2'", "<hip/hip_fp16.h>"));
    EXPECT_EQ(advice_on("k.hip:3:1: error: unknown type name 'halfway'\n"), "");
}

}  // namespace
}  // namespace tileproof::compiler
