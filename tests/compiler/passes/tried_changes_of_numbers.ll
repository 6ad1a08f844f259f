; RUN: tried-changes
; Where a number loses digits, the narrower type may hold it at its ends, and another last digit shows what depends on it. A constant
; is another one at one place or everywhere in its line; a call without arguments is a constant.
;   int wave = int(n) / 32 + int(n) % 32;   h = half(least());   h = h + h;   h * h + h;   int(least())
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@out = external global i32
@small = external global half
@mark = private constant [17 x i8] c"tileproof_kernel\00"
@file = private constant [6 x i8] c"k.hip\00"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @mark, ptr @file, i32 1, ptr null }], section "llvm.metadata"

; CHECK: constant [{{[0-9]+}} x i8] c"0\090\093\099\09k.hip\09the value kept within the narrower type\0A
; CHECK-SAME: 0\090\093\099\09k.hip\09another last digit\0A
; CHECK-SAME: 0\090\094\091\09k.hip\09the value kept within the narrower type\0A
; CHECK-SAME: 0\090\094\091\09k.hip\09another last digit\0A
; CHECK-SAME: 0\090\093\0911\09k.hip\0964 in place of 32\0A
; CHECK-SAME: 0\090\093\0912\09k.hip\0964 in place of 32\0A
; CHECK-SAME: 0\090\094\092\09k.hip\09{{[0-9.E+]+}} in its place\0A
; CHECK-SAME: 0\090\095\091\09k.hip\09another last digit\0A
; CHECK-SAME: 0\090\096\091\09k.hip\09another last digit\0A
; CHECK-SAME: 0\090\097\091\09k.hip\09rounded to the nearest\0A
; CHECK-SAME: 0\090\097\091\09k.hip\09rounded down\0A
; CHECK-SAME: 0\090\093\0911\09k.hip\0964 in place of 32 everywhere in the line\0A

; CHECK-LABEL: define void @k(
; CHECK: call i64 @llvm.smin.i64(i64 %n, i64 2147483647)
; CHECK: call i64 @llvm.smax.i64(i64 {{.*}}, i64 -2147483648)
; CHECK: call float @llvm.minnum.f32(float {{.*}}, float 6.550400e+04)
; CHECK: call float @llvm.maxnum.f32(float {{.*}}, float -6.550400e+04)
; CHECK: %[[DOWN:.*]] = call float @llvm.floor.f32(float
; CHECK: call i32 @llvm.fptosi.sat.i32.f32(float %[[DOWN]])
define void @k(i64 %n) !dbg !4 {
  %i = trunc i64 %n to i32, !dbg !8
  %wave = sdiv i32 %i, 32, !dbg !9
  %lane = srem i32 %i, 32, !dbg !10
  %sum = add i32 %wave, %lane, !dbg !11
  store i32 %sum, ptr @out, !dbg !11
  %f = call float @least(), !dbg !12
  %h = fptrunc float %f to half, !dbg !13
  %twice = fadd half %h, %h, !dbg !14
  %more = call half @llvm.fmuladd.f16(half %h, half %h, half %twice), !dbg !15
  store half %more, ptr @small, !dbg !15
  %floor = call i32 @llvm.fptosi.sat.i32.f32(float %f), !dbg !16
  store i32 %floor, ptr @out, !dbg !16
  ret void, !dbg !14
}
declare float @least()
declare i32 @llvm.fptosi.sat.i32.f32(float)
declare half @llvm.fmuladd.f16(half, half, half)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.hip", directory: "/home/somebody")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 2, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!8 = !DILocation(line: 3, column: 9, scope: !4)
!9 = !DILocation(line: 3, column: 11, scope: !4)
!10 = !DILocation(line: 3, column: 12, scope: !4)
!11 = !DILocation(line: 3, column: 13, scope: !4)
!12 = !DILocation(line: 4, column: 2, scope: !4)
!13 = !DILocation(line: 4, column: 1, scope: !4)
!14 = !DILocation(line: 5, column: 1, scope: !4)
!15 = !DILocation(line: 6, column: 1, scope: !4)
!16 = !DILocation(line: 7, column: 1, scope: !4)
