; RUN: add-checks
; Each block of a kernel, and of what it calls, sets its byte; the table says which lines and conditions that was.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@mark = private constant [17 x i8] c"tileproof_kernel\00"
@file = private constant [6 x i8] c"k.hip\00"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @mark, ptr @file, i32 1, ptr null }], section "llvm.metadata"

; The line of the condition, its two ways at the place of the comparison with the number that it compares with, the line behind it, the last line in three blocks, and that of the function that is called.
; Neither a library, nor a failed assertion or a sanitizer's check, nor a function that no kernel calls.
; CHECK-DAG: @[[FILE:tileproof.text[.0-9]*]] = private unnamed_addr constant [6 x i8] c"k.hip\00"
; CHECK: @tileproof.codes = internal constant [9 x %tileproof.code] [
; CHECK-SAME: i32 0, i32 0, i32 3, i32 0, i32 0 }
; CHECK-SAME: { ptr @[[FILE]], i32 3, i32 16, i32 0, i32 0, i32 0 }
; CHECK-SAME: { ptr @[[FILE]], i32 3, i32 16, i32 1, i32 1, i32 1000 }
; CHECK-SAME: { ptr @[[FILE]], i32 3, i32 16, i32 2, i32 2, i32 1000 }
; CHECK-SAME: { ptr @[[FILE]], i32 4, i32 5, i32 0, i32 1, i32 0 }
; CHECK-SAME: { ptr @[[FILE]], i32 6, i32 3, i32 0, i32 3, i32 0 }
; CHECK-SAME: { ptr @[[FILE]], i32 6, i32 3, i32 0, i32 4, i32 0 }
; CHECK-SAME: { ptr @[[FILE]], i32 6, i32 3, i32 0, i32 5, i32 0 }
; CHECK-SAME: { ptr @[[FILE]], i32 9, i32 3, i32 0, i32 6, i32 0 }
; CHECK: @tileproof.module = {{.*}} @tileproof.codes, i64 9, ptr @tileproof.reached, i64 7

; CHECK-LABEL: define void @k(
; CHECK: %[[BYTES:[0-9]+]] = load ptr, ptr @tileproof.reached
; CHECK: %[[FIRST:[0-9]+]] = getelementptr i8, ptr %[[BYTES]], i32 0
; CHECK: store i8 1, ptr %[[FIRST]]
; CHECK: br i1 %c, label %then, label %.join_crit_edge
; CHECK: .join_crit_edge:
; CHECK: getelementptr i8, ptr %{{[0-9]+}}, i32 2
; CHECK: br label %join
; CHECK: then:
; CHECK: getelementptr i8, ptr %{{[0-9]+}}, i32 1
; CHECK: store i32 0, ptr %p
; CHECK: failed:
; CHECK-NOT: store i8 1
; CHECK: unreachable
define void @k(ptr %p, i32 %n, i1 %d) !dbg !5 {
  %c = icmp eq i32 %n, 1000, !dbg !17
  br i1 %c, label %then, label %join, !dbg !10
then:
  store i32 0, ptr %p, align 4, !dbg !11
  br label %join, !dbg !11
join:
  br i1 %d, label %failed, label %end, !dbg !12
failed:
  call void @llvm.trap(), !dbg !12
  unreachable, !dbg !12
end:
  br i1 %d, label %handler, label %fine, !dbg !12
handler:
  call void @__ubsan_handle_out_of_bounds(ptr null, i64 0), !dbg !12
  br label %fine, !dbg !12
fine:
  call void @called(ptr %p), !dbg !12
  call void @library(ptr %p), !dbg !12
  br i1 %d, label %again, label %out, !dbg !16
again:
  br label %out, !dbg !12
out:
  ret void
}
define void @called(ptr %p) !dbg !6 {
  store i32 0, ptr %p, align 4, !dbg !13
  ret void
}
define void @library(ptr %p) !dbg !8 {
  store i32 0, ptr %p, align 4, !dbg !14
  ret void
}
define void @uncalled(ptr %p) !dbg !7 {
  store i32 0, ptr %p, align 4, !dbg !15
  ret void
}
declare void @llvm.trap()
declare void @__ubsan_handle_out_of_bounds(ptr, i64)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.hip", directory: "/home")
!2 = !DIFile(filename: "lib/tileproof/array.hpp", directory: "/home")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DISubroutineType(types: !{null})
!5 = distinct !DISubprogram(name: "k", file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!6 = distinct !DISubprogram(name: "called", file: !1, line: 8, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!7 = distinct !DISubprogram(name: "uncalled", file: !1, line: 11, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!8 = distinct !DISubprogram(name: "at", file: !2, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!10 = !DILocation(line: 3, column: 7, scope: !5)
!11 = !DILocation(line: 4, column: 5, scope: !5)
!12 = !DILocation(line: 6, column: 3, scope: !5)
!13 = !DILocation(line: 9, column: 3, scope: !6)
!14 = !DILocation(line: 40, column: 5, scope: !8)
!15 = !DILocation(line: 12, column: 3, scope: !7)
!17 = !DILocation(line: 3, column: 16, scope: !5)
!16 = !DILocation(line: 41, column: 5, scope: !8, inlinedAt: !12)
