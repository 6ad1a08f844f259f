// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/instrument/rewrite.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "devices/cpu_checked/instrument/ir_text.hpp"
#include "devices/cpu_checked/instrument/places.hpp"
#include "devices/cpu_checked/instrument/variables.hpp"
#include "devices/cpu_checked/instrument/vector_elements.hpp"

namespace tileproof::cpu_checked {
namespace {

const rewrite_paths paths{{"/library/"}, {"/inlined/"}, {"/engine/"}};

// A module as the thread sanitizer leaves it: one function of k.hip with `body`.
std::string module_with(const std::string& body, const std::string& globals = "") {
    return "target triple = \"x86_64-pc-linux-gnu\"\n" + globals +
           "define void @f(ptr %0) #0 !dbg !5 {\n" + body +
           "  ret void\n}\n"
           "define internal void @tsan.module_ctor() {\n  call void @__tsan_init()\n  ret void\n}\n"
           "declare void @__tsan_read4(ptr) #1\n"
           "attributes #0 = { nounwind sanitize_thread }\n"
           "!4 = !DIFile(filename: \"k.hip\", directory: \"/here\")\n"
           "!5 = distinct !DISubprogram(name: \"f<8>\", scope: !4, file: !4, line: 3)\n"
           "!6 = !DILocation(line: 7, column: 9, scope: !5)\n"
           "!7 = !DIFile(filename: \"/library/view.hpp\", directory: \"/here\")\n"
           "!8 = distinct !DISubprogram(name: \"get\", scope: !7, file: !7, line: 40)\n"
           "!9 = distinct !DILocation(line: 41, column: 2, scope: !8, inlinedAt: !6)\n"
           "!10 = !DIFile(filename: \"/engine/run.hpp\", directory: \"/here\")\n"
           "!11 = distinct !DISubprogram(name: \"go\", scope: !10, file: !10, line: 1)\n"
           "!12 = !DILocation(line: 2, scope: !11, inlinedAt: !6)\n";
}

std::string rewritten(const std::string& body, const std::string& globals = "") {
    return call_runtime(module_with(body, globals), paths);
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

TEST(Rewrite, GivesEachAccessItsPlace) {
    const std::string out = rewritten("  call void @__tsan_read4(ptr %0), !dbg !6\n");
    EXPECT_TRUE(
        has(out,
            "call void @tileproof_checked_read4(ptr %0, ptr getelementptr (%tileproof.site, ptr "
            "@tileproof.sites, i64 0)), !dbg !6"))
        << out;
    EXPECT_TRUE(has(out, "declare void @tileproof_checked_read4(ptr, ptr) nomerge nounwind"))
        << out;
    EXPECT_TRUE(has(out, "i32 7, i32 9, i32 0, i32 0, ptr @tileproof_checked_nowhere"));
    EXPECT_TRUE(has(out, "c\"k.hip\\00\""));
    EXPECT_TRUE(has(out, "c\"f<8>\\00\""));
    EXPECT_FALSE(has(out, "__tsan")) << out;
}

TEST(Rewrite, ReportsWhatAnInlinedLibraryFunctionDoesAtItsCaller) {
    const std::string out = rewritten("  call void @__tsan_read4(ptr %0), !dbg !9\n");
    EXPECT_TRUE(has(out, "i32 7, i32 9, i32 0, i32 0")) << out;
}

TEST(Rewrite, LeavesTheEnginesAccessesAndLocalVariablesAlone) {
    const std::string out = rewritten(
        "  %1 = alloca [4 x float], align 4\n"
        "  %2 = getelementptr inbounds [4 x float], ptr %1, i64 0, i64 2\n"
        "  call void @__tsan_read4(ptr %2), !dbg !6\n"
        "  call void @__tsan_write4(ptr %0), !dbg !12\n");
    EXPECT_FALSE(has(out, "@tileproof_checked_read4")) << out;
    EXPECT_FALSE(has(out, "@tileproof_checked_write4")) << out;
}

TEST(Rewrite, KeepsTheOperandsOfAtomicsAndTheirResult) {
    const std::string out =
        rewritten("  %3 = call i32 @__tsan_atomic32_fetch_add(ptr %0, i32 1, i32 0), !dbg !6\n");
    EXPECT_TRUE(
        has(out, "%3 = call i32 @tileproof_checked_atomic32_fetch_add(ptr %0, i32 1, i32 0, ptr "))
        << out;
}

TEST(Rewrite, LeavesExplicitInstantiationsToOtherFilesOfAProgram) {
    const std::string more =
        "$g = comdat any\n"
        "define weak_odr void @g() #0 comdat !dbg !5 {\n  ret void\n}\n"
        "define linkonce_odr void @h() #0 comdat !dbg !5 {\n  ret void\n}\n";
    const std::string program = call_runtime(module_with("", more), paths, true),
                      kernel = call_runtime(module_with("", more), paths, false);
    EXPECT_TRUE(has(program, "define weak_odr void @g() #0 comdat")) << program;
    EXPECT_TRUE(has(program, "define internal void @h()")) << program;
    EXPECT_TRUE(has(kernel, "define internal void @g()")) << kernel;
}

TEST(Rewrite, KeepsFences) {
    EXPECT_TRUE(has(rewritten("  call void @__tsan_atomic_thread_fence(i32 5), !dbg !12\n"),
                    "@tileproof_checked_atomic_thread_fence(i32 5, "));
}

TEST(Rewrite, AddsTheAccessesThatTheSanitizerLeavesOut) {
    const std::string out = rewritten(
        "  %3 = load <8 x float>, ptr %0, align 32, !dbg !6\n"
        "  store <8 x float> %3, ptr %0, align 16, !dbg !6\n"
        "  %4 = atomicrmw fadd ptr %0, float 1.0 monotonic, align 4, !dbg !6\n");
    EXPECT_TRUE(has(out, "@tileproof_checked_read_range(ptr %0, i64 32, i32 32, ")) << out;
    EXPECT_TRUE(has(out, "@tileproof_checked_write_range(ptr %0, i64 32, i32 16, ")) << out;
    EXPECT_TRUE(has(out, "@tileproof_checked_atomic(ptr %0, i64 4, i32 0, ")) << out;
}

// A twin that says what is unset: all of it behind the marked store, nothing behind another one.
TEST(Rewrite, AsksBeforeALoadOfAVariableThatBeganWithoutAValue) {
    const std::string out = rewritten(
        "  %sum = alloca float, align 4\n"
        "  store float 0xFFFFFFFFE0000000, ptr %sum, align 4, !dbg !6, !annotation !99\n"
        "  %3 = load float, ptr %sum, align 4, !dbg !6\n"
        "  %4 = fadd float %3, 1.0\n"
        "  store float %4, ptr %sum, align 4, !dbg !6\n");
    EXPECT_TRUE(has(out, "  %unset.sum = alloca float, align 4\n")) << out;
    EXPECT_TRUE(has(out, "!annotation !99\n  store i32 -1, ptr %unset.sum, align 1\n")) << out;
    EXPECT_TRUE(has(out,
                    "  %tileproof.unset.0 = load i32, ptr %unset.sum, align 1\n"
                    "  %tileproof.is_unset.0 = icmp ne i32 %tileproof.unset.0, 0\n"
                    "  call void @tileproof.when_unset(i1 %tileproof.is_unset.0, ptr "
                    "@tileproof.variable.0, "))
        << out;
    EXPECT_TRUE(has(out, "ptr %sum, align 4, !dbg !6\n  store i32 0, ptr %unset.sum, align 1\n"))
        << out;
    EXPECT_TRUE(has(out, "@tileproof.variable.0 = private constant [4 x i8] c\"sum\\00\"")) << out;
}

TEST(Rewrite, CopiesTheTwinOfWhatIsOnlyMovedToAnotherVariable) {
    const std::string out = rewritten(
        "  %next = alloca i32, align 4\n"
        "  %now = alloca i32, align 4\n"
        "  store i32 -1431655766, ptr %next, align 4, !dbg !6, !annotation !99\n"
        "  %3 = load i32, ptr %next, align 4, !dbg !6\n"
        "  store i32 %3, ptr %now, align 4, !dbg !6\n");
    EXPECT_FALSE(has(out, "call void @tileproof.when_unset(")) << out;
}

// Both elements begin, one is set, then f() may look: the runtime is told there, once, when a bit is left.
TEST(Rewrite, TellsOfAVariableOnceWhereOthersMayLookAtIt) {
    const std::string out = rewritten(
        "  %pair = alloca [2 x float], align 4\n"
        "  store float 0xFFFFFFFFE0000000, ptr %pair, align 4, !dbg !6, !annotation !99\n"
        "  %3 = getelementptr inbounds float, ptr %pair, i64 1\n"
        "  store float 0xFFFFFFFFE0000000, ptr %3, align 4, !dbg !6, !annotation !99\n"
        "  store float 1.0, ptr %pair, align 4, !dbg !6\n"
        "  call void @f(ptr %pair), !dbg !6\n");
    const std::size_t told = out.find("  call void @tileproof.begin_unset(i1 %tileproof.tells."),
                      set = out.find("store float 1.0, ptr %pair"),
                      asked = out.find("@f(ptr %pair)");
    ASSERT_NE(told, out.npos) << out;
    EXPECT_LT(set, told) << out;
    EXPECT_LT(told, asked) << out;
    EXPECT_EQ(out.find("call void @tileproof.begin_unset(", told + 3), out.npos) << out;
    EXPECT_TRUE(has(out, "getelementptr i8, ptr %unset.pair, i64 0\n")) << out;
    EXPECT_TRUE(has(out, "getelementptr i8, ptr %unset.3, i64 0\n")) << out;
    EXPECT_TRUE(
        has(out, "  call void @tileproof.end_unset(ptr %pair, ptr %told.pair)\n  ret void\n"))
        << out;
}

// A store elsewhere may hand the address on, and a load elsewhere may be of the variable: it is told before.
TEST(Rewrite, TellsOfAVariableBeforeAnAccessElsewhere) {
    const std::string out = rewritten(
        "  %sum = alloca float, align 4\n"
        "  store float 0xFFFFFFFFE0000000, ptr %sum, align 4, !dbg !6, !annotation !99\n"
        "  call void @__tsan_read4(ptr %0), !dbg !6\n"
        "  %3 = load float, ptr %0, align 4, !dbg !6\n"
        "  store float 1.0, ptr %sum, align 4, !dbg !6\n"
        "  call void @f(ptr %sum), !dbg !6\n");
    const std::size_t told = out.find("  call void @tileproof.begin_unset(i1 %tileproof.tells.");
    ASSERT_NE(told, out.npos) << out;
    EXPECT_LT(told, out.find("@tileproof_checked_read4(ptr %0")) << out;
}

TEST(Rewrite, LeavesAVariableAloneWhoseUsesItCannotFollow) {
    const std::string out = rewritten(
        "  %value = alloca i32, align 4\n"
        "  store i32 -1431655766, ptr %value, align 4, !dbg !6, !annotation !99\n"
        "  call void @sets_it(ptr %value), !dbg !6\n"
        "  %3 = load i32, ptr %value, align 4, !dbg !6\n"
        "  %4 = add i32 %3, 1\n");
    EXPECT_FALSE(has(out, "unset")) << out;
}

TEST(Rewrite, GivesSharedVariablesAGapAndAnEntryInTheTable) {
    const std::string out = rewritten(
        "  %3 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @_ZZ1fvE4tile), !dbg "
        "!6\n",
        "@_ZZ1fvE4tile = internal thread_local global [8 x float] zeroinitializer, align 16\n"
        "@.str = private unnamed_addr constant [17 x i8] c\"tileproof_shared\\00\", section "
        "\"llvm.metadata\"\n"
        "@.str.1 = private unnamed_addr constant [6 x i8] c\"k.hip\\00\", section "
        "\"llvm.metadata\"\n"
        "@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, "
        "ptr, ptr, i32, "
        "ptr } { ptr @_ZZ1fvE4tile, ptr @.str, ptr @.str.1, i32 4, ptr null }], section "
        "\"llvm.metadata\"\n");
    EXPECT_TRUE(has(out,
                    "@_ZZ1fvE4tile = internal global <{ [8 x float], [65536 x i8] }> "
                    "zeroinitializer, align 16"))
        << out;
    EXPECT_TRUE(has(out, "%3 = getelementptr i8, ptr @_ZZ1fvE4tile, i64 0, !dbg !6")) << out;
    EXPECT_TRUE(has(out, "%tileproof.object { ptr @_ZZ1fvE4tile, i64 ptrtoint")) << out;
    EXPECT_TRUE(has(out, "c\"tile\\00\"")) << out;
}

TEST(Rewrite, MakesInlineFunctionsLocalToTheirFile) {
    const std::string out = rewritten(
        "",
        "$_Z3getv = comdat any\n@table = linkonce_odr dso_local constant i32 3, comdat, align 4\n"
        "define linkonce_odr hidden i32 @_Z3getv() #2 comdat {\n  ret i32 1\n}\n");
    EXPECT_TRUE(has(out, "define internal i32 @_Z3getv() #2 {")) << out;
    EXPECT_TRUE(has(out, "@table = internal constant i32 3, align 4")) << out;
    EXPECT_FALSE(has(out, "comdat")) << out;
}

TEST(Rewrite, KeepsTheAlignmentOfStructCopies) {
    const std::string kept = keep_copies(
        "define void @f(ptr %0) #0 {\n"
        "  %1 = alloca %struct.float4, align 16\n"
        "  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %1, ptr align 8 %0, i64 16, i1 false), "
        "!dbg !6\n}\n",
        paths);
    EXPECT_TRUE(has(kept, "@tileproof_kept_copy(ptr %1, ptr %0, i64 16, i32 0, i32 8), !dbg !6"))
        << kept;
    const std::string out = rewritten(
        "  call void (ptr, ptr, i64, i32, i32, ...) @tileproof_kept_copy(ptr %1, ptr %0, i64 16, "
        "i32 0, i32 8), !dbg !6\n");
    EXPECT_TRUE(has(out, "@tileproof_checked_read_bytes(ptr %0, i64 16, i32 8, ")) << out;
    EXPECT_TRUE(
        has(out, "call void @llvm.memcpy.p0.p0.i64(ptr %1, ptr %0, i64 16, i1 false), !dbg !6"))
        << out;
    EXPECT_FALSE(has(out, "write_range")) << out;
}

TEST(Rewrite, LeavesThePaddingOfStructCopiesOut) {
    const std::string kept = keep_copies(
        "define void @f(ptr %0, ptr %1) #0 {\n"
        "  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %1, ptr align 8 %0, i64 40, i1 false), "
        "!tbaa.struct !3\n}\n"
        "!1 = !{!\"omnipotent char\", !2, i64 0}\n"
        "!3 = !{i64 0, i64 1, !5, i64 8, i64 8, !4, i64 16, i64 2, !4, i64 24, i64 16, !5}\n"
        "!5 = !{!1, !1, i64 0}\n",
        paths);
    EXPECT_TRUE(
        has(kept,
            "(ptr %1, ptr %0, i64 40, i32 8, i32 8, i64 0, i64 1, i64 1, i64 8, i64 10, i64 1, "
            "i64 24, i64 16, i64 0)"))
        << kept;
    const std::string out = rewritten(
        "  call void (ptr, ptr, i64, i32, i32, ...) @tileproof_kept_copy(ptr %1, ptr %0, i64 16, "
        "i32 0, i32 8, i64 0, i64 1, i64 1, i64 4, i64 8, i64 0), !dbg !6\n");
    EXPECT_TRUE(has(out, "@tileproof_checked_read_range(ptr %0, i64 1, i32 8, ")) << out;
    EXPECT_TRUE(has(out, "%tileproof.piece.0 = getelementptr i8, ptr %0, i64 4, !dbg !6")) << out;
    EXPECT_TRUE(has(out, "@tileproof_checked_read_bytes(ptr %tileproof.piece.0, i64 8, i32 4, "))
        << out;
}

TEST(Rewrite, DoesNotReadAWordToSetABitFieldInIt) {
    const std::string bits =
        "  %3 = load i32, ptr %0, align 4\n"
        "  %4 = and i32 %3, -32\n"
        "  %5 = or i32 %4, 7\n"
        "  store i32 %5, ptr %0, align 4\n";
    const std::string other = "  store i32 1, ptr %1, align 4, !tbaa !9\n";
    const auto kept = [&](const std::string& body) {
        return keep_copies("define void @f(ptr %0, ptr %1) #0 {\n" + other + body + "}\n", paths);
    };
    EXPECT_TRUE(has(kept(bits), "%3 = load i32, ptr %0, align 4, !nosanitize !{}")) << kept(bits);
    EXPECT_FALSE(has(kept(bits + "  %6 = add i32 %3, 1\n"), "!nosanitize")) << "used elsewhere";
    EXPECT_FALSE(has(kept("  %3 = load i32, ptr %0, align 4, !tbaa !9\n  %4 = and i32 %3, -32\n"
                          "  store i32 %4, ptr %0, align 4, !tbaa !9\n"),
                     "!nosanitize"))
        << "a variable, not a bit-field";
}

std::string with_elements_alone(const std::string& body) {
    return access_elements_alone("define void @f(ptr %0, i32 %1) #0 {\n" + body + "}\n");
}

TEST(Rewrite, ReadsAndWritesAnElementOfAVectorAlone) {
    const std::string assigned =
        "  %3 = load volatile <4 x half>, ptr %0, align 2, !dbg !6\n"
        "  %4 = insertelement <4 x half> %3, half 1.0, i32 %1, !dbg !6\n"
        "  store volatile <4 x half> %4, ptr %0, align 2, !dbg !6, !tbaa !9\n";
    EXPECT_EQ(with_elements_alone(assigned),
              "define void @f(ptr %0, i32 %1) #0 {\n"
              "  %3 = getelementptr half, ptr %0, i32 %1, !dbg !6\n"
              "  %4 = freeze half 1.0, !dbg !6\n"
              "  store volatile half %4, ptr %3, align 2, !dbg !6\n"
              "}\n");
    EXPECT_EQ(with_elements_alone("  %3 = load <4 x half>, ptr %0, align 8, !dbg !6\n"
                                  "  %4 = extractelement <4 x half> %3, i64 2, !dbg !7\n"
                                  "  ret void\n"),
              "define void @f(ptr %0, i32 %1) #0 {\n"
              "  %3 = getelementptr half, ptr %0, i64 2, !dbg !6\n"
              "  %4 = load half, ptr %3, align 2, !dbg !6\n"
              "  ret void\n"
              "}\n");
    const std::string used = assigned + "  %5 = extractelement <4 x half> %3, i32 0\n";
    EXPECT_TRUE(has(with_elements_alone(used), used)) << "what was loaded is used elsewhere";
    std::string elsewhere = assigned;
    elsewhere.replace(elsewhere.rfind("ptr %0"), 6, "ptr %2");
    EXPECT_TRUE(has(with_elements_alone(elsewhere), elsewhere)) << "another vector is stored";
    std::string bits = assigned;
    replace_all(bits, "half 1.0", "i1 true");
    replace_all(bits, "<4 x half>", "<4 x i1>");
    EXPECT_TRUE(has(with_elements_alone(bits), bits)) << "eight elements lie in one byte";
}

TEST(Rewrite, ReadsTheElementsOfASwizzleAlone) {
    const std::string load = "  %3 = load <4 x float>, ptr %0, align 16, !dbg !6";
    const auto behind = [&](const std::string& mask) {
        const std::string shuffle =
            "  %4 = shufflevector <4 x float> %3, <4 x float> poison, " + mask + "\n  ret void\n";
        const std::string out = with_elements_alone(load + '\n' + shuffle),
                          before = "define void @f(ptr %0, i32 %1) #0 {\n" + load;
        EXPECT_TRUE(out.starts_with(before) && out.ends_with(shuffle + "}\n")) << out;
        return out.substr(before.size(), out.size() - before.size() - shuffle.size() - 2);
    };
    EXPECT_EQ(behind("<2 x i32> <i32 3, i32 2>"),
              ", !nosanitize !{}\n"
              "  %tileproof.elements.0.2 = getelementptr float, ptr %0, i64 2, !dbg !6\n"
              "  %tileproof.elements.0.2.read = load i64, ptr %tileproof.elements.0.2, align 8, "
              "!dbg !6\n");
    EXPECT_EQ(behind("<3 x i32> <i32 3, i32 poison, i32 0>"),
              ", !nosanitize !{}\n"
              "  %tileproof.elements.0.0 = getelementptr float, ptr %0, i64 0, !dbg !6\n"
              "  %tileproof.elements.0.0.read = load i32, ptr %tileproof.elements.0.0, align 16, "
              "!dbg !6\n"
              "  %tileproof.elements.0.3 = getelementptr float, ptr %0, i64 3, !dbg !6\n"
              "  %tileproof.elements.0.3.read = load i32, ptr %tileproof.elements.0.3, align 4, "
              "!dbg !6\n");
    EXPECT_TRUE(has(behind("<2 x i32> zeroinitializer"), "load i32, ptr %tileproof.elements.0.0,"));
    EXPECT_EQ(behind("<4 x i32> <i32 3, i32 2, i32 1, i32 0>"), "\n") << "all of it";
}

TEST(Rewrite, WritesTheElementsOfASwizzleAlone) {
    const std::string load = "  %3 = load <3 x float>, ptr %0, align 16",
                      shuffles =
                          "  %4 = shufflevector <2 x float> %2, <2 x float> poison, <3 x i32> <i32 "
                          "0, i32 1, i32 poison>\n"
                          "  %5 = shufflevector <3 x float> %3, <3 x float> %4, <3 x i32> <i32 0, "
                          "i32 4, i32 3>\n",
                      store = "  store <3 x float> %5, ptr %0, align 16\n";
    EXPECT_EQ(with_elements_alone(load + '\n' + shuffles + store),
              "define void @f(ptr %0, i32 %1) #0 {\n" + load + ", !nosanitize !{}\n" + shuffles +
                  "  %tileproof.elements.0.1 = getelementptr float, ptr %0, i64 1\n"
                  "  %tileproof.elements.0.1.set = shufflevector <3 x float> %5, <3 x float> "
                  "poison, <2 x i32> <i32 1, i32 2>\n"
                  "  store <2 x float> %tileproof.elements.0.1.set, ptr %tileproof.elements.0.1, "
                  "align 4\n}\n");
    EXPECT_FALSE(has(with_elements_alone(load + '\n' + shuffles + "  ret void\n"), "nosanitize"));
    EXPECT_FALSE(has(with_elements_alone(load + '\n' + shuffles + store +
                                         "  %6 = extractelement <3 x float> %3, i32 0\n"),
                     "nosanitize"));
    const std::string turned =
        "  %5 = shufflevector <3 x float> %2, <3 x float> poison, <3 x i32> <i32 2, i32 1, i32 "
        "0>\n";
    EXPECT_TRUE(has(with_elements_alone(load + '\n' + turned + store),
                    load + ", !nosanitize !{}\n" + turned + store))
        << "all of it, in another order";
    const std::string mixed = load +
                              "\n  %5 = shufflevector <3 x float> %3, <3 x float> poison, <3 x "
                              "i32> <i32 2, i32 1, i32 0>\n" +
                              store;
    EXPECT_TRUE(has(with_elements_alone(mixed), mixed)) << "read and written as a whole";
}

TEST(Rewrite, AsksBeforeADivisionThatTheDivisorIsNotZero) {
    const std::string out =
        rewritten("  %3 = sdiv i32 %1, %2, !dbg !6\n  %4 = urem i32 %3, 8, !dbg !6\n");
    EXPECT_TRUE(has(out, "%tileproof.when.0 = icmp eq i32 %2, 0")) << out;
    EXPECT_FALSE(has(out, "%tileproof.when.1")) << "a constant is known\n" << out;
}

TEST(Rewrite, CountsTheTurnsOfLoopsWithABarrier) {
    const std::string barrier =
        "_ZN9tileproof10cpu_engine9wait_callERNS0_12block_runnerENS0_5placeE";
    const std::string kept =
        keep_copies("define void @meet() {\n  call void @" + barrier +
                        "(ptr null, ptr null)\n  ret void\n}\n"
                        "define void @k(i1 %0) {\n  br label %2\n\n2:\n  call void @meet()\n"
                        "  br i1 %0, label %2, label %3\n\n3:\n  br i1 %0, label %3, label %4\n\n"
                        "4:\n  ret void\n}\n",
                    paths);
    EXPECT_TRUE(has(kept, "%tp.count.0 = alloca i64")) << kept;
    EXPECT_FALSE(has(kept, "%tp.count.1")) << "the second loop has no barrier\n" << kept;
    EXPECT_TRUE(has(kept, "store i64 0, ptr %tp.count.0, align 8\n  br label %2")) << kept;
    EXPECT_TRUE(has(kept, "store i64 %tp.turn.0.1.next, ptr %tp.count.0, align 8\n  br i1 %0"))
        << kept;
    EXPECT_TRUE(has(kept, "call i64 @tileproof_checked_enter(i64 ")) << kept;
    EXPECT_TRUE(has(kept, "call void @meet()\n  call void @tileproof_checked_leave(i64 %tp.old."))
        << kept;
}

TEST(Rewrite, RefusesCodeThatWasNotInstrumented) {
    EXPECT_THROW(call_runtime("define void @f() {\n  ret void\n}\n", paths), std::runtime_error);
}

TEST(IrText, KnowsTheSizesOfTypes) {
    EXPECT_EQ(type_bytes("i32"), 4u);
    EXPECT_EQ(type_bytes("<8 x half>"), 16u);
    EXPECT_EQ(type_bytes("<3 x float>"), 12u);
    EXPECT_EQ(type_bytes("<16 x i1>"), 2u);
    EXPECT_EQ(type_bytes("%struct.x"), 0u);
}

TEST(IrText, SplitsTheArgumentsOfACall) {
    const auto call = find_call(
        "  %1 = call ptr @f(ptr align 4 %a, i64 getelementptr (i8, ptr @x)), !dbg !7", "f");
    ASSERT_TRUE(call);
    EXPECT_EQ(call->name, "f");
    ASSERT_EQ(call->arguments.size(), 2u);
    EXPECT_EQ(read_pointer(call->arguments[0]).operand, "%a");
    EXPECT_EQ(read_pointer(call->arguments[0]).alignment, 4u);
    EXPECT_EQ(call->after, ", !dbg !7");
}

// A lambda, and a template that is made with one, have a $ in their names.
TEST(IrText, ReadsTheCallOfAQuotedName) {
    const auto call =
        find_call("  %1 = call float @\"_Z6reduceIZ4sumsPfE3$_0EfPKfT_\"(ptr %part, i32 4)", "_Z6");
    ASSERT_TRUE(call);
    EXPECT_EQ(call->name, "\"_Z6reduceIZ4sumsPfE3$_0EfPKfT_\"");
    EXPECT_EQ(call->before, "  %1 = call float ");
    ASSERT_EQ(call->arguments.size(), 2u);
    EXPECT_EQ(read_pointer(call->arguments[0]).operand, "%part");
    EXPECT_FALSE(find_call("  call void @\"a$b\"(ptr @_Z6c)", "_Z6"));
}

TEST(IrText, NamesTheFileOfASharedVariableAsItIsCalled) {
    const std::string module =
        "@tile = internal thread_local global [8 x i32] undef, align 4\n"
        "@.str = private unnamed_addr constant [17 x i8] c\"tileproof_shared\\00\"\n"
        "@.str.1 = private unnamed_addr constant [11 x i8] c\"jos\\C3\\A9.hip\\00\"\n"
        "@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] "
        "[{ ptr, ptr, ptr, i32, ptr } { ptr @tile, ptr @.str, ptr @.str.1, i32 12, ptr null }]\n";
    const marked_variables marks(split_lines(module));
    string_constants strings;
    EXPECT_TRUE(has(marks.table(strings) + strings.text(), "jos\\C3\\A9.hip\\00"));
    EXPECT_FALSE(has(strings.text(), "\\5C"));
}

}  // namespace
}  // namespace tileproof::cpu_checked
