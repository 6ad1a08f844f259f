// SPDX-License-Identifier: MIT
// The translation of preprocessed HIP, its tokens, launches, shared memory, kernels and assembly.
#include "compiler/translate/source_pass.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace tileproof::compiler {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

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

TEST(SourcePass, LeavesAddressSpacesOut) {
    EXPECT_THAT(for_cpu("auto p = (__attribute__((address_space(3))) void*)(q);"),
                HasSubstr("auto p = (__attribute__(()) void*)(q);"));
    EXPECT_THAT(for_cpu("typedef __attribute__((__address_space__(SPACE), aligned(4))) int lds;"),
                HasSubstr("typedef __attribute__((, aligned(4))) int lds;"));
    EXPECT_THAT(for_cpu("int [[clang::address_space(1)]]* p;"), HasSubstr("int [[]]* p;"));
    EXPECT_THAT(for_cpu("int f() { return address_space(3); }"), HasSubstr("address_space(3)"));
}

TEST(SourcePass, BeginsAKernelWithItsLaunchBounds) {
    const std::string bounds = "__attribute__((__tileproof_launch_bounds__(T * 2, 1)))";
    const std::string call = "(int* p) { ::tileproof::hip_on::within_launch_bounds(T * 2, 1); *p";
    EXPECT_THAT(
        for_cpu("template <int T> __tileproof_global__ void " + bounds + " k(int* p) { *p = 1; }"),
        HasSubstr("k" + call));
    EXPECT_THAT(for_cpu(bounds + " __tileproof_global__ void k(int* p) { *p = 1; }"),
                HasSubstr("k" + call));
    EXPECT_THAT(for_cpu("__tileproof_global__ void " + bounds + " k(int* p);"),
                Not(HasSubstr("bounds")));
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
    EXPECT_THAT(for_cpu("void f() { asm volatile(\"\" : \"+r\"(x)); }"),
                HasSubstr("asm volatile(\"\" : \"+r\"(x));"));
    for (const char* of_gpu : {"asm volatile(\"\" ::: \"a\" \"17\");", "asm(\"\" : \"+v\"(x[0]));",
                               "asm volatile(\"\" :: \"s\"(f(1)) : \"v255\");"})
        EXPECT_THAT(for_cpu("void f() { " + std::string(of_gpu) + " }"),
                    HasSubstr("{ __asm__ volatile(\"\" ::: \"memory\"); }"))
            << of_gpu;
}

TEST(SourcePass, ReadsSeveralLinesOfAssembly) {
    EXPECT_THAT(for_cpu("void f() { asm volatile(\"s_waitcnt vmcnt(0) \\n s_barrier \" ::); }"),
                HasSubstr("{ ::tileproof::hip_on::__syncthreads(0); }"));
    EXPECT_THAT(
        for_cpu("void f() { asm volatile(\"s_nop 4\\n\" \"buffer_load_dwordx2 %0, %1, %2, 0 offen "
                "offset:%3\" : \"+v\"(d) : \"v\"(at), \"s\"(r), \"n\"(16)); }"),
        HasSubstr("intrinsics::assembly_load<8>((d), (at), (r), 0, (16)), true)"));
    EXPECT_THAT(
        for_cpu(
            "void f() { asm volatile(\"v_cmpx_le_u32 exec, 1, %4\\n\" \"buffer_store_short %0, %1, "
            "%2, 0 offen offset:%3\\n\" \"s_mov_b64 exec %5\" : : \"v\"(d), \"v\"(at), "
            "\"s\"(r), \"n\"(0), \"v\"(flag), \"s\"(all)); }"),
        HasSubstr("(void)(1 <= static_cast<unsigned>((flag)) && "
                  "(::tileproof::hip_on::intrinsics::assembly_store<2>((d), "));
    // By the number of a record: not read as an offset.
    EXPECT_NE(refusal("void f() { asm(\"buffer_load_dword %0, %1, %2, 0 idxen\" : \"=v\"(d) : "
                      "\"v\"(i), \"s\"(r)); }"),
              "");
    // Straight into shared memory, whose place is a register: not read as one of the above.
    EXPECT_NE(
        refusal("void f() { asm(\"buffer_load_dword %1, %2, 0 offen offset:%3 lds\" : \"=r\"(s) : "
                "\"v\"(at), \"s\"(r), \"n\"(0)); }"),
        "");
}

TEST(SourcePass, KeepsTheLinesAfterAssemblyOfSeveralLines) {
    const std::string made =
        for_cpu("void f() {\nasm volatile(\"s_nop 4\\n\"\n\"s_nop 5\"\n::);\nint in_line_5;\n}");
    const std::size_t first = made.find("void f"), at = made.find("int in_line_5");
    ASSERT_NE(at, made.npos);
    EXPECT_EQ(std::count(made.begin() + static_cast<long>(first),
                         made.begin() + static_cast<long>(at), '\n'),
              4);
}

