; RUN: tried-changes
; void k(int n, int m) { if (n < m) out = n + 1; }: what can be tried of it, and how one of it is chosen.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@out = external global i32
@mark = private constant [17 x i8] c"tileproof_kernel\00"
@file = private constant [6 x i8] c"k.hip\00"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @mark, ptr @file, i32 1, ptr null }], section "llvm.metadata"

; Block, whether the host's, line, column, file and change. What a variable begins with is not left out: it would have no value.
; CHECK: constant [{{[0-9]+}} x i8] c"0\090\093\0911\09k.hip\09`>` in place of `<`\0A
; CHECK-SAME: 0\090\093\0911\09k.hip\09a bound that is one more\0A
; CHECK-SAME: 1\090\093\0924\09k.hip\092 in place of 1\0A
; CHECK-SAME: 1\090\093\0924\09k.hip\09`-` in place of `+`\0A
; CHECK-NOT: \095\091\09k.hip\09this assignment
; CHECK-SAME: 1\090\096\091\09k.hip\09this assignment left out\0A
; CHECK-SAME: 0\090\093\099\09k.hip\09`n` and `m` exchanged\0A
; CHECK-SAME: 3\091\099\093\09k.hip\0965 in place of 64\0A
; CHECK: @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @tileproof.changes, ptr null }]

; CHECK-LABEL: define void @k(
; Checks that come after it leave alone what it adds.
; CHECK: store i8 1, ptr @tileproof.reached{{.*}}!nosanitize
; CHECK: %tried = load i32, ptr @tileproof_tried_changes{{.*}}!nosanitize
; CHECK: %tried.too = load i32, ptr getelementptr (i32, ptr @tileproof_tried_changes, i64 1)
; CHECK: %cmp = icmp slt i32
; CHECK: [[MORE:%[0-9]+]] = icmp sgt i32
; CHECK: [[FIRST:%[0-9]+]] = icmp eq i32 %tried, 1
; CHECK: [[TOO:%[0-9]+]] = icmp eq i32 %tried.too, 1
; CHECK: [[ANY:%[0-9]+]] = or i1 [[FIRST]], [[TOO]]
; CHECK: select i1 [[ANY]], i1 [[MORE]], i1 %cmp
; The overflow of a changed operand is no undefined behaviour.
; CHECK: %add = add i32
define void @k(i32 %n, i32 %m) !dbg !4 {
entry:
  %n.addr = alloca i32
  %m.addr = alloca i32
  %best = alloca i32
  store i32 %n, ptr %n.addr
    #dbg_declare(ptr %n.addr, !8, !DIExpression(), !10)
  store i32 %m, ptr %m.addr
    #dbg_declare(ptr %m.addr, !9, !DIExpression(), !11)
  %0 = load i32, ptr %n.addr, !dbg !12
  %1 = load i32, ptr %m.addr, !dbg !13
  %cmp = icmp slt i32 %0, %1, !dbg !14
  br i1 %cmp, label %then, label %end, !dbg !14
then:
  %2 = load i32, ptr %n.addr, !dbg !15
  %add = add nsw i32 %2, 1, !dbg !16
  store i32 %2, ptr %best, !dbg !26
  store i32 %add, ptr %best, !dbg !27
  store i32 %add, ptr @out, !dbg !17
  br label %end, !dbg !17
end:
  ret void, !dbg !18
}

; Who launches it: what is computed there, and nothing that is stored.
; CHECK-LABEL: define void @launches(
; CHECK: store i32 4, ptr %blocks
; CHECK: select i1 %{{[0-9]+}}, i32 65, i32 64
; CHECK: %some = udiv i32 %n, %
; CHECK: urem i32 %n, %
; CHECK: call void @_Z16__device_stub__kii(i32 %{{[0-9]+}}, i32 4)
define void @launches(i32 %n) !dbg !21 {
  %blocks = alloca i32
  store i32 4, ptr %blocks, !dbg !22
  %some = udiv i32 %n, 64, !dbg !22
  call void @_Z16__device_stub__kii(i32 %some, i32 4), !dbg !22
  ret void, !dbg !22
}
declare void @_Z16__device_stub__kii(i32, i32)

; What computes arguments in a header of this project is left as it is.
; CHECK-LABEL: define void @launches_by_contract(
; CHECK-NOT: select
; CHECK: call void @_Z16__device_stub__kii(i32 %some, i32 4)
define void @launches_by_contract(i32 %n) !dbg !24 {
  %some = udiv i32 %n, 64, !dbg !25
  call void @_Z16__device_stub__kii(i32 %some, i32 4), !dbg !25
  ret void, !dbg !25
}

; What nobody launches is left as it is.
; CHECK-LABEL: define void @not_a_kernel(
; CHECK-NOT: select
; CHECK: ret void
define void @not_a_kernel(i32 %n) !dbg !19 {
  %more = add i32 %n, 1, !dbg !20
  store i32 %more, ptr @out, !dbg !20
  ret void, !dbg !20
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.hip", directory: "/home/somebody")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 2, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null, !7, !7}
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocalVariable(name: "n", arg: 1, scope: !4, file: !1, line: 2, type: !7)
!9 = !DILocalVariable(name: "m", arg: 2, scope: !4, file: !1, line: 2, type: !7)
!10 = !DILocation(line: 2, column: 12, scope: !4)
!11 = !DILocation(line: 2, column: 19, scope: !4)
!12 = !DILocation(line: 3, column: 9, scope: !4)
!13 = !DILocation(line: 3, column: 13, scope: !4)
!14 = !DILocation(line: 3, column: 11, scope: !4)
!15 = !DILocation(line: 3, column: 22, scope: !4)
!16 = !DILocation(line: 3, column: 24, scope: !4)
!17 = !DILocation(line: 3, column: 20, scope: !4)
!18 = !DILocation(line: 4, column: 1, scope: !4)
!19 = distinct !DISubprogram(name: "not_a_kernel", scope: !1, file: !1, line: 6, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!20 = !DILocation(line: 7, column: 1, scope: !19)
!21 = distinct !DISubprogram(name: "launches", scope: !1, file: !1, line: 8, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!22 = !DILocation(line: 9, column: 3, scope: !21)
!23 = !DIFile(filename: "/home/x/sdk/include/tileproof/custom_contract.hpp", directory: "/home/somebody")
!24 = distinct !DISubprogram(name: "launches_by_contract", scope: !23, file: !23, line: 8, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!25 = !DILocation(line: 9, column: 3, scope: !24)
!26 = !DILocation(line: 5, column: 1, scope: !4)
!27 = !DILocation(line: 6, column: 1, scope: !4)
