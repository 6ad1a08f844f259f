; RUN: prepare-checks
; A loop with a barrier in it counts its turns, and a call that leads to a barrier is between two of the runtime's.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
declare void @_ZN9tileproof10cpu_engine9wait_callERNS0_12block_runnerENS0_5placeE(ptr, ptr)

; CHECK-LABEL: define void @meet(
; CHECK: %[[OLD:.*]] = call i64 @tileproof_checked_enter(i64 {{[0-9]+}}, i64 0)
; CHECK-NEXT: call void @_ZN9tileproof10cpu_engine9wait_call
; CHECK-NEXT: call void @tileproof_checked_leave(i64 %[[OLD]])
define void @meet() {
  call void @_ZN9tileproof10cpu_engine9wait_callERNS0_12block_runnerENS0_5placeE(ptr null, ptr null)
  ret void
}

; CHECK-LABEL: define void @k(
; CHECK-NEXT: entry:
; CHECK-NEXT: %[[TURNS:.*]] = alloca i64
; CHECK-NEXT: store i64 0, ptr %[[TURNS]]
; CHECK-NEXT: br label %around
; CHECK: around:
; CHECK-NEXT: %[[NOW:.*]] = load i64, ptr %[[TURNS]]
; CHECK-NEXT: %[[MANY:.*]] = mul i64 %[[NOW]], {{[0-9]+}}
; CHECK-NEXT: add i64 {{.*}}%[[MANY]]
; CHECK-NEXT: call i64 @tileproof_checked_enter(i64
; CHECK-NEXT: call void @meet()
; CHECK-NEXT: call void @tileproof_checked_leave(
; CHECK-NEXT: %[[LAST:.*]] = load i64, ptr %[[TURNS]]
; CHECK-NEXT: %[[NEXT:.*]] = add i64 %[[LAST]], 1
; CHECK-NEXT: store i64 %[[NEXT]], ptr %[[TURNS]]
; CHECK-NEXT: br i1 %c, label %around, label %without
; CHECK: without:
; CHECK-NEXT: br i1 %c, label %without, label %end
define void @k(i1 %c) {
entry:
  br label %around
around:
  call void @meet()
  br i1 %c, label %around, label %without
without:
  br i1 %c, label %without, label %end
end:
  ret void
}

; CHECK-LABEL: define void @bit_field(
; CHECK: load i32, ptr %p, align 4, !nosanitize
; CHECK: load i32, ptr %q, align 4{{$}}
; CHECK: load i32, ptr %p, align 4, !tbaa ![[#]]{{$}}
define void @bit_field(ptr %p, ptr %q) {
  %word = load i32, ptr %p, align 4
  %kept = and i32 %word, -32
  %set = or i32 %kept, 7
  store i32 %set, ptr %p, align 4
  %used = load i32, ptr %q, align 4
  %other = and i32 %used, -32
  store i32 %other, ptr %q, align 4
  %more = add i32 %used, 1
  %variable = load i32, ptr %p, align 4, !tbaa !1
  %masked = and i32 %variable, -32
  store i32 %masked, ptr %p, align 4, !tbaa !1
  ret void
}
!1 = !{!2, !2, i64 0}
!2 = !{!"int", !3, i64 0}
!3 = !{!"omnipotent char", !4, i64 0}
!4 = !{!"Simple C++ TBAA"}
