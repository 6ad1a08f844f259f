#include "kernels/user/source_pass.hpp"

#include <gtest/gtest.h>

namespace tileproof::properties {
namespace {

std::string prepared(const std::string& source) { return prepared_source(source, "k.hip"); }

std::string refusal(const std::string& source) {
    try {
        prepared(source);
        return "accepted";
    } catch (const source_refused& e) {
        return e.what();
    }
}

TEST(SourcePass, TurnsALaunchIntoACall) {
    EXPECT_EQ(
        prepared("k<<<2, dim3(4, 8)>>>(a, b + 1);"),
        "#line 1 \"k.hip\"\n::tileproof::hip_on::launch_kernel(\"k\", 2,  dim3(4, 8), 0, nullptr, "
        "[&](const auto&... arguments_) { k(arguments_...); }, a, b + 1);");
}

TEST(SourcePass, KnowsTemplatesNamespacesSharedBytesAndStreams) {
    const std::string out = prepared("ns::k<8, float>\n  <<<f(x, y), 64, n * 4, s>>>();");
    EXPECT_NE(out.find("launch_kernel(\"ns::k<8, float>\", f(x, y),  64,  n * 4,  s, "), out.npos)
        << out;
    EXPECT_NE(out.find("{ ns::k<8, float>(arguments_...); })"), out.npos) << out;
}

TEST(SourcePass, RewritesEveryLaunchOfAFile) {
    const std::string out = prepared("a<<<1, 1>>>(x);\nif (c) b<<<1, 1>>>(y);\n");
    EXPECT_EQ(out.find("<<<"), out.npos) << out;
    EXPECT_NE(out.find("\nif (c) ::tileproof"), out.npos) << out;
}

TEST(SourcePass, LeavesCommentsAndStringsAlone) {
    const std::string source =
        "// k<<<1, 1>>>(x); asm\n/* texture */ const char* s = \"tex2D k<<<1,1>>>(x)\";\n";
    EXPECT_EQ(prepared(source), "#line 1 \"k.hip\"\n" + source);
}

TEST(SourcePass, GivesDynamicSharedMemoryAMeaning) {
    EXPECT_EQ(prepared("extern __shared__ float values[];"),
              "#line 1 \"k.hip\"\nHIP_DYNAMIC_SHARED( float , values);");
}

TEST(SourcePass, RefusesWhatTheCpuDevicesDoNotHaveWithASentenceAndALine) {
    EXPECT_EQ(refusal("int a;\nfloat v = tex2D<float>(t, 1, 2);").substr(0, 61),
              "k.hip:2: textures are not supported by the cpu devices: read ");
    EXPECT_NE(refusal("asm volatile(\"s_nop 0\");").find("inline assembly"), std::string::npos);
    EXPECT_NE(refusal("namespace cg = cooperative_groups;").find("cooperative groups"),
              std::string::npos);
    EXPECT_NE(refusal("hipLaunchCooperativeKernel(f, g, b, a, 0, s);").find("whole grid"),
              std::string::npos);
    EXPECT_NE(refusal("k<<<1>>>(x);").find("cannot be read"), std::string::npos);
}

TEST(SourcePass, AcceptsWordsThatOnlyContainARefusedOne) {
    EXPECT_EQ(refusal("int asm_count, my_texture;"), "accepted");
}

}  // namespace
}  // namespace tileproof::properties
