; RUN: device-code
; Kernels of retarget.llir get their host declarations: one address space, this machine's parameters, and the runtime's functions.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@mark = internal global i8 0
@lanes_here = internal global i32 0
@code = private constant [36 x i8] c"tileproof_device_code:retarget.llir\00"
@of_lanes = private constant [23 x i8] c"tileproof_device_lanes\00"
@nowhere = private constant [1 x i8] zeroinitializer
@llvm.global.annotations = appending global [2 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @mark, ptr @code, ptr @nowhere, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @lanes_here, ptr @of_lanes, ptr @nowhere, i32 1, ptr null }]

define void @_ZN9tileproof6hip_on7abi_cpu13__syncthreadsEiPKcii(i32 %n, ptr %f, i32 %l, i32 %c) { ret void }
define void @tileproof_device_scope(i32 %scope) { ret void }
define i32 @tileproof_amdgcn_ds_bpermute(i32 %i, i32 %v, ptr %f, i32 %l, i32 %c) { ret i32 %v }
define i32 @tileproof_amdgcn_readlane_b32(i32 %v, i32 %lane, ptr %f, i32 %l, i32 %c) { ret i32 %v }
define i64 @tileproof_amdgcn_ballot_i64(i1 zeroext %p, ptr %f, i32 %l, i32 %c) { ret i64 0 }
define ptr @tileproof_amdgcn_implicitarg_ptr(ptr %f, i32 %l, i32 %c) { ret ptr null }
define void @tileproof_amdgcn_make_buffer_rsrc(ptr %r, ptr %p, i16 signext %s, i64 %n, i32 %x, ptr %f, i32 %l, i32 %c) { ret void }
define void @tileproof_amdgcn_set_m0(i32 %v, ptr %f, i32 %l, i32 %c) { ret void }
define void @tileproof_amdgcn_add_to_m0(i32 %v, ptr %f, i32 %l, i32 %c) { ret void }
define ptr @tileproof_amdgcn_at_m0(ptr %f, i32 %l, i32 %c) { ret ptr null }
define void @tileproof_amdgcn_raw_ptr_buffer_load_lds(ptr %r, ptr %to, i32 %n, i32 %v, i32 %s, i32 %o, i32 %x, ptr %f, i32 %l, i32 %c) { ret void }
define i64 @tileproof_amdgcn_raw_ptr_buffer_load_b64(ptr %r, i32 %v, i32 %s, i32 %x, ptr %f, i32 %l, i32 %c) { ret i64 0 }

declare void @indices(ptr, i64)
declare void @memory(ptr, i32)
declare void @lanes(i32, float)
declare void @converts(ptr, float, double)
define void @host() {
  call void @indices(ptr null, i64 0)
  call void @memory(ptr null, i32 0)
  call void @lanes(i32 0, float 0.0)
  call void @converts(ptr null, float 0.0, double 0.0)
  ret void
}

; CHECK: @lanes_here = internal global i32 64
; CHECK: @tile = internal thread_local externally_initialized global [8 x float] zeroinitializer, align 16
; CHECK: @bias = internal global float 1.000000e+00
; CHECK: @where = internal constant ptr @bias

