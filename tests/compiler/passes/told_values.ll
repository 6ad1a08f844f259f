; RUN: add-checks
; A kernel goes to its copy when the runtime asks for values: the copy tells them before each access.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.shape = type { i8, i64 }
@_ZN9tileproof10cpu_engine9threadIdxE = external thread_local(initialexec) global { i32, i32, i32 }, align 4
@mark = private constant [17 x i8] c"tileproof_kernel\00"
@file = private constant [6 x i8] c"k.hip\00"
@llvm.global.annotations = appending global [6 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @kept, ptr @mark, ptr @file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @member, ptr @mark, ptr @file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @passed, ptr @mark, ptr @file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @multiplies, ptr @mark, ptr @file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @divides, ptr @mark, ptr @file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @halves, ptr @mark, ptr @file, i32 1, ptr null }], section "llvm.metadata"
declare ptr @llvm.threadlocal.address.p0(ptr)

; CHECK-DAG: @[[KEPT:.*]] = private unnamed_addr constant [{{.*}}] c"s:index\0As:n\0A\00"
; CHECK-DAG: @[[PUT:.*]] = private unnamed_addr constant [{{.*}}] c"u:at\0A\00"
; CHECK-DAG: @[[MEMBER:.*]] = private unnamed_addr constant [{{.*}}] c"u:threadIdx.x\0As:p->pitch\0A\00"
; CHECK-DAG: @[[PASSED:.*]] = private unnamed_addr constant [{{.*}}] c"s:s.pitch\0A\00"
; CHECK-DAG: @[[PRODUCT:.*]] = private unnamed_addr constant [{{.*}}] c"19 (n + 1) * n\00"
; CHECK-DAG: @[[DIVIDES:.*]] = private unnamed_addr constant [{{.*}}] c"s:n\0A\00"

