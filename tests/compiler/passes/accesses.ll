; RUN: add-checks
; Each access of memory that others may see becomes a call with its place; copies keep their alignment and leave padding out.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@threadIdx = external thread_local(initialexec) global { i32, i32, i32 }, align 4
@_ZGVZ1fvE1s = internal global i64 0
@table = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
declare ptr @llvm.threadlocal.address.p0(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @sincosf(float, ptr, ptr)

; A site has file, function, line and column; what a library does is told of its caller. Then its number, whether it is in a library, its bytes.
; CHECK: @[[FILE:tileproof.text[.0-9]*]] = private unnamed_addr constant [12 x i8] c"jos\C3\A9/k.hip\00"
; CHECK: @[[NAME:tileproof.text[.0-9]*]] = private unnamed_addr constant [5 x i8] c"f<8>\00"
; CHECK: @tileproof.sites = internal global [{{[0-9]+}} x %tileproof.site] [
; CHECK-SAME: %tileproof.site { ptr @[[FILE]], ptr @[[NAME]], i32 7, i32 9, i32 0, i16 0, i16 4, ptr @tileproof_checked_nowhere }

; CHECK-LABEL: define void @by_size(
; CHECK: call void @tileproof_checked_read4(ptr %p, ptr @tileproof.sites), !dbg
; CHECK-NEXT: load i32, ptr %p
; CHECK: call void @tileproof_checked_write8(ptr %p, ptr getelementptr {{.*}}(%tileproof.site, ptr @tileproof.sites, i64 1))
; CHECK: call void @tileproof_checked_unaligned_read8(ptr %p,
; CHECK: call void @tileproof_checked_volatile_read4(ptr %p,
; CHECK: call void @tileproof_checked_read16(ptr %p,
; CHECK: call void @tileproof_checked_read16(ptr %p,
; CHECK: call void @tileproof_checked_unaligned_write16(ptr %p,
; CHECK: call void @tileproof_checked_read_range(ptr %p, i64 32, i32 32,
; CHECK: call void @tileproof_checked_write_range(ptr %p, i64 12, i32 16,
; CHECK: call void @tileproof_checked_read_range(ptr %p, i64 16, i32 16,
define void @by_size(ptr %p) !dbg !5 {
  %a = load i32, ptr %p, align 4, !dbg !6
  store i64 1, ptr %p, align 8, !dbg !6
  %b = load i64, ptr %p, align 4, !dbg !6
  %c = load volatile i32, ptr %p, align 4, !dbg !6
  %c16 = load <4 x float>, ptr %p, align 16, !dbg !6
  %c8 = load <2 x double>, ptr %p, align 8, !dbg !6
  store <4 x float> zeroinitializer, ptr %p, align 4, !dbg !6
  %d = load <8 x float>, ptr %p, align 32, !dbg !6
  store <3 x float> zeroinitializer, ptr %p, align 16, !dbg !6
  %e = load x86_fp80, ptr %p, align 16, !dbg !6
  ret void
}

; CHECK-LABEL: define void @not_told(
; CHECK-NOT: call void @tileproof_checked_
; CHECK: ret void
define void @not_told(ptr %p, i64 %i) !dbg !30 {
  %own = alloca [4 x float], align 4
  %part = getelementptr inbounds [4 x float], ptr %own, i64 0, i64 %i
  %a = load float, ptr %part, align 4
  %index = call ptr @llvm.threadlocal.address.p0(ptr @threadIdx)
  %b = load i32, ptr %index, align 4
  %c = load i8, ptr @_ZGVZ1fvE1s, align 8
  %d = getelementptr [4 x i32], ptr @table, i64 0, i64 %i
  %e = load i32, ptr %d, align 4
  %f = load i32, ptr %p, align 4, !nosanitize !{}
  store i32 %f, ptr %p, align 4, !dbg !31
  ret void
}

; The runtime itself calls what a program puts in the place of operator new.
; CHECK-LABEL: define ptr @_Znwm(
; CHECK-NOT: call void @tileproof_checked_
; CHECK: ret ptr
define ptr @_Znwm(i64 %bytes) {
  %p = load ptr, ptr @pool
  ret ptr %p
}
@pool = external global ptr

; A function that says so is left alone.
; CHECK-LABEL: define void @unchecked(
; CHECK-NOT: call void @tileproof_checked_
; CHECK: ret void
define void @unchecked(ptr %p) disable_sanitizer_instrumentation {
  store i32 0, ptr %p, align 4
  ret void
}

; Local variables that may be one or another are found when the kernel runs.
; CHECK-LABEL: define void @either(
; CHECK: call void @tileproof_checked_write4(ptr %both,
define void @either(i1 %c) {
  %a = alloca i32
  %b = alloca i32
  %both = select i1 %c, ptr %a, ptr %b
  store i32 0, ptr %both, align 4
  ret void
}

; CHECK-LABEL: define i32 @atomics(
; CHECK: call i32 @tileproof_checked_atomic32_fetch_add(ptr %p, i32 1, i32 0, ptr
; CHECK: %[[F:.*]] = call i32 @tileproof_checked_atomic32_exchange(ptr %p, i32 1065353216, i32 2, ptr
; CHECK: bitcast i32 %[[F]] to float
; CHECK: call void @tileproof_checked_atomic(ptr %p, i64 4, i32 0, ptr
; CHECK-NEXT: atomicrmw fadd
; CHECK: call i64 @tileproof_checked_atomic64_load(ptr %p, i32 5, ptr
; CHECK: call void @tileproof_checked_atomic16_store(ptr %p, i16 3, i32 3, ptr
; CHECK: %[[OLD:.*]] = call i32 @tileproof_checked_atomic32_compare_exchange_val(ptr %p, i32 1, i32 2, i32 4, i32 2, ptr
; CHECK: icmp eq i32 %[[OLD]], 1
; CHECK: call void @tileproof_checked_atomic_thread_fence(i32 5, ptr
; CHECK: call void @tileproof_checked_atomic_signal_fence(i32 2, ptr
; CHECK-NOT: fence
; CHECK: ret i32
define i32 @atomics(ptr %p) {
  %a = atomicrmw add ptr %p, i32 1 monotonic, align 4
  %b = atomicrmw xchg ptr %p, float 1.0 acquire, align 4
  %c = atomicrmw fadd ptr %p, float 1.0 monotonic, align 4
  %d = load atomic i64, ptr %p seq_cst, align 8
  store atomic i16 3, ptr %p release, align 2
  %e = cmpxchg ptr %p, i32 1, i32 2 acq_rel acquire, align 4
  %f = extractvalue { i32, i1 } %e, 1
  fence seq_cst
  fence syncscope("singlethread") acquire
  ret i32 %a
}

; CHECK-LABEL: define void @copies(
; CHECK-NOT: write_range
; CHECK: call void @tileproof_checked_read_bytes(ptr %from, i64 16, i32 8,
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr align 4 %own, ptr align 4 %from, i64 16, i1 false)
; CHECK: call void @tileproof_checked_write_range(ptr %to, i64 %n, i32 1,
; CHECK-NEXT: call void @llvm.memset
; CHECK: call void @tileproof_checked_read_range(ptr %from, i64 1, i32 8,
; CHECK: %[[A:.*]] = getelementptr i8, ptr %from, i64 8
; CHECK: call void @tileproof_checked_read_range(ptr %[[A]], i64 10, i32 8,
; CHECK: %[[B:.*]] = getelementptr i8, ptr %from, i64 20
; CHECK: call void @tileproof_checked_read_bytes(ptr %[[B]], i64 16, i32 4,
; CHECK: call void @tileproof_checked_write_range(ptr %to, i64 1, i32 8,
; CHECK: call void @llvm.memcpy
; CHECK-NOT: call void @tileproof_checked_
; CHECK: ret void
define void @copies(ptr %to, ptr %from, i64 %n) {
  %own = alloca [16 x i8], align 16
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %own, ptr align 8 %from, i64 16, i1 false)
  call void @llvm.memset.p0.i64(ptr %to, i8 0, i64 %n, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 8 %from, i64 40, i1 false), !tbaa.struct !20
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 1, i1 false), !tbaa.struct !{}
  ret void
}

; A vector of HIP's has no padding: each byte of it must be set. Of a part of it, and of other types, nothing is known.
; CHECK-LABEL: define void @copies_vectors(
; CHECK: call void @tileproof_checked_read_range(ptr %a, i64 16, i32 16,
; CHECK: call void @tileproof_checked_read_range(ptr %from, i64 16, i32 16,
; CHECK: call void @tileproof_checked_read_bytes(ptr %a, i64 8, i32 8,
; CHECK: call void @tileproof_checked_read_bytes(ptr %b, i64 16, i32 16,
; CHECK: ret void
%struct.HIP_vector_type = type { %struct.HIP_vector_base }
%struct.HIP_vector_base = type { %union.anon }
%union.anon = type { <4 x float> }
%struct.other = type { %union.anon }
define void @copies_vectors(ptr %to, ptr %from) {
  %own = alloca %struct.HIP_vector_type, align 16
  %a = getelementptr inbounds %struct.HIP_vector_type, ptr %from, i64 1
  %b = getelementptr inbounds %struct.other, ptr %from, i64 1
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %to, ptr align 16 %a, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %own, ptr align 16 %from, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 8 %a, i64 8, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %to, ptr align 16 %b, i64 16, i1 false)
  ret void
}

; CHECK-LABEL: define void @of_libraries(
; CHECK: call void @tileproof_checked_write_range(ptr %p, i64 4, i32 4,
; CHECK: call void @tileproof_checked_write_range(ptr %q, i64 4, i32 4,
; CHECK: call void @sincosf
; CHECK: store ptr {{.*}}@tileproof.sites{{.*}}, ptr @tileproof_checked_caller
; CHECK-NEXT: call void @get(
define void @of_libraries(ptr %p, ptr %q) {
  call void @sincosf(float 1.0, ptr %p, ptr %q)
  call void @get(ptr %p)
  ret void
}
define void @get(ptr %p) !dbg !8 {
  ret void
}

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !4, emissionKind: FullDebug)
!2 = !DISubroutineType(types: !{null})
!4 = !DIFile(filename: "jos\C3\A9/k.hip", directory: "/here")
!5 = distinct !DISubprogram(name: "f<8>", scope: !4, file: !4, line: 3, type: !2, unit: !1, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 41, column: 2, scope: !8, inlinedAt: !9)
!7 = !DIFile(filename: "/usr/include/view.hpp", directory: "/")
!8 = distinct !DISubprogram(name: "get", scope: !7, file: !7, line: 40, type: !2, unit: !1, spFlags: DISPFlagDefinition)
!9 = distinct !DILocation(line: 7, column: 9, scope: !5)
!10 = !DIFile(filename: "/x/tileproof_hip/threads.h", directory: "/")
!11 = distinct !DISubprogram(name: "go", scope: !10, file: !10, line: 1, type: !2, unit: !1, spFlags: DISPFlagDefinition)
!30 = distinct !DISubprogram(name: "g", scope: !4, file: !4, line: 5, type: !2, unit: !1, spFlags: DISPFlagDefinition)
!31 = !DILocation(line: 2, scope: !11, inlinedAt: !32)
!32 = distinct !DILocation(line: 6, column: 3, scope: !30)
!20 = !{i64 0, i64 1, !22, i64 8, i64 8, !23, i64 16, i64 2, !23, i64 20, i64 16, !22}
!21 = !{!"omnipotent char", !24, i64 0}
!22 = !{!21, !21, i64 0}
!23 = !{!25, !25, i64 0}
!24 = !{!"Simple C++ TBAA"}
!25 = !{!"long", !21, i64 0}

; A check of a plain access keeps no pointer, and that of a read writes nothing that the kernel reads: what is known of other
; memory stays known. That of a write may set the twin of a variable.
; CHECK-DAG: declare void @tileproof_checked_read4(ptr nocapture readonly, ptr) #[[READ:[0-9]+]]
; CHECK-DAG: declare void @tileproof_checked_write8(ptr nocapture readonly, ptr) #[[OTHER:[0-9]+]]
; CHECK-DAG: declare void @tileproof_checked_volatile_read4(ptr, ptr) #[[OTHER]]
; CHECK-DAG: attributes #[[READ]] = { {{.*}}memory(read, argmem: readwrite, inaccessiblemem: readwrite) }
; CHECK-DAG: attributes #[[OTHER]] = { nomerge nounwind }
