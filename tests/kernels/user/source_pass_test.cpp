// SPDX-License-Identifier: MIT
// The translation of preprocessed HIP, its tokens, launches, shared memory, kernels and assembly.
#include "kernels/user/source_pass.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace tileproof::user {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string for_cpu(const std::string& text) {
    return translated("# 1 \"app/k.hip\"\n" + text, translate_for::cpu);
}
std::string refusal(const std::string& text) {
    try {
        for_cpu(text);
    } catch (const source_refused& e) {
        return e.what();
    }
    return "";
}

TEST(SourcePass, MakesALaunchAnObjectThatIsCalledWithTheArguments) {
    const std::string made = for_cpu("void f() { scale<<<(n + 255) / 256, 256>>>(in, out, n); }");
    EXPECT_THAT(made, HasSubstr("kernel_launch(\"scale\", [&](const auto&... arguments_)"));
    EXPECT_THAT(made, HasSubstr("scale(arguments_...); }, (n + 255) / 256, 256)(in, out, n);"));
}

TEST(SourcePass, ReadsNamespacesTemplatesAndLinesBetween) {
    EXPECT_THAT(for_cpu("void f() { a::b<4, c<2>>\n<<<g, b, 0, s>>>(x); }"),
                HasSubstr("kernel_launch(\"a::b<4, c<2>>\""));
    EXPECT_THAT(
        for_cpu("void f() { else_ ? 0 : 1; hipLaunchKernelGGL(k<1, 2>, g, b, 0, s, x, y); }"),
        HasSubstr("{ k<1, 2>(arguments_...); },  g, b, 0, s)( x, y);"));
    EXPECT_THAT(for_cpu("void f() { hipLaunchKernelGGL(k, g, b, 0, 0); }"),
                HasSubstr("k(arguments_...); },  g, b, 0, 0)();"));
}

TEST(SourcePass, LeavesLiteralZerosAndBracedListsWhereTheirParameterIs) {
    const std::string made = for_cpu("void f() { k<<<1, 1>>>(p, 0, {1, 2}, n, __null); }");
    EXPECT_THAT(made, HasSubstr("const auto& argument0_, const auto& argument3_"));
    EXPECT_THAT(made, HasSubstr("k(argument0_, 0, {1, 2}, argument3_, __null)"));
    std::string call = made.substr(made.rfind(")(") + 1);
    std::erase(call, ' ');
    EXPECT_THAT(call, StartsWith("(p,n)"));
}

TEST(SourcePass, EvaluatesAKernelThatIsComputedOnTheHost) {
    EXPECT_THAT(for_cpu("void f() { table[i]<<<1, 1>>>(p); }"),
                HasSubstr("computed_kernel(table[i]), 1, 1)(p)"));
    EXPECT_THAT(for_cpu("void f() { s->kernel<<<1, 1>>>(p); }"),
                HasSubstr("computed_kernel(s->kernel)"));
}

TEST(SourcePass, TouchesNoHeaderOfTheSystemAndNoText) {
    EXPECT_EQ(for_cpu("const char* s = \"k<<<1, 1>>>(p)\";\n"),
              "# 1 \"app/k.hip\"\nconst char* s = \"k<<<1, 1>>>(p)\";\n");
    const std::string system = "# 1 \"/usr/include/x\" 1 3\nint a = operator<<<int>(b, c);\n";
    EXPECT_THAT(for_cpu(system), HasSubstr(system));
}

TEST(SourcePass, TakesNoNameInTheDevicesHeadersForAKernelOfTheUser) {
    const std::string header =
        "const void* code_of() { return reinterpret_cast<const void*>(&kernel); }\n";
    const std::string user = "\n# 1 \"app/k.hip\"\n__tileproof_global__ void kernel(int* p) { }\n";
    EXPECT_THAT(for_cpu("# 90 \"/opt/include/tileproof_hip/launch.h\" 1\n" + header + user),
                HasSubstr(header));
    EXPECT_THAT(for_cpu(header + user), Not(HasSubstr(header)));
}

TEST(SourcePass, GivesDynamicSharedMemoryAPointerInFunctionsAndOutside) {
    EXPECT_THAT(for_cpu("void f() { extern __tileproof_shared__ float s[]; s[0] = 1; }"),
                HasSubstr("{ auto* const s = (reinterpret_cast<float "
                          "*>(::tileproof::cpu_engine::dynamic_shared())); "
                          "s[0] = 1; }"));
    const std::string outside =
        for_cpu("extern __tileproof_shared__ int t[];\nvoid f() { t[1] = x.t; }");
    EXPECT_THAT(
        outside,
        HasSubstr(
            "{ (reinterpret_cast<int *>(::tileproof::cpu_engine::dynamic_shared()))[1] = x.t; }"));
    EXPECT_THAT(outside, Not(HasSubstr("extern")));
}

