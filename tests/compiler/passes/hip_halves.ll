; RUN: hip-halves<hip_halves.llir>
; The host's half takes in hip_halves.llir, the device's: kernels are entered with their handles, a variable's shadow is the
; device's variable, and nothing is left of the registration for HIP's own runtime. A kernel that may wait in a loop says so.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@_Z5scaleIfEvPT_3box = constant ptr @_Z20__device_stub__scaleIfEvPT_3box
@_Z5waitsPVi = constant ptr @_Z20__device_stub__waitsPVi
@waits = private constant [12 x i8] c"_Z5waitsPVi\00"
@count = internal global i32 undef
@name = private constant [20 x i8] c"_Z5scaleIfEvPT_3box\00"
@variable = private constant [6 x i8] c"count\00"
@__hip_fatbin = external constant i8
@__hip_fatbin_wrapper = internal constant { i32, i32, ptr, ptr } { i32 1212764230, i32 1, ptr @__hip_fatbin, ptr null }
@__hip_gpubin_handle = internal global ptr null
@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @own, ptr null }, { i32, ptr, ptr } { i32 65535, ptr @__hip_module_ctor, ptr null }]

declare void @_Z20__device_stub__scaleIfEvPT_3box(ptr, i64, float)
declare void @_Z20__device_stub__waitsPVi(ptr)
declare i32 @__hipRegisterFunction(ptr, ptr, ptr, ptr, i32, ptr, ptr, ptr, ptr, ptr)
declare void @__hipRegisterVar(ptr, ptr, ptr, ptr, i32, i64, i32, i32)
declare ptr @__hipRegisterFatBinary(ptr)
define void @tileproof_hip_bounds(i32 %most) { ret void }
define void @own() {
  store i32 5, ptr @count
  ret void
}
define internal void @__hip_module_ctor() {
  %h = call ptr @__hipRegisterFatBinary(ptr @__hip_fatbin_wrapper)
  store ptr %h, ptr @__hip_gpubin_handle
  call void @__hip_register_globals(ptr %h)
  ret void
}
define internal void @__hip_register_globals(ptr %h) {
  %1 = call i32 @__hipRegisterFunction(ptr %h, ptr @_Z5scaleIfEvPT_3box, ptr @name, ptr @name, i32 -1, ptr null, ptr null, ptr null, ptr null, ptr null)
  %2 = call i32 @__hipRegisterFunction(ptr %h, ptr @_Z5waitsPVi, ptr @waits, ptr @waits, i32 -1, ptr null, ptr null, ptr null, ptr null, ptr null)
  call void @__hipRegisterVar(ptr %h, ptr @count, ptr @variable, ptr @variable, i32 0, i64 4, i32 0, i32 0)
  ret void
}

; CHECK-DAG: @[[COUNT:count.*]] = internal global i32 7
; CHECK-DAG: @factor = internal global float 0.000000e+00
; CHECK-DAG: @_ZN9tileproof10cpu_engine9threadIdxE = external thread_local(initialexec) global [3 x i32]
; CHECK-DAG: c"scale<float>\00"
; CHECK-DAG: [3 x i32] [i32 8, i32 16, i32 0]
; CHECK-DAG: [3 x i32] [i32 8, i32 8, i32 0]
; CHECK-DAG: @[[RECORD:[0-9]+]] = private constant { {{.*}} } { ptr @_Z5scaleIfEvPT_3box, ptr @{{[0-9]+}}, i32 2, {{.*}}, ptr @_Z5scaleIfEvPT_3box.call, ptr null, ptr @_Z5scaleIfEvPT_3box.shared, ptr @{{[0-9]+}}, ptr null, i8 0, i8 0 }
; CHECK-DAG: { ptr @_Z5waitsPVi, {{.*}}, i8 0, i8 1 }
; CHECK-DAG: @[[VARIABLE:[0-9]+]] = private constant { ptr, ptr, i64, i8 } { ptr @[[COUNT]], ptr @{{[0-9]+}}, i64 4, i8 0 }
; CHECK-NOT: __hip

; CHECK-LABEL: define void @own()
; CHECK: store i32 5, ptr @[[COUNT]]

; CHECK: define internal void @[[KERNEL:_Z5scaleIfEvPT_3box.*]](ptr %x, ptr %b)
; CHECK: call ptr @llvm.threadlocal.address.p0(ptr @_ZN9tileproof10cpu_engine9threadIdxE)
; CHECK: load float, ptr @factor
; CHECK: define internal float @twice(float %f)
; CHECK: store i32 1, ptr @[[COUNT]]

; CHECK: define internal void @tileproof.hip_kernels()
; CHECK: call void @tileproof_hip_variable(ptr @[[VARIABLE]])
; CHECK: call void @tileproof_hip_kernel(ptr @[[RECORD]])

; CHECK: define internal void @_Z5scaleIfEvPT_3box.call(ptr %0)
; CHECK: %[[X:.*]] = load ptr, ptr %{{.*}}, align 1
; CHECK: %[[B:.*]] = load ptr, ptr %{{.*}}, align 8
; CHECK: call void @[[KERNEL]](ptr %[[X]], ptr %[[B]])
; CHECK-NOT: unknown_to_the_host.call
; CHECK: define internal void @_Z5scaleIfEvPT_3box.shared(ptr %0)
; CHECK: %[[TILE:.*]] = call {{.*}} @llvm.threadlocal.address.p0(ptr {{.*}}@tile)
; CHECK-NEXT: call void %0(ptr %[[TILE]], i64 16)
; CHECK-NEXT: ret void
