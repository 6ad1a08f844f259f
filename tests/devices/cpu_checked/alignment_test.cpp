// SPDX-License-Identifier: MIT
// The alignment that accesses ask of this processor.
#include "devices/cpu_checked/instrument/alignment.hpp"

#include <gtest/gtest.h>

#include <string>

namespace tileproof::cpu_checked {
namespace {

TEST(DwordAlignment, IsWhatPlainAccessesAskFor) {
    EXPECT_EQ(with_dword_alignment("  store <4 x float> %v, ptr %p, align 16, !dbg !7\n"),
              "  store <4 x float> %v, ptr %p, align 4, !dbg !7\n");
    EXPECT_EQ(with_dword_alignment("  %v = load <8 x float>, ptr %p, align 32"),
              "  %v = load <8 x float>, ptr %p, align 4");
    EXPECT_EQ(with_dword_alignment("  %v = load i16, ptr %p, align 2\n"),
              "  %v = load i16, ptr %p, align 2\n");
    EXPECT_EQ(
        with_dword_alignment(
            "  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %a, ptr align 8 %b, i64 "
            "16, i1 false)\n"),
        "  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %a, ptr align 4 %b, i64 16, i1 false)\n");
    EXPECT_EQ(with_dword_alignment(
                  "define void @f(ptr noundef nonnull align 16 dereferenceable(16) %v) {\n"),
              "define void @f(ptr noundef nonnull align 4 dereferenceable(16) %v) {\n");
}

TEST(DwordAlignment, LeavesVariablesAtomicsAndWhatIsPassedInMemory) {
    for (const std::string line : {"  %a = alloca <4 x float>, align 16\n",
                                   "@g = global <4 x float> zeroinitializer, align 16\n",
                                   "  %v = load atomic i64, ptr %p seq_cst, align 8\n",
                                   "  %v = atomicrmw add ptr %p, i64 1 monotonic, align 8\n",
                                   "define void @f(ptr byval(%s) align 16 %v) {\n",
                                   "!7 = !DIBasicType(name: \"align 16\")\n"})
        EXPECT_EQ(with_dword_alignment(line), line);
}

}  // namespace
}  // namespace tileproof::cpu_checked