TEST(SourcePass, LeavesAssemblyOfHeadersUntilItIsReached) {
    const std::string made = for_cpu(
        "# 1 \"lib/inner.hpp\" 1\nvoid g() { asm volatile(\"ds_read_b32 %0, %1\" : \"=v\"(a) : "
        "\"v\"(b)); }\n# 2 \"app/k.hip\" 2\nint x;");
    EXPECT_THAT(made,
                HasSubstr("{ ::tileproof::hip_on::assembly_was_reached(\"this inline assembly "
                          "does not run on the cpu devices: ds_read_b32 %0, %1\"); }"));
}

TEST(SourcePass, LeavesBuiltinsThatAreNotThereUntilTheyAreReached) {
    const std::string inner = "# 7 \"lib/inner.hpp\" 1\n", outer = "\n# 2 \"app/k.hip\" 2\nint x;";
    EXPECT_THAT(
        for_cpu(inner + "\nfloat g() { return __builtin_amdgcn_unheard_of(a[0], 1); }" + outer),
        HasSubstr("return ::tileproof::hip_on::builtin_was_reached(\"the cpu devices do not have "
                  "__builtin_amdgcn_unheard_of\", \"lib/inner.hpp\", 8, a[0], 1); }"));
    for (const char* kept :
         {"int __builtin_amdgcn_unheard_of(int);", "void g() { __builtin_amdgcn_s_sleep(1); }"})
        EXPECT_THAT(for_cpu(inner + kept + outer), HasSubstr(kept));
    EXPECT_THAT(refusal("int x;\nint g() { return __builtin_amdgcn_unheard_of(); }"),
                AllOf(StartsWith("app/k.hip:2: "), HasSubstr("__builtin_amdgcn_unheard_of")));
}

TEST(SourcePass, GivesIntrinsicsThatALabelNamesABody) {
    EXPECT_THAT(
        for_cpu("struct s {};\n__tileproof_device__ f4 load(i4 r, int at, int more, int aux) "
                "__asm(\"llvm.amdgcn.raw.buffer.load.v4f32\");"),
        HasSubstr("inline  f4 load(i4 r, int at, int more, int aux) { return "
                  "::tileproof::hip_on::intrinsics::raw_buffer_load(r, at, more, aux); }"));
    // A label of another kind stays.
    EXPECT_THAT(for_cpu("int g(int v) __asm(\"the_name_of_g\");"),
                HasSubstr("int g(int v) __asm(\"the_name_of_g\");"));
}

TEST(SourcePass, KeepsTheDevicesFunctionOfTwoThatDifferInTheirMarkOnly) {
    const std::string host = "__tileproof_host__ ", device = "__tileproof_device__ ";
    const std::string made = for_cpu(
        "namespace n {\n" + host + "int f(int x) { return x; }\n" + device +
        "int f(int y) { return 2 * y; }\n" + host + "int f(long x) { return 3; }\n}\n" + host +
        "int f(int x) { return 4; }\nstruct s {\n" + host + "int h() const { return 5; }\n" +
        device + "int h() const { return 6; }\n" + host + "int h() { return 7; }\n};\n");
    for (const char* kept :
         {"int f(int x) ;", "return 2 * y", "return 3", "return 4", "return 6", "return 7"})
        EXPECT_THAT(made, HasSubstr(kept));
    const std::size_t once = made.find("int h() const");  // a class has a function once
    EXPECT_EQ(made.find("int h() const", once + 1), made.npos);
    for (const char* gone : {"return x", "return 5"}) EXPECT_THAT(made, Not(HasSubstr(gone)));
    // As constant as the one that stays, so that they are one function.
    const std::string constant = for_cpu("template <class T>\n" + host +
                                         "constexpr T g(T x) { return x; }\ntemplate <class T>\n" +
                                         device + "T g(T x) { return x + 1; }\n");
    EXPECT_THAT(constant, Not(HasSubstr("constexpr")));
    EXPECT_THAT(constant, HasSubstr("T g(T x) ;"));
}

TEST(SourcePass, RefusesByConstructWithTheLineOfTheUsersFile) {
    EXPECT_THAT(refusal("int x;\nvoid f() { asm(\"ds_read_b32 %0, %1\" : \"=v\"(a) : \"v\"(b)); }"),
                StartsWith("app/k.hip:2: "));
    EXPECT_THAT(refusal("# 40 \"app/inner.hpp\" 1\nvoid f() {\n k<<<1, 2; }"),
                StartsWith("app/inner.hpp:41: "));
    EXPECT_EQ(refusal("int cooperative_groups, texture;"), "");
}

}  // namespace
}  // namespace tileproof::compiler
