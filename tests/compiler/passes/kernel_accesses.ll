; RUN: kernel-accesses
; for (int k = 0; k < n; k += 8) if (threadIdx.x < 4) out[k + threadIdx.x] = 0; with a barrier in each iteration, and a load that
; nobody uses.
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-i64:64-A5-G1"
%uint3 = type { i32, i32, i32 }
@_ZN9tileproof10cpu_engine9threadIdxE = external addrspace(1) global %uint3
declare void @tileproof_device_barrier_wait(ptr, ptr)
declare float @sine(float)
declare void @unknown()
declare double @__ocml_sincos_f64(double, ptr addrspace(1))
declare void @sincosf(float, ptr addrspace(1), ptr addrspace(1))
; CHECK: "kernels":[{
; CHECK-SAME: "accesses":[
; CHECK-SAME: "base":{"at":0,"kind":"argument","number":0}
; CHECK-SAME: "bytes":4
; CHECK-SAME: "kind":"store"
; The store is behind two conditions, and in the interval before the barrier of the next iteration.
; CHECK-SAME: "intervals":[
; CHECK-SAME: {"access":0,"loops":[
; CHECK-SAME: [0,"first",0]
; CHECK-SAME: {"access":0,"loops":[
; CHECK-SAME: [0,"same",1]
; CHECK-SAME: "name":"fill"
; CHECK-SAME: "nodes":[
; CHECK-SAME: "op":"count"
; CHECK-SAME: "unknown":[]
; What a loop carries: before it, and at the end of each iteration. A sine and a cosine are two stores, or one.
; CHECK-SAME: "bytes":4,{{.*}}"kind":"store"{{.*}}"bytes":4,{{.*}}"kind":"store"{{.*}}"bytes":8,{{.*}}"kind":"store"
; CHECK-SAME: "name":"loop"
; CHECK-SAME: "before":{{[0-9]+}}
; CHECK-SAME: "op":"carried"
; CHECK-SAME: "unknown":[]
; CHECK-SAME: "name":"others"
; CHECK-SAME: "why":"whether a thread comes to the barrier depends on more than its block"
; CHECK-SAME: "why":"it calls unknown"
define amdgpu_kernel void @fill(ptr addrspace(1) %out, i32 %n) {
entry:
  br label %head
head:
  %k = phi i32 [ 0, %entry ], [ %next, %again ]
  %more = icmp slt i32 %k, %n
  br i1 %more, label %body, label %end
body:
  %x = load i32, ptr addrspace(1) @_ZN9tileproof10cpu_engine9threadIdxE
  %few = icmp ult i32 %x, 4
  br i1 %few, label %store, label %again
store:
  %at = add nsw i32 %k, %x
  %index = sext i32 %at to i64
  %p = getelementptr float, ptr addrspace(1) %out, i64 %index
  %unused = load float, ptr addrspace(1) %p
  store float 0.0, ptr addrspace(1) %p
  br label %again
again:
  call void @tileproof_device_barrier_wait(ptr null, ptr null)
  %next = add nsw i32 %k, 8
  br label %head
end:
  ret void
}
define amdgpu_kernel void @loop(ptr addrspace(1) %out, i32 %n) {
entry:
  br label %head
head:
  %d = phi i32 [ 1, %entry ], [ %next, %body ]
  %more = icmp slt i32 %d, %n
  br i1 %more, label %body, label %end
body:
  %p = getelementptr float, ptr addrspace(1) %out, i32 %d
  call void @sincosf(float 0.5, ptr addrspace(1) %p, ptr addrspace(1) %out)
  %sine = call double @__ocml_sincos_f64(double 0.5, ptr addrspace(1) %out)
  %next = mul nsw i32 %d, 2
  br label %head
end:
  ret void
}
define amdgpu_kernel void @others(ptr addrspace(1) %out, float %v) {
  %x = load i32, ptr addrspace(1) @_ZN9tileproof10cpu_engine9threadIdxE
  %few = icmp ult i32 %x, 4
  br i1 %few, label %some, label %all
some:
  call void @tileproof_device_barrier_wait(ptr null, ptr null)
  br label %all
all:
  %s = call float @sine(float %v)
  call void @unknown()
  ret void
}