; CHECK-LABEL: define internal void @indices(ptr %0, i64 %1)
; CHECK: store i64 %1, ptr %
; CHECK: call {{.*}}ptr @llvm.threadlocal.address.p0(ptr {{.*}}@_ZN9tileproof10cpu_engine9threadIdxE)
; CHECK: load i32, ptr %
; CHECK: getelementptr inbounds [3 x i32], ptr %{{.*}}, i32 0, i32 1
; CHECK: getelementptr %pair{{[.0-9]*}}, ptr %{{[0-9]+}}, i32 0, i32 1
; CHECK: %[[ARGUMENTS:[0-9]+]] = call ptr @tileproof_amdgcn_implicitarg_ptr(
; CHECK: load i16, ptr %{{.*}}, !nosanitize
; CHECK: %own = alloca i32, align 4{{(,|$)}}
; CHECK-NOT: addrspace
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 4 %{{[0-9]+}}, ptr align 4 %own, i64 4

; CHECK-LABEL: define internal void @memory(ptr %0, i32 %1)
; Behind the variables: passes that add something to them put it before the first instruction that is none.
; CHECK: %mine = alloca i32
; CHECK: %shared = call ptr @_ZN9tileproof10cpu_engine14dynamic_sharedEv()
; CHECK: getelementptr i8, ptr %shared, i32 %1
; CHECK: load <4 x float>, ptr %d, align 8
; CHECK: %[[TILE:.*]] = call {{.*}}ptr @llvm.threadlocal.address.p0(ptr {{.*}}@tile)
; CHECK: store <4 x float> %f, ptr %[[TILE]]
; The address that is nearest to the block's other variables.
; CHECK: %[[NEAR:.*]] = call {{.*}}ptr @llvm.threadlocal.address.p0(ptr {{.*}}@tile)
; CHECK: %[[LOW:.*]] = ptrtoint ptr %[[NEAR]] to i32
; CHECK: sub i32 %bits, %[[LOW]]
; CHECK: call void @tileproof_device_scope(i32 2)
; CHECK: atomicrmw add ptr %{{[0-9]+}}, i32 1 monotonic
; CHECK: call void @tileproof_device_scope(i32 3)
; CHECK: fence release, !dbg
; CHECK-NEXT: call void @_ZN9tileproof6hip_on7abi_cpu13__syncthreadsEiPKcii(i32 {{[0-9]+}}, ptr @{{.*}}retarget.llir{{.*}}, i32 49, i32 3)
; CHECK: call void @tileproof_amdgcn_make_buffer_rsrc(ptr %[[R:[0-9a-z.]+]], ptr %{{[0-9]+}}, i16 signext 0, i64 16, i32 0,
; CHECK: %[[WORDS:[0-9a-z.]+]] = load i128, ptr %[[R]]
; CHECK: store i128 %[[WORDS]],
; CHECK: %[[BITS:[0-9a-z.]+]] = call i64 @tileproof_amdgcn_raw_ptr_buffer_load_b64(
; CHECK: bitcast i64 %[[BITS]] to <4 x half>

; CHECK-LABEL: define internal void @lanes(i32 %0, float %1)
; CHECK: call i32 @tileproof_amdgcn_ds_bpermute(i32 %0, i32 %0, ptr @{{.*}}, i32 55, i32 {{[0-9]+}})
; CHECK: %[[X:[0-9a-z.]+]] = bitcast float %1 to i32
; CHECK: call i32 @tileproof_amdgcn_readlane_b32(i32 %[[X]], i32 3,
; CHECK: call float @exp2f(
; CHECK: %[[NOT0:[0-9a-z.]+]] = icmp ne i32 %0, 0
; CHECK: call i64 @tileproof_amdgcn_ballot_i64(i1 zeroext %[[NOT0]],
; CHECK: call void @__assert_fail(ptr @"tileproof.text.the cpu devices do not have llvm.amdgcn.of.tomorrow", ptr @{{.*}}, i32 59,
; CHECK: call void @__assert_fail(ptr @"tileproof.text.the cpu devices do not have the function __ocml_of_tomorrow_f32"
; CHECK-NEXT: call void @__assert_fail(ptr @"tileproof.text.the cpu devices do not have inline assembly \22v_mad_u32 $0\22"
; CHECK: call void @tileproof_amdgcn_set_m0(i32 %0,
; CHECK: call void @tileproof_amdgcn_add_to_m0(i32 1024,
; CHECK: %[[AT:[0-9a-z.]+]] = call ptr @tileproof_amdgcn_at_m0(
; CHECK: call void @tileproof_amdgcn_raw_ptr_buffer_load_lds(ptr %{{[0-9a-z.]+}}, ptr %[[AT]], i32 4, i32 %0, i32 0, i32 16, i32 0,
; CHECK: call void @tileproof_amdgcn_set_m0(i32 %0,
; CHECK: %[[AT2:[0-9a-z.]+]] = call ptr @tileproof_amdgcn_at_m0(
; CHECK: call void @tileproof_amdgcn_raw_ptr_buffer_load_lds(ptr %{{[0-9a-z.]+}}, ptr %[[AT2]], i32 2, i32 0, i32 %{{[0-9]+}}, i32 0, i32 0,
; CHECK-NEXT: ret void

; GPUs give the nearest number of 32 bits.
; CHECK-LABEL: define internal void @converts(
; CHECK: call i32 @llvm.fptoui.sat.i32.f32(float %
; CHECK: %[[NEAREST:.*]] = call i32 @llvm.fptosi.sat.i32.f64(double %
; CHECK: trunc i32 %[[NEAREST]] to i8
; CHECK: fptosi float %{{.*}} to i64
