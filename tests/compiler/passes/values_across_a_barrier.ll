; RUN: thread-loops
; What a thread knows at a barrier: computed again, kept once for the block, or kept in its frame.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@_ZN9tileproof10cpu_engine9threadIdxE = external thread_local(initialexec) global { i32, i32, i32 }, align 4
@memory = external global [64 x i32]
@mark = private constant [17 x i8] c"tileproof_kernel\00"
@file = private constant [6 x i8] c"k.hip\00"
@llvm.global.annotations = appending global [7 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @derives, ptr @mark, ptr @file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @counts_alike, ptr @mark, ptr @file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @counts_apart, ptr @mark, ptr @file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @reads, ptr @mark, ptr @file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @copies, ptr @mark, ptr @file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @lends, ptr @mark, ptr @file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @waits_elsewhere, ptr @mark, ptr @file, i32 1, ptr null }], section "llvm.metadata"
declare ptr @llvm.threadlocal.address.p0(ptr)
declare void @_ZN9tileproof6hip_on7abi_cpu13__syncthreadsEiPKcii(i32, ptr, i32, i32)
declare void @_Z7unknownv()

; An index follows from the thread and a parameter: no frame.
; CHECK-LABEL: define void @derives(
; CHECK: call ptr @_ZN9tileproof10cpu_engine11begin_partsEm(i64 0)
; CHECK: @derives.barriers
define void @derives(i32 %n) {
  %i = alloca i32
  %all = call ptr @llvm.threadlocal.address.p0(ptr @_ZN9tileproof10cpu_engine9threadIdxE)
  %x = load i32, ptr %all
  %sum = add i32 %x, %n
  store i32 %sum, ptr %i
  call void @_ZN9tileproof6hip_on7abi_cpu13__syncthreadsEiPKcii(i32 0, ptr @file, i32 18, i32 5)
  %at = load i32, ptr %i
  %place = getelementptr i32, ptr @memory, i32 %at
  store i32 1, ptr %place
  ret void
}

; The step of a loop with a barrier is the same in all threads: one place for the block, none in a frame.
; CHECK-LABEL: define void @counts_alike(
; CHECK: alloca { i32 }
; CHECK: call ptr @_ZN9tileproof10cpu_engine11begin_partsEm(i64 0)
define void @counts_alike(i32 %n) {
entry:
  br label %loop
loop:
  %d = phi i32 [ %n, %entry ], [ %half, %next ]
  %more = icmp sgt i32 %d, 0
  br i1 %more, label %body, label %end
body:
  %all = call ptr @llvm.threadlocal.address.p0(ptr @_ZN9tileproof10cpu_engine9threadIdxE)
  %x = load i32, ptr %all
  %some = icmp slt i32 %x, %d
  br i1 %some, label %then, label %join
then:
  store i32 %d, ptr @memory
  br label %join
join:
  call void @_ZN9tileproof6hip_on7abi_cpu13__syncthreadsEiPKcii(i32 0, ptr @file, i32 20, i32 5)
  br label %next
next:
  %half = sdiv i32 %d, 2
  br label %loop
end:
  ret void
}

; Set by some threads only.
; CHECK-LABEL: define void @counts_apart(
; CHECK: alloca {}
; CHECK: call ptr @_ZN9tileproof10cpu_engine11begin_partsEm(i64 16)
define void @counts_apart(i32 %n) {
entry:
  %all = call ptr @llvm.threadlocal.address.p0(ptr @_ZN9tileproof10cpu_engine9threadIdxE)
  %x = load i32, ptr %all
  %some = icmp slt i32 %x, %n
  br i1 %some, label %then, label %join
then:
  br label %join
join:
  %d = phi i32 [ 5, %entry ], [ 6, %then ]
  call void @_ZN9tileproof6hip_on7abi_cpu13__syncthreadsEiPKcii(i32 0, ptr @file, i32 21, i32 5)
  store i32 %d, ptr @memory
  ret void
}

; Memory may change while the thread waits.
; CHECK-LABEL: define void @reads(
; CHECK: call ptr @_ZN9tileproof10cpu_engine11begin_partsEm(i64 16)
define void @reads() {
  %v = load i32, ptr @memory
  call void @_ZN9tileproof6hip_on7abi_cpu13__syncthreadsEiPKcii(i32 0, ptr @file, i32 22, i32 5)
  %place = getelementptr i32, ptr @memory, i32 1
  store i32 %v, ptr %place
  ret void
}

; An array that nobody else sees is copied to the frame and back; one whose address goes elsewhere lives there.
; CHECK-LABEL: define void @copies(
; CHECK: call ptr @_ZN9tileproof10cpu_engine11begin_partsEm(i64 16)
; CHECK-LABEL: define void @lends(
; CHECK: call ptr @_ZN9tileproof10cpu_engine11begin_partsEm(i64 16)
define void @copies(i32 %n) {
  %a = alloca [4 x i32]
  %at = getelementptr [4 x i32], ptr %a, i32 0, i32 %n
  store i32 1, ptr %at
  call void @_ZN9tileproof6hip_on7abi_cpu13__syncthreadsEiPKcii(i32 0, ptr @file, i32 23, i32 5)
  %v = load i32, ptr %a
  store i32 %v, ptr @memory
  ret void
}
define void @lends(i32 %n) {
  %a = alloca [4 x i32]
  call void @sets(ptr %a)
  call void @_ZN9tileproof6hip_on7abi_cpu13__syncthreadsEiPKcii(i32 0, ptr @file, i32 24, i32 5)
  %v = load i32, ptr %a
  store i32 %v, ptr @memory
  ret void
}
define void @sets(ptr %a) noinline {
  store i32 1, ptr %a
  ret void
}

; A function that is not in the module may wait for anything: this kernel keeps its fibers.
; CHECK-LABEL: define void @waits_elsewhere(
; CHECK-NEXT: call void @_Z7unknownv()
define void @waits_elsewhere() {
  call void @_Z7unknownv()
  ret void
}

; CHECK-LABEL: define internal i32 @derives.part(
; CHECK: add i32
; CHECK: switch i32
; CHECK-LABEL: define internal i32 @copies.part(
; CHECK: %[[A:[a-z0-9]+]] = alloca [4 x i32]
; CHECK: call void @llvm.memcpy{{.*}}(ptr align 4 %{{.*}}, ptr align 4 %[[A]], i64 16
; CHECK: ret i32 1
; CHECK: call void @llvm.memcpy{{.*}}(ptr align 4 %[[A]], ptr align 4 %{{.*}}, i64 16
; CHECK-LABEL: define internal i32 @lends.part(
; CHECK-NOT: alloca
; CHECK: getelementptr inbounds i8, ptr %{{.*}}, i64 0
; CHECK: call void @sets(
; CHECK-NOT: memcpy
; CHECK: ret i32 0
