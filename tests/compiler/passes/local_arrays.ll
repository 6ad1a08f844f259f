; RUN: local-arrays
; Arrays whose address leaves their function have 16 bytes on each side that are nobody's.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @insert(ptr, i32)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

; CHECK-LABEL: define void @passes_it
; CHECK: %guarded.best = alloca <{ [16 x i8], [3 x i32], [16 x i8] }>, align 16
; CHECK-NEXT: %best = getelementptr inbounds i8, ptr %guarded.best, i64 16
; CHECK: call void @tileproof_checked_begin_array(ptr %best, i64 12, i64 16, ptr @{{.*}})
; CHECK-NOT: lifetime
; CHECK: call void @insert(ptr %best, i32 7)
; CHECK: call void @tileproof_checked_end_array(ptr %best)
; CHECK-NEXT: ret void
define void @passes_it() !dbg !5 {
  %best = alloca [3 x i32], align 4
  call void @llvm.lifetime.start.p0(i64 12, ptr %best)
    #dbg_declare(ptr %best, !8, !DIExpression(), !13)
  call void @insert(ptr %best, i32 7), !dbg !13
  call void @llvm.lifetime.end.p0(i64 12, ptr %best)
  ret void, !dbg !13
}

; CHECK-LABEL: define i32 @keeps_it
; CHECK-NOT: guarded
; CHECK: ret i32
define i32 @keeps_it(i64 %i) !dbg !14 {
  %own = alloca [3 x i32], align 4
    #dbg_declare(ptr %own, !15, !DIExpression(), !16)
  %at = getelementptr [3 x i32], ptr %own, i64 0, i64 %i
  %v = load i32, ptr %at, align 4, !dbg !16
  ret i32 %v, !dbg !16
}

; A struct knows how long its arrays are, and so do the layouts.
; CHECK-LABEL: define void @passes_a_struct
; CHECK-NOT: guarded
; CHECK: ret void
define void @passes_a_struct() !dbg !20 {
  %view = alloca { ptr, [3 x i32] }, align 8
  %lengths = alloca [3 x i32], align 4
    #dbg_declare(ptr %view, !21, !DIExpression(), !22)
    #dbg_declare(ptr %lengths, !21, !DIExpression(), !22)
  call void @insert(ptr %view, i32 7), !dbg !22
  call void @of_layouts(ptr %lengths), !dbg !22
  ret void, !dbg !22
}
define void @of_layouts(ptr %lengths) !dbg !17 {
  ret void, !dbg !18
}

; CHECK-LABEL: define void @passes_an_array_of_a_struct
; CHECK: %guarded.view
define void @passes_an_array_of_a_struct() !dbg !23 {
  %view = alloca { ptr, [3 x i32] }, align 8
    #dbg_declare(ptr %view, !24, !DIExpression(), !25)
  %member = getelementptr { ptr, [3 x i32] }, ptr %view, i32 0, i32 1
  %first = getelementptr [3 x i32], ptr %member, i64 0, i64 0
  call void @insert(ptr %first, i32 7), !dbg !25
  ret void, !dbg !25
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3, !4}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "clang", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.hip", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 7, !"Dwarf Version", i32 5}
!5 = distinct !DISubprogram(name: "passes_it", scope: !1, file: !1, line: 1, type: !6, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !7)
!6 = !DISubroutineType(types: !7)
!7 = !{}
!8 = !DILocalVariable(name: "best", scope: !5, file: !1, line: 2, type: !9)
!9 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, size: 96, elements: !11)
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !{!12}
!12 = !DISubrange(count: 3)
!13 = !DILocation(line: 3, column: 5, scope: !5)
!14 = distinct !DISubprogram(name: "keeps_it", scope: !1, file: !1, line: 6, type: !6, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !7)
!15 = !DILocalVariable(name: "own", scope: !14, file: !1, line: 7, type: !9)
!16 = !DILocation(line: 8, column: 5, scope: !14)
!17 = distinct !DISubprogram(name: "of_layouts", scope: !19, file: !19, line: 1, type: !6, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !7)
!18 = !DILocation(line: 2, column: 5, scope: !17)
!19 = !DIFile(filename: "lib/tileproof/array.hpp", directory: "/")
!20 = distinct !DISubprogram(name: "passes_a_struct", scope: !1, file: !1, line: 1, type: !6, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !7)
!21 = !DILocalVariable(name: "view", scope: !20, file: !1, line: 2, type: !9)
!22 = !DILocation(line: 3, column: 5, scope: !20)
!23 = distinct !DISubprogram(name: "passes_an_array_of_a_struct", scope: !1, file: !1, line: 1, type: !6, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !7)
!24 = !DILocalVariable(name: "view", scope: !23, file: !1, line: 2, type: !9)
!25 = !DILocation(line: 3, column: 5, scope: !23)