TEST(SourcePass, GivesSharedVariablesOfCTheLinkageOfCpp) {
    const auto has_linkage = [](const std::string& text) {
        return for_cpu(text).find("extern \"C++\" { ") != std::string::npos;
    };
    const std::string made = for_cpu(
        "extern \"C\" { namespace a::b { __tileproof_shared__ struct { int v; } x; int y; } }");
    EXPECT_THAT(made, HasSubstr("{ extern \"C++\" { __attribute__"));
    EXPECT_THAT(made, HasSubstr("thread_local struct { int v; } x; } int y; } }"));
    EXPECT_FALSE(has_linkage("namespace a { __tileproof_shared__ int x; }"));
    EXPECT_FALSE(has_linkage("extern \"C\" { void f() { __tileproof_shared__ int x; } }"));
    EXPECT_FALSE(has_linkage("extern \"C\" { void f(); } __tileproof_shared__ int x;"));
    EXPECT_FALSE(has_linkage("extern \"C\" { extern __tileproof_shared__ int x[]; }"));
}

TEST(SourcePass, EntersKernelsByNameAndByAddress) {
    const std::string made = for_cpu(
        "namespace a { __tileproof_global__ void k(int* p, int n = 4) { } }\n"
        "template <class T> __tileproof_global__ void t(T* p) { }\n"
        "void* q = (void*)t<float>; const void* r = reinterpret_cast<const void*>(a::k); void* o = "
        "(void*)p;");
    EXPECT_THAT(made, HasSubstr("kernel_entry tileproof_entry_0_(static_cast<void (*)(int * p , "
                                "int n )>(&k), \"k\");"));
    EXPECT_THAT(made, Not(HasSubstr("tileproof_entry_1_")));
    EXPECT_THAT(made, HasSubstr("q = ::tileproof::hip_on::kernel_address(t<float>);"));
    EXPECT_THAT(made, HasSubstr("r = ::tileproof::hip_on::kernel_address(a::k);"));
    EXPECT_THAT(made, HasSubstr("o = (void*)p;"));
}

TEST(SourcePass, LeavesInstantiationsAsTheyAre) {
    const std::string made = for_cpu(
        "template <class T> __tileproof_global__ void k(T* p) { }\n"
        "template __tileproof_global__ void k<float>(float*);\n"
        "template __tileproof_global__ void k(double*);\n"
        "extern template __tileproof_global__ void k<int>(int*);\n");
    for (const char* const line :
         {" void k<float>(float*);\n", " void k(double*);\n", " void k<int>(int*);\n"})
        EXPECT_THAT(made, HasSubstr(line));
    EXPECT_THAT(made, Not(HasSubstr("kernel_entry")));
}

TEST(SourcePass, MarksVariablesForTheCheckedDeviceButNoLambda) {
    const std::string text =
        "__tileproof_device__ int v; auto l = [] __tileproof_device__ (int i) { return i; };";
    EXPECT_EQ(translated(text, translate_for::cpu_checked),
              "__attribute__((annotate(\"tileproof_device\"))) int v; auto l = []  (int i) { "
              "return i; };");
    EXPECT_EQ(translated(text, translate_for::cpu), " int v; auto l = []  (int i) { return i; };");
}

TEST(SourcePass, KnowsTheCommonFormsOfAssembly) {
    EXPECT_THAT(for_cpu("void f() { asm volatile(\"s_waitcnt lgkmcnt(0)\"); }"),
                HasSubstr("{ ((void)0); }"));
    EXPECT_THAT(
        for_cpu("void f() { asm volatile(\"v_mov_b32_e32 %0, %1\" : \"=v\"(a) : \"v\"(b[i])); }"),
        HasSubstr("((a) = (b[i]));"));
    EXPECT_THAT(for_cpu("void f() { asm volatile(\"\" ::: \"memory\"); }"),
                HasSubstr("asm volatile(\"\" ::: \"memory\");"));
}

TEST(SourcePass, RefusesByConstructWithTheLineOfTheUsersFile) {
    EXPECT_THAT(refusal("int x;\nvoid f() { asm(\"ds_read_b32 %0, %1\" : \"=v\"(a) : \"v\"(b)); }"),
                StartsWith("app/k.hip:2: "));
    EXPECT_THAT(refusal("# 40 \"app/inner.hpp\" 1\nvoid f() {\n k<<<1, 2; }"),
                StartsWith("app/inner.hpp:41: "));
    EXPECT_EQ(refusal("int cooperative_groups, texture;"), "");
}

}  // namespace
}  // namespace tileproof::user
