; RUN: drop-needless-checks
; Checks of a thread's own variables go, where the access is inside for sure and the runtime knows that the variable is set.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
declare void @tileproof_checked_read4(ptr, ptr)
declare void @tileproof_checked_unaligned_write8(ptr, ptr)
declare void @tileproof_checked_volatile_read4(ptr, ptr)
declare void @tileproof_checked_write_range(ptr, i64, i32, ptr)
declare void @tileproof_checked_read_bytes(ptr, i64, i32, ptr)
declare void @tileproof_checked_begin_unset(ptr, ptr, i64, ptr)
declare void @tileproof_checked_begin_array(ptr, i64, i64, ptr)
declare void @tileproof_checked_end_array(ptr)

; CHECK-LABEL: define void @inside(
; CHECK-NOT: call
; CHECK: ret void
define void @inside() {
  %v = alloca [4 x float], align 4
  %last = getelementptr [4 x float], ptr %v, i64 0, i64 3
  %middle = getelementptr i8, ptr %v, i64 6
  call void @tileproof_checked_read4(ptr %v, ptr null)
  call void @tileproof_checked_read4(ptr %last, ptr null)
  call void @tileproof_checked_unaligned_write8(ptr %middle, ptr null)
  call void @tileproof_checked_write_range(ptr %v, i64 16, i32 4, ptr null)
  call void @tileproof_checked_read_bytes(ptr %v, i64 16, i32 4, ptr null)
  ret void
}

; CHECK-LABEL: define void @perhaps_outside(
; CHECK: call void @tileproof_checked_read4(ptr %end,
; CHECK: call void @tileproof_checked_read4(ptr %before,
; CHECK: call void @tileproof_checked_read4(ptr %any,
; CHECK: call void @tileproof_checked_write_range(ptr %v, i64 17,
; CHECK: call void @tileproof_checked_write_range(ptr %v, i64 %i,
define void @perhaps_outside(i64 %i) {
  %v = alloca [4 x float], align 4
  %end = getelementptr i8, ptr %v, i64 13
  %before = getelementptr i8, ptr %v, i64 -1
  %any = getelementptr [4 x float], ptr %v, i64 0, i64 %i
  call void @tileproof_checked_read4(ptr %end, ptr null)
  call void @tileproof_checked_read4(ptr %before, ptr null)
  call void @tileproof_checked_read4(ptr %any, ptr null)
  call void @tileproof_checked_write_range(ptr %v, i64 17, i32 4, ptr null)
  call void @tileproof_checked_write_range(ptr %v, i64 %i, i32 4, ptr null)
  ret void
}

; CHECK-LABEL: define void @without_a_value(
; CHECK: call void @tileproof_checked_read4(ptr %unset,
; CHECK-NOT: call void @tileproof_checked_read4(ptr %set,
; CHECK: ret void
define void @without_a_value(ptr %twin) {
  %unset = alloca i32, align 4
  %set = alloca i32, align 4
  call void @tileproof_checked_begin_unset(ptr %unset, ptr %twin, i64 4, ptr null)
  call void @tileproof_checked_read4(ptr %unset, ptr null)
  call void @tileproof_checked_read4(ptr %set, ptr null)
  ret void
}

; What lies beside a local array is no part of it.
; CHECK-LABEL: define void @guarded(
; CHECK: call void @tileproof_checked_begin_array(
; CHECK-NOT: call void @tileproof_checked_read4(ptr %last,
; CHECK: call void @tileproof_checked_read4(ptr %end,
; CHECK: call void @tileproof_checked_end_array(
define void @guarded() {
  %all = alloca <{ [16 x i8], [4 x float], [16 x i8] }>, align 16
  %v = getelementptr i8, ptr %all, i64 16
  %last = getelementptr i8, ptr %v, i64 12
  %end = getelementptr i8, ptr %v, i64 16
  call void @tileproof_checked_begin_array(ptr %v, i64 16, i64 16, ptr null)
  call void @tileproof_checked_read4(ptr %last, ptr null)
  call void @tileproof_checked_read4(ptr %end, ptr null)
  call void @tileproof_checked_end_array(ptr %v)
  ret void
}

; CHECK-LABEL: define void @inside_for_sure(
; CHECK-NOT: call
; CHECK: ret void
define void @inside_for_sure() {
  %all = alloca <{ [16 x i8], [4 x float], [16 x i8] }>, align 16
  %v = getelementptr i8, ptr %all, i64 16
  %last = getelementptr i8, ptr %v, i64 12
  call void @tileproof_checked_begin_array(ptr %v, i64 16, i64 16, ptr null)
  call void @tileproof_checked_read4(ptr %last, ptr null)
  store float 0.0, ptr %last
  call void @tileproof_checked_end_array(ptr %v)
  ret void
}

; CHECK-LABEL: define void @others(
; CHECK: call void @tileproof_checked_read4(ptr %p,
; CHECK: call void @tileproof_checked_volatile_read4(ptr %v,
define void @others(ptr %p) {
  %v = alloca i32, align 4
  call void @tileproof_checked_read4(ptr %p, ptr null)
  call void @tileproof_checked_volatile_read4(ptr %v, ptr null)
  ret void
}

; CHECK-LABEL: define void @again(
; CHECK: call void @tileproof_checked_read4(ptr %p, ptr null), !dbg [[FIRST:![0-9]+]]
; CHECK-NOT: [[FIRST]]
; CHECK: call void @tileproof_checked_write4(ptr %p, ptr null), !dbg [[FIRST]]
; CHECK: call void @tileproof_checked_read4(ptr %p, ptr null), !dbg [[ELSEWHERE:![0-9]+]]
; CHECK: call void @tileproof_checked_read4(ptr %p, ptr null), !dbg [[USER:![0-9]+]]
; CHECK: call void @tileproof_checked_read4(ptr %p, ptr null), !dbg [[USER]]
; CHECK: call void @barrier()
; CHECK: call void @tileproof_checked_read4(ptr %p, ptr null), !dbg [[FIRST]]
; CHECK: store ptr null, ptr @tileproof_checked_caller
; CHECK: call void @tileproof_checked_read4(ptr %p, ptr null), !dbg [[FIRST]]
; CHECK: ret void
define void @again(ptr %p) !dbg !5 {
  call void @tileproof_checked_read4(ptr %p, ptr null), !dbg !10
  %a = load i32, ptr %p, align 4
  call void @tileproof_checked_read4(ptr %p, ptr null), !dbg !10
  store i32 %a, ptr %p, align 4
  call void @llvm.assume(i1 true)
  call void @tileproof_checked_read4(ptr %p, ptr null), !dbg !10
  call void @tileproof_checked_write4(ptr %p, ptr null), !dbg !10
  call void @tileproof_checked_read4(ptr %p, ptr null), !dbg !12
  call void @tileproof_checked_read4(ptr %p, ptr null), !dbg !13
  call void @tileproof_checked_read4(ptr %p, ptr null), !dbg !13
  call void @barrier()
  call void @tileproof_checked_read4(ptr %p, ptr null), !dbg !10
  store ptr null, ptr @tileproof_checked_caller
  call void @tileproof_checked_read4(ptr %p, ptr null), !dbg !10
  ret void
}

; Two places of a library that no place of the source has called yet: the runtime is told who will.
; CHECK-LABEL: define void @library(
; CHECK-COUNT-1: call void @tileproof_checked_read4(ptr %p,
; CHECK-NOT: call
; CHECK: ret void
define void @library(ptr %p) !dbg !6 {
  call void @tileproof_checked_read4(ptr %p, ptr null), !dbg !15
  call void @tileproof_checked_read4(ptr %p, ptr null), !dbg !16
  ret void
}

; On one of two paths only; in a loop, after the first time around.
; CHECK-LABEL: define void @paths(
; CHECK: one:
; CHECK: call void @tileproof_checked_read4(ptr %p,
; CHECK: join:
; CHECK: call void @tileproof_checked_read4(ptr %p,
; CHECK: loop:
; CHECK-NOT: call void @tileproof_checked_read4(ptr %p,
; CHECK: call void @tileproof_checked_read4(ptr %q,
; CHECK: call void @tileproof_checked_read4(ptr %r,
; CHECK: call void @barrier()
; CHECK: ret void
define void @paths(ptr %p, ptr %q, ptr %r, i1 %c) !dbg !7 {
  br i1 %c, label %one, label %join
one:
  call void @tileproof_checked_read4(ptr %p, ptr null), !dbg !14
  br label %join
join:
  call void @tileproof_checked_read4(ptr %p, ptr null), !dbg !14
  br label %loop
loop:
  call void @tileproof_checked_read4(ptr %p, ptr null), !dbg !14
  call void @tileproof_checked_read4(ptr %q, ptr null), !dbg !14
  br i1 %c, label %loop, label %waits
waits:
  call void @tileproof_checked_read4(ptr %r, ptr null), !dbg !14
  call void @barrier()
  br i1 %c, label %waits, label %end
end:
  ret void
}

@tileproof_checked_caller = external global ptr
declare void @tileproof_checked_write4(ptr, ptr)
declare void @llvm.assume(i1)
declare void @barrier()

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.hip", directory: "/home")
!2 = !DIFile(filename: "lib/tileproof/array.hpp", directory: "/home")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DISubroutineType(types: !{null})
!5 = distinct !DISubprogram(name: "k", file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!6 = distinct !DISubprogram(name: "at", file: !2, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!8 = distinct !DILocation(line: 7, column: 3, scope: !5)
!9 = distinct !DILocation(line: 8, column: 3, scope: !5)
!10 = !DILocation(line: 40, column: 5, scope: !6, inlinedAt: !8)
!12 = !DILocation(line: 40, column: 5, scope: !6, inlinedAt: !9)
!13 = !DILocation(line: 9, column: 3, scope: !5)
!7 = distinct !DISubprogram(name: "l", file: !1, line: 20, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!11 = distinct !DILocation(line: 21, column: 3, scope: !7)
!14 = !DILocation(line: 40, column: 5, scope: !6, inlinedAt: !11)
!15 = !DILocation(line: 40, column: 5, scope: !6)
!16 = !DILocation(line: 41, column: 5, scope: !6)