; The index is told, then n, which it was computed from, but not step, which has changed since.
; CHECK-LABEL: define void @kept(
; CHECK: load i8, ptr @tileproof_checked_asks_values
; CHECK: call void @kept.tileproof.values(ptr %out, i32 %n)
; CHECK-NEXT: ret void
; CHECK-NOT: call void (ptr, ptr, ptr, ...) @tileproof_checked_values
define void @kept(ptr %out, i32 %n) !dbg !10 {
entry:
  %out.addr = alloca ptr
  %n.addr = alloca i32
  %step = alloca i32
  %index = alloca i32
  store ptr %out, ptr %out.addr
    #dbg_declare(ptr %out.addr, !11, !DIExpression(), !15)
  store i32 %n, ptr %n.addr
    #dbg_declare(ptr %n.addr, !12, !DIExpression(), !15)
    #dbg_declare(ptr %step, !13, !DIExpression(), !15)
    #dbg_declare(ptr %index, !14, !DIExpression(), !15)
  store i32 3, ptr %step, !dbg !15
  %0 = load i32, ptr %n.addr, !dbg !15
  %1 = load i32, ptr %step, !dbg !15
  %mul = mul i32 %0, %1, !dbg !15
  store i32 %mul, ptr %index, !dbg !15
  store i32 7, ptr %step, !dbg !15
  %2 = load ptr, ptr %out.addr, !dbg !15
  %3 = load i32, ptr %index, !dbg !15
  %at = getelementptr i32, ptr %2, i32 %3, !dbg !15
  store i32 1, ptr %at, align 4, !dbg !15
  call void @put(ptr %2, i32 %0), !dbg !15
  ret void, !dbg !15
}
; A function that it calls has a copy, too.
; CHECK-LABEL: define {{.*}}void @put(
; CHECK-NOT: call void (ptr, ptr, ptr, ...) @tileproof_checked_values
define void @put(ptr %to, i32 %at) !dbg !20 {
  %at.addr = alloca i32
  store i32 %at, ptr %at.addr
    #dbg_declare(ptr %at.addr, !21, !DIExpression(), !22)
  %1 = load i32, ptr %at.addr, !dbg !22
  %2 = getelementptr i32, ptr %to, i32 %1, !dbg !22
  store i32 2, ptr %2, align 4, !dbg !22
  ret void, !dbg !22
}
; The target of a pointer has its name, also behind padding, and so has threadIdx.
define void @member(ptr %out, ptr %p) !dbg !30 {
  %p.addr = alloca ptr
  store ptr %p, ptr %p.addr
    #dbg_declare(ptr %p.addr, !31, !DIExpression(), !32)
  %1 = call ptr @llvm.threadlocal.address.p0(ptr @_ZN9tileproof10cpu_engine9threadIdxE), !dbg !32
  %x = getelementptr { i32, i32, i32 }, ptr %1, i32 0, i32 0, !dbg !32
  %2 = load i32, ptr %x, !dbg !32
  %3 = zext i32 %2 to i64, !dbg !32
  %4 = load ptr, ptr %p.addr, !dbg !32
  %pitch = getelementptr %struct.shape, ptr %4, i32 0, i32 1, !dbg !32
  %5 = load i64, ptr %pitch, !dbg !32
  %6 = mul i64 %3, %5, !dbg !32
  %7 = getelementptr i32, ptr %out, i64 %6, !dbg !32
  store i32 2, ptr %7, align 4, !dbg !32
  ret void, !dbg !32
}
; A struct that is passed in memory.
define void @passed(ptr %out, ptr byval(%struct.shape) %s) !dbg !50 {
    #dbg_declare(ptr %s, !51, !DIExpression(), !52)
  %pitch = getelementptr %struct.shape, ptr %s, i32 0, i32 1, !dbg !52
  %1 = load i64, ptr %pitch, !dbg !52
  %2 = getelementptr i32, ptr %out, i64 %1, !dbg !52
  store i32 2, ptr %2, align 4, !dbg !52
  ret void, !dbg !52
}
; The result of two ints, but not of a step.
define void @multiplies(ptr %out, i32 %n) !dbg !43 {
  %n.addr = alloca i32
  store i32 %n, ptr %n.addr
    #dbg_declare(ptr %n.addr, !44, !DIExpression(), !45)
  %1 = load i32, ptr %n.addr, !dbg !45
  %2 = add i32 %1, 1, !dbg !45, !tileproof.of_ints !46
  %3 = mul i32 %2, %1, !dbg !45, !tileproof.of_ints !46
  %4 = mul i32 %3, %1, !dbg !45
  %5 = getelementptr i32, ptr %out, i32 %4, !dbg !45
  store i32 %2, ptr %5, align 4, !dbg !45
  ret void, !dbg !45
}
; A fault is explained by its condition.
define void @divides(ptr %out, i32 %n) !dbg !40 {
  %n.addr = alloca i32
  store i32 %n, ptr %n.addr
    #dbg_declare(ptr %n.addr, !41, !DIExpression(), !42)
  %1 = load i32, ptr %n.addr, !dbg !42
  %2 = sdiv i32 8, %1, !dbg !42
  store i32 %2, ptr %out, align 4, !dbg !42
  ret void, !dbg !42
}
; LLVM 19 loses four halves of one block in another one, where it does not optimise: they go through memory.
declare <4 x half> @four(ptr)
define void @halves(ptr %out, i1 %stores) {
  %1 = call <4 x half> @four(ptr %out)
  br i1 %stores, label %yes, label %no
yes:
  %2 = bitcast <4 x half> %1 to i64
  store i64 %2, ptr %out, align 8
  ret void
no:
  ret void
}

; CHECK-LABEL: define internal void @kept.tileproof.values(
; CHECK-SAME: #[[PLAIN:[0-9]+]]
; CHECK-NOT: !dbg
; CHECK: %[[N:.*]] = load i32, ptr %n.addr
; CHECK: %[[INDEX:.*]] = load i32, ptr %index
; CHECK: %[[WIDE:.*]] = sext i32 %[[INDEX]] to i64
; CHECK-NEXT: %[[AGAIN:.*]] = load i32, ptr %n.addr
; CHECK-NEXT: %[[N:.*]] = sext i32 %[[AGAIN]] to i64
; CHECK-NEXT: call void (ptr, ptr, ptr, ...) @tileproof_checked_values(ptr %at, ptr {{.*}}, ptr @[[KEPT]], i64 %[[WIDE]], i64 %[[N]])
; CHECK-NEXT: call void @tileproof_checked_write4(ptr %at,
; CHECK: call void @put.tileproof.values(
; CHECK-NOT: !dbg
; CHECK-LABEL: define internal void @member.tileproof.values(
; CHECK: call void (ptr, ptr, ptr, ...) @tileproof_checked_values({{.*}}, ptr @[[MEMBER]], i64
; CHECK-LABEL: define internal void @passed.tileproof.values(
; CHECK: call void (ptr, ptr, ptr, ...) @tileproof_checked_values({{.*}}, ptr @[[PASSED]], i64
; CHECK-LABEL: define internal void @multiplies.tileproof.values(
; CHECK-NOT: call void @tileproof_checked_computed
; CHECK: mul i32
; CHECK-NEXT: %[[FIRST:.*]] = sext i32 %{{.*}} to i64
; CHECK-NEXT: %[[SECOND:.*]] = sext i32 %{{.*}} to i64
; CHECK-NEXT: call void @tileproof_checked_computed(ptr @[[PRODUCT]], i64 %[[FIRST]], i64 %[[SECOND]], i8 42)
; CHECK-NOT: call void @tileproof_checked_computed
; CHECK-LABEL: define internal void @divides.tileproof.values(
; CHECK: call void (ptr, ptr, ptr, ...) @tileproof_checked_values(ptr null, {{.*}}, ptr @[[DIVIDES]], i64
; CHECK-NEXT: call void @tileproof_checked_fault(
; CHECK-LABEL: define internal void @halves.tileproof.values(
; CHECK: %[[FOUR:.*]] = call <4 x half> @four(
; CHECK: store <4 x half> %[[FOUR]], ptr %[[SLOT:.*]], align
; CHECK: %[[SAME:.*]] = load <4 x half>, ptr %[[SLOT]]
; CHECK-NEXT: bitcast <4 x half> %[[SAME]] to i64
; CHECK-LABEL: define internal void @put.tileproof.values(
; CHECK: zext i32
; CHECK-NEXT: call void (ptr, ptr, ptr, ...) @tileproof_checked_values({{.*}}, ptr @[[PUT]], i64 %{{[0-9]+}})
; CHECK: attributes #[[PLAIN]] = { noinline optnone

!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "k.hip", directory: "/here")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DISubroutineType(types: !{null})
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !DIBasicType(name: "unsigned", size: 32, encoding: DW_ATE_unsigned)
!7 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !5, size: 64)
!10 = distinct !DISubprogram(name: "kept", file: !2, type: !4, unit: !1, spFlags: DISPFlagDefinition)
!11 = !DILocalVariable(name: "out", arg: 1, scope: !10, file: !2, type: !7)
!12 = !DILocalVariable(name: "n", arg: 2, scope: !10, file: !2, type: !5)
!13 = !DILocalVariable(name: "step", scope: !10, file: !2, type: !5)
!14 = !DILocalVariable(name: "index", scope: !10, file: !2, type: !5)
!15 = !DILocation(line: 7, column: 9, scope: !10)
!20 = distinct !DISubprogram(name: "put", file: !2, type: !4, unit: !1, spFlags: DISPFlagDefinition)
!21 = !DILocalVariable(name: "at", arg: 2, scope: !20, file: !2, type: !6)
!22 = !DILocation(line: 8, column: 9, scope: !20)
!30 = distinct !DISubprogram(name: "member", file: !2, type: !4, unit: !1, spFlags: DISPFlagDefinition)
!31 = !DILocalVariable(name: "p", arg: 2, scope: !30, file: !2, type: !33)
!32 = !DILocation(line: 9, column: 9, scope: !30)
!33 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !34, size: 64)
!34 = !DICompositeType(tag: DW_TAG_structure_type, name: "shape", file: !2, size: 128, elements: !{!35, !36})
!35 = !DIDerivedType(tag: DW_TAG_member, name: "pad", baseType: !37, size: 8)
!36 = !DIDerivedType(tag: DW_TAG_member, name: "pitch", baseType: !38, size: 64, offset: 64)
!37 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!38 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!40 = distinct !DISubprogram(name: "divides", file: !2, type: !4, unit: !1, spFlags: DISPFlagDefinition)
!41 = !DILocalVariable(name: "n", arg: 2, scope: !40, file: !2, type: !5)
!42 = !DILocation(line: 10, column: 9, scope: !40)
!43 = distinct !DISubprogram(name: "multiplies", file: !2, type: !4, unit: !1, spFlags: DISPFlagDefinition)
!44 = !DILocalVariable(name: "n", arg: 2, scope: !43, file: !2, type: !5)
!45 = !DILocation(line: 19, column: 9, scope: !43)
!46 = !{}
!50 = distinct !DISubprogram(name: "passed", file: !2, type: !4, unit: !1, spFlags: DISPFlagDefinition)
!51 = !DILocalVariable(name: "s", arg: 2, scope: !50, file: !2, type: !34)
!52 = !DILocation(line: 11, column: 9, scope: !50)
