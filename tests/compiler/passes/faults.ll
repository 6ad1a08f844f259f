; RUN: add-checks
; A division by zero, a call of a null function, an index outside its array, an end of the kernel: the runtime is told before.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@data = private global i32 0
@text = private constant [2 x i8] c"x\00"
declare void @__ubsan_handle_out_of_bounds(ptr, i64)
declare void @__assert_fail(ptr, ptr, i32, ptr)
declare void @abort()
declare ptr @__cxa_allocate_exception(i64)
declare ptr @malloc(i64)
declare noalias ptr @_Znwm(i64)
declare i32 @__gxx_personality_v0(...)

; CHECK-LABEL: define i32 @divides(
; CHECK: %[[ZERO:.*]] = icmp eq i32 %d, 0
; CHECK-NEXT: br i1 %[[ZERO]], label %[[COLD:.*]], label %[[ON:[^,]*]]
; CHECK: [[COLD]]:
; CHECK-NEXT: call void @tileproof_checked_fault(i32 0, ptr
; CHECK-NEXT: br label %[[ON]]
; CHECK: [[ON]]:
; CHECK-NEXT: sdiv i32 %n, %d
; CHECK-NEXT: urem i32 %{{.*}}, 8
define i32 @divides(i32 %n, i32 %d) {
  %q = sdiv i32 %n, %d
  %r = urem i32 %q, 8
  ret i32 %r
}

; CHECK-LABEL: define void @calls(
; CHECK: icmp eq ptr %f, null
; CHECK: call void @tileproof_checked_fault(i32 1, ptr
define void @calls(ptr %f) {
  call void %f()
  ret void
}

; The address is made where the index is found wrong, and the runtime hears that an access follows.
; CHECK-LABEL: define float @indexes(
; CHECK: %[[I:.*]] = sext i32 %i to i64
; CHECK-NEXT: %[[AT:.*]] = getelementptr [8 x float], ptr %a, i64 0, i64 %[[I]]
; CHECK-NEXT: call void @tileproof_checked_index_outside(ptr @data, i64 %wide, ptr %[[AT]], i32 1, ptr
; CHECK-NOT: __ubsan_handle_out_of_bounds(
; CHECK: load float
define float @indexes(ptr %a, i32 %i) {
  %inside = icmp ult i32 %i, 8
  br i1 %inside, label %cont, label %handler, !nosanitize !0
handler:
  %wide = zext i32 %i to i64, !nosanitize !0
  call void @__ubsan_handle_out_of_bounds(ptr @data, i64 %wide), !nosanitize !0
  br label %cont, !nosanitize !0
cont:
  %index = sext i32 %i to i64
  %at = getelementptr inbounds [8 x float], ptr %a, i64 0, i64 %index
  %value = load float, ptr %at
  ret float %value
}

; Only the address is taken.
; CHECK-LABEL: define ptr @points(
; CHECK: call void @tileproof_checked_index_outside(ptr @data, i64 8, ptr %{{.*}}, i32 0, ptr
define ptr @points(ptr %a) {
  br label %handler
handler:
  call void @__ubsan_handle_out_of_bounds(ptr @data, i64 8)
  br label %cont
cont:
  %at = getelementptr inbounds [8 x float], ptr %a, i64 0, i64 8
  ret ptr %at
}

; CHECK-LABEL: define void @ends(
; CHECK: call void @tileproof_checked_end(ptr @text, ptr
; CHECK-NEXT: call void @__assert_fail(
; CHECK: call void @tileproof_checked_end(ptr null, ptr
; CHECK-NEXT: call void @abort()
define void @ends() {
  call void @__assert_fail(ptr @text, ptr @text, i32 1, ptr @text)
  call void @abort()
  ret void
}

; CHECK-LABEL: define void @allocates(
; CHECK: %p = call noalias ptr @tileproof_checked_malloc(i64 8, ptr
; CHECK: invoke ptr @tileproof_checked__Znwm(i64 4, ptr {{.*}})
; CHECK-NEXT: to label %good unwind label %bad
define void @allocates() personality ptr @__gxx_personality_v0 {
  %p = call noalias ptr @malloc(i64 8)
  %q = invoke ptr @_Znwm(i64 4) to label %good unwind label %bad
good:
  ret void
bad:
  %caught = landingpad { ptr, i32 } cleanup
  ret void
}
!0 = !{}
