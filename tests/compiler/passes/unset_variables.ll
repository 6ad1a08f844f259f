; RUN: unset-variables
; Variables that begin without a value have twins, whose bits say what is unset, and are checked where they are read.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@pattern = private constant [3 x i32] [i32 -1, i32 -1, i32 -1]
declare void @unknown(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.lifetime.end.p0(i64, ptr)

; CHECK-DAG: @[[SUM:.*]] = private unnamed_addr constant [4 x i8] c"sum\00"
; CHECK-DAG: @[[P:.*]] = private unnamed_addr constant [2 x i8] c"p\00"
; CHECK-DAG: @[[DATA:.*]] = private constant [7 x i8] c"\00\00\00\FF\FF\FF\FF"

; The marked store makes all of it unset, every other store sets it, and a load is checked.
; CHECK-LABEL: define void @adds(
; CHECK: %unset.sum = alloca float, align 4
; CHECK: call void @llvm.memset.p0.i64(ptr align 4 %unset.sum, i8 0, i64 4,
; CHECK: !annotation {{.*}}, !nosanitize
; CHECK-NEXT: store i32 -1, ptr %unset.sum
; CHECK-NEXT: %[[BITS:.*]] = load i32, ptr %unset.sum
; CHECK-NEXT: %[[BAD:.*]] = icmp ne i32 %[[BITS]], 0
; CHECK-NEXT: br i1 %[[BAD]], label %[[COLD:.*]], label %[[ON:.*]], !prof
; CHECK: [[COLD]]:
; CHECK-NEXT: call void @tileproof_checked_unset(ptr @[[SUM]], ptr @tileproof.sites)
; CHECK: [[ON]]:
; CHECK-NEXT: load float, ptr %sum
; CHECK: store float %{{.*}}, ptr %sum
; CHECK-NEXT: store i32 0, ptr %unset.sum
define void @adds() {
  %sum = alloca float, align 4
  store float 0xFFFFFFFFE0000000, ptr %sum, align 4, !annotation !0
  %1 = load float, ptr %sum, align 4
  %2 = fadd float %1, 1.0
  store float %2, ptr %sum, align 4
  ret void
}

; A value that is only stored to another variable is moved with its bits, as they are at the load.
; CHECK-LABEL: define i32 @moves(
; CHECK: %[[BITS:.*]] = load i32, ptr %unset.next
; CHECK-NEXT: load i32, ptr %next
; CHECK-NOT: tileproof_checked_unset
; CHECK: store i32 %{{.*}}, ptr %now
; CHECK-NEXT: store i32 %[[BITS]], ptr %unset.now
; CHECK: load i32, ptr %unset.now
; CHECK: call void @tileproof_checked_unset(
define i32 @moves() {
  %next = alloca i32, align 4
  %now = alloca i32, align 4
  store i32 -1431655766, ptr %next, align 4, !annotation !0
  store i32 -1431655766, ptr %now, align 4, !annotation !0
  %1 = load i32, ptr %next, align 4
  store i32 %1, ptr %now, align 4
  %2 = load i32, ptr %now, align 4
  ret i32 %2
}
; The other variable is followed even if it began with a value: it is unset by the name of the first.
; CHECK-LABEL: define float @keeps_a_copy(
; CHECK: store float %{{.*}}, ptr %copy
; CHECK-NEXT: store i32 %{{.*}}, ptr %unset.copy
; CHECK: load i32, ptr %unset.copy
; CHECK: call void @tileproof_checked_unset(ptr @[[SUM]],
define float @keeps_a_copy() {
  %sum = alloca float, align 4
  %copy = alloca float, align 4
  store float 0xFFFFFFFFE0000000, ptr %sum, align 4, !annotation !0
  %1 = load float, ptr %sum, align 4
  store float %1, ptr %copy, align 4
  %2 = load float, ptr %copy, align 4
  ret float %2
}
; The argument of a call that was inlined is used there.
; CHECK-LABEL: define float @passes_it(
; CHECK: call void @tileproof_checked_unset(ptr @[[SUM]],
; CHECK: load float, ptr %sum
; CHECK: store float %{{.*}}, ptr %value.addr
; CHECK-NOT: unset
; CHECK: ret
define float @passes_it() {
  %sum = alloca float, align 4
  %value.addr = alloca float, align 4
    #dbg_declare(ptr %value.addr, !41, !DIExpression(), !42)
  store float 0xFFFFFFFFE0000000, ptr %sum, align 4, !annotation !0
  %1 = load float, ptr %sum, align 4
  store float %1, ptr %value.addr, align 4
  %2 = load float, ptr %value.addr, align 4
  ret float %2
}
; An assignment to a parameter is a copy.
; CHECK-LABEL: define void @assigns_it(
; CHECK-NOT: tileproof_checked_unset(
; CHECK: ret
define void @assigns_it(float %value) !dbg !40 {
  %sum = alloca float, align 4
  %value.addr = alloca float, align 4
    #dbg_declare(ptr %value.addr, !41, !DIExpression(), !43)
  store float %value, ptr %value.addr, align 4
  store float 0xFFFFFFFFE0000000, ptr %sum, align 4, !annotation !0
  %1 = load float, ptr %sum, align 4, !dbg !43
  store float %1, ptr %value.addr, align 4, !dbg !43
  ret void
}
; CHECK-LABEL: define void @copies(
; CHECK: call void @llvm.memset.p0.i64(ptr align 1 %unset.a, i8 -1, i64 12
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a
; CHECK-NEXT: call void @llvm.memmove.p0.p0.i64(ptr align 1 %unset.b, ptr align 1 %unset.a, i64 12
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr @pattern
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr align 1 %unset.b, i8 0, i64 12
define void @copies() {
  %a = alloca [3 x i32]
  %b = alloca [3 x i32]
  call void @llvm.memset.p0.i64(ptr %a, i8 -86, i64 12, i1 false), !annotation !0
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr @pattern, i64 12, i1 false), !annotation !0
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 12, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr @pattern, i64 12, i1 false)
  ret void
}

; A vector is reported when all elements are unset. An element at a computed index has its twin there.
; CHECK-LABEL: define <2 x float> @vectors(
; CHECK: %[[AT:.*]] = getelementptr [4 x <2 x float>], ptr %unset.v, i64 0, i64 %i
; CHECK: %[[BITS:.*]] = load i64, ptr %[[AT]], align 1
; CHECK-NEXT: icmp eq i64 %[[BITS]], -1
define <2 x float> @vectors(i64 %i) {
  %v = alloca [4 x <2 x float>]
  call void @llvm.memset.p0.i64(ptr %v, i8 -86, i64 32, i1 false), !annotation !0
  %at = getelementptr inbounds [4 x <2 x float>], ptr %v, i64 0, i64 %i
  %1 = load <2 x float>, ptr %at
  %2 = fadd <2 x float> %1, %1
  ret <2 x float> %2
}

; A member that is passed alone is no struct: all of its bits must be set.
; CHECK-LABEL: define i32 @passes_a_member(
; CHECK: %[[BITS:.*]] = load i32, ptr %unset.pair
; CHECK-NEXT: icmp ne i32 %[[BITS]], 0
; CHECK: call void @tileproof_checked_unset(
define i32 @passes_a_member() {
  %pair = alloca { i32, i32 }
  call void @llvm.memset.p0.i64(ptr %pair, i8 -86, i64 8, i1 false), !annotation !0
  %1 = load i32, ptr %pair, !tbaa !5
  ret i32 %1
}

; Both elements begin, one is set, then a function may look, a lambda's as well: the runtime is told there, once, when a
; bit is left, and no more before the variable ends.
; CHECK-LABEL: define void @lends(
; CHECK: %told.pair = alloca i8
; CHECK: store i8 0, ptr %told.pair
; CHECK: store float 1.000000e+00
; CHECK-NEXT: store i32 0, ptr %unset.pair
; CHECK: %[[ANY:.*]] = icmp ne i64 %{{.*}}, 0
; CHECK-NEXT: br i1 %[[ANY]]
; CHECK: store i8 1, ptr %told.pair
; CHECK-NEXT: call void @tileproof_checked_begin_unset(ptr %pair, ptr %unset.pair, i64 8, ptr @{{.*}})
; CHECK-NOT: begin_unset
; CHECK: call float @"reduce$_0"(ptr %pair)
; CHECK: load i8, ptr %told.pair
; CHECK: store i8 0, ptr %told.pair
; CHECK-NEXT: call void @tileproof_checked_end_unset(ptr %pair)
; CHECK: call void @llvm.lifetime.end
define void @lends() {
  %pair = alloca [2 x float], align 4
  store float 0xFFFFFFFFE0000000, ptr %pair, align 4, !annotation !0
  %1 = getelementptr inbounds float, ptr %pair, i64 1
  store float 0xFFFFFFFFE0000000, ptr %1, align 4, !annotation !0
  store float 1.0, ptr %pair, align 4
  %2 = call float @"reduce$_0"(ptr %pair)
  call void @llvm.lifetime.end.p0(i64 8, ptr %pair)
  ret void
}
define float @"reduce$_0"(ptr %v) {
  %1 = load float, ptr %v
  ret float %1
}

; A load elsewhere may be of the variable, and a store of its address hands it on: it is told before.
; CHECK-LABEL: define i32 @is_seen_elsewhere(
; CHECK: call void @tileproof_checked_begin_unset(ptr %sum
; CHECK: load i32, ptr %other
; CHECK: call void @tileproof_checked_end_unset(ptr %sum)
; CHECK: ret i32
define i32 @is_seen_elsewhere(ptr %other) {
  %sum = alloca float, align 4
  %kept = alloca ptr
  store float 0xFFFFFFFFE0000000, ptr %sum, align 4, !annotation !0
  %1 = load i32, ptr %other
  store float 1.0, ptr %sum, align 4
  store ptr %sum, ptr %kept
  ret i32 %1
}
; CHECK-LABEL: define float @chooses(
; CHECK: call void @tileproof_checked_begin_unset(ptr %a
define float @chooses(i1 %first) {
  %a = alloca float
  %b = alloca float
  store float 0xFFFFFFFFE0000000, ptr %a, align 4, !annotation !0
  store float 0.0, ptr %b, align 4
  %at = select i1 %first, ptr %a, ptr %b
  br label %next
next:
  %1 = load float, ptr %at
  ret float %1
}

; A function that is not here may set it without a word: nothing is said of such a variable.
; CHECK-LABEL: define i32 @is_set_elsewhere(
; CHECK-NOT: unset
; CHECK: ret
define i32 @is_set_elsewhere() {
  %value = alloca i32, align 4
  store i32 -1431655766, ptr %value, align 4, !annotation !0
  call void @unknown(ptr %value)
  %1 = load i32, ptr %value, align 4
  ret i32 %1
}

; A variable of a library's function that was inlined is not the kernel's.
; CHECK-LABEL: define float @inlines_a_library(
; CHECK-NOT: unset
; CHECK: ret
define float @inlines_a_library() !dbg !60 {
  %x = alloca float
  store float 0xFFFFFFFFE0000000, ptr %x, align 4, !dbg !52, !annotation !0
  %1 = load float, ptr %x, align 4, !dbg !52
  ret float %1, !dbg !61
}

; struct none { empty a, b; } has nothing to set; struct padded { char c; int i; } has padding, and is returned in a register.
; CHECK-LABEL: define i16 @returns_nothing(
; CHECK-NOT: unset
; CHECK: ret
define i16 @returns_nothing() !dbg !20 {
  %n = alloca { i8, i8 }
    #dbg_declare(ptr %n, !21, !DIExpression(), !22)
  call void @llvm.memset.p0.i64(ptr %n, i8 -86, i64 2, i1 false), !dbg !22, !annotation !0
  %1 = load i16, ptr %n, !dbg !22
  ret i16 %1, !dbg !22
}
; A class that is only declared may have anything in it.
; CHECK-LABEL: define i32 @returns_unknown(
; CHECK: store i32 -1, ptr %unset.u
define i32 @returns_unknown() !dbg !70 {
  %u = alloca { i32 }
    #dbg_declare(ptr %u, !71, !DIExpression(), !72)
  store i32 -1431655766, ptr %u, !dbg !72, !annotation !0
  %1 = load i32, ptr %u, !dbg !72
  ret i32 %1, !dbg !72
}
; CHECK-LABEL: define i64 @returns_padding(
; CHECK: store i8 -1, ptr %unset.retval
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 1 %{{.*}}, ptr align 1 @[[DATA]], i64 7,
; CHECK: %[[BITS:.*]] = load i64, ptr %unset.retval
; CHECK: icmp eq i64 %[[BITS]], -4294967041
; CHECK: call void @tileproof_checked_unset(ptr @[[P]], ptr getelementptr (%tileproof.site, ptr @tileproof.sites
define i64 @returns_padding() !dbg !30 {
  %retval = alloca { i8, i32 }
    #dbg_declare(ptr %retval, !31, !DIExpression(), !32)
  store i8 -86, ptr %retval, !dbg !32, !annotation !0
  %1 = getelementptr i8, ptr %retval, i64 1
  call void @llvm.memset.p0.i64(ptr %1, i8 -86, i64 7, i1 false), !dbg !32, !annotation !0
  %2 = load i64, ptr %retval, !dbg !32
  ret i64 %2, !dbg !32
}

; A part of what a function returns is unset: its caller is told, unless all of it is, which is reported here.
; CHECK-LABEL: define [2 x i32] @returns_a_part(
; CHECK: %[[BITS:.*]] = load i64, ptr %unset.p
; CHECK: %[[ALL:.*]] = icmp eq i64 %[[BITS]], -1
; CHECK: %[[LEFT:.*]] = select i1 %[[ALL]], i64 0, i64 %[[BITS]]
; CHECK: br i1 %[[ALL]]
; CHECK: call void @tileproof_checked_unset(
; CHECK: store i64 %[[LEFT]], ptr @tileproof.returned, align {{.*}}, !nosanitize
; CHECK-NEXT: ret
define [2 x i32] @returns_a_part(float %x) {
  %p = alloca { float, i32 }
  store i64 -1, ptr %p, !annotation !0
  store float %x, ptr %p
  %1 = load [2 x i32], ptr %p, align 4
  ret [2 x i32] %1
}
; CHECK-LABEL: define i32 @takes_it(
; CHECK: call [2 x i32] @returns_a_part(
; CHECK-NEXT: %[[BITS:.*]] = load i64, ptr @tileproof.returned, align {{.*}}, !nosanitize
; CHECK-NEXT: store [2 x i32] %{{.*}}, ptr %q
; CHECK-NEXT: %[[OWN:.*]] = and i64 %[[BITS]], -1
; CHECK-NEXT: store i64 %[[OWN]], ptr %unset.q
; CHECK: call void @tileproof_checked_unset(
; CHECK: ret
define i32 @takes_it(float %x) {
  %q = alloca { float, i32 }
  %1 = call [2 x i32] @returns_a_part(float %x)
  store [2 x i32] %1, ptr %q
  %2 = getelementptr { float, i32 }, ptr %q, i32 0, i32 1
  %3 = load i32, ptr %2
  ret i32 %3
}
; A member of it, whose bits are in the same place.
; CHECK-LABEL: define i32 @takes_a_member(
; CHECK: %[[BITS:.*]] = load i64, ptr @tileproof.returned
; CHECK: store i32 %{{.*}}, ptr %q
; CHECK-NEXT: %[[HIGH:.*]] = lshr i64 %[[BITS]], 32
; CHECK-NEXT: %[[LOW:.*]] = trunc i64 %[[HIGH]] to i32
; CHECK-NEXT: %[[OWN:.*]] = and i32 %[[LOW]], -1
; CHECK-NEXT: store i32 %[[OWN]], ptr %unset.q
; CHECK: call void @tileproof_checked_unset(
; CHECK: ret
define i32 @takes_a_member(float %x) {
  %q = alloca i32
  %1 = call [2 x i32] @returns_a_part(float %x)
  %2 = extractvalue [2 x i32] %1, 1
  store i32 %2, ptr %q
  %3 = load i32, ptr %q
  ret i32 %3
}
; Whoever may return a part unset tells it each time, so that nobody takes what another one has left there.
; CHECK-LABEL: define [2 x i32] @returns_a_result(
; CHECK: %[[BITS:.*]] = load i64, ptr @tileproof.returned
; CHECK: store i64 %[[BITS]], ptr @tileproof.returned
; CHECK-NEXT: ret
; CHECK: store i64 0, ptr @tileproof.returned
; CHECK-NEXT: ret
define [2 x i32] @returns_a_result(float %x, i1 %part) {
  br i1 %part, label %some, label %none
some:
  %1 = call [2 x i32] @returns_a_part(float %x)
  ret [2 x i32] %1
none:
  ret [2 x i32] zeroinitializer
}

!0 = !{!"auto-init"}
!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "k.hip", directory: "/here")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DISubroutineType(types: !{null})
!5 = !{!6, !6, i64 0}
!6 = !{!"int", !7, i64 0}
!7 = !{!"omnipotent char"}
!10 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!11 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!12 = !DICompositeType(tag: DW_TAG_structure_type, name: "empty", file: !2, size: 8, elements: !{})
!13 = !DICompositeType(tag: DW_TAG_structure_type, name: "none", file: !2, size: 16, elements: !{!14, !15})
!14 = !DIDerivedType(tag: DW_TAG_member, name: "a", baseType: !12, size: 8)
!15 = !DIDerivedType(tag: DW_TAG_member, name: "b", baseType: !12, size: 8, offset: 8)
!16 = !DICompositeType(tag: DW_TAG_structure_type, name: "padded", file: !2, size: 64, elements: !{!17, !18})
!17 = !DIDerivedType(tag: DW_TAG_member, name: "c", baseType: !10, size: 8)
!18 = !DIDerivedType(tag: DW_TAG_member, name: "i", baseType: !11, size: 32, offset: 32)
!20 = distinct !DISubprogram(name: "returns_nothing", file: !2, type: !4, unit: !1, spFlags: DISPFlagDefinition)
!21 = !DILocalVariable(name: "n", scope: !20, file: !2, type: !13)
!22 = !DILocation(line: 7, column: 9, scope: !20)
!30 = distinct !DISubprogram(name: "returns_padding", file: !2, type: !4, unit: !1, spFlags: DISPFlagDefinition)
!31 = !DILocalVariable(name: "p", scope: !30, file: !2, type: !33)
!32 = !DILocation(line: 8, column: 9, scope: !30)
!50 = !DIFile(filename: "/usr/include/x.h", directory: "/")
!51 = distinct !DISubprogram(name: "x", file: !50, type: !4, unit: !1, spFlags: DISPFlagDefinition)
!52 = !DILocation(line: 9, column: 9, scope: !51, inlinedAt: !61)
!33 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !16)
!40 = distinct !DISubprogram(name: "twice", file: !2, type: !4, unit: !1, spFlags: DISPFlagDefinition)
!41 = !DILocalVariable(name: "value", arg: 1, scope: !40, file: !2, type: !11)
!42 = !DILocation(line: 9, column: 9, scope: !40, inlinedAt: !32)
!43 = !DILocation(line: 9, column: 9, scope: !40)
!60 = distinct !DISubprogram(name: "inlines_a_library", file: !2, type: !4, unit: !1, spFlags: DISPFlagDefinition)
!61 = !DILocation(line: 10, column: 9, scope: !60)
!70 = distinct !DISubprogram(name: "returns_unknown", file: !2, type: !4, unit: !1, spFlags: DISPFlagDefinition)
!71 = !DILocalVariable(name: "u", scope: !70, file: !2, type: !73)
!72 = !DILocation(line: 11, column: 9, scope: !70)
!73 = !DICompositeType(tag: DW_TAG_structure_type, name: "holder", file: !2, size: 32, elements: !{!74})
!74 = !DIDerivedType(tag: DW_TAG_member, name: "f", baseType: !75, size: 32)
!75 = !DICompositeType(tag: DW_TAG_class_type, name: "declared", file: !2, flags: DIFlagFwdDecl)
