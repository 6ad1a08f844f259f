; RUN: add-checks
; Loops that do nothing but take a lock are told, with the calls and rounds that lead to them; a loop that does its work inside, and
; one that changes a number, are not.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; CHECK-LABEL: define void @lock(
; CHECK: %[[OLD:[0-9]+]] = call i32 @tileproof_checked_atomic32_compare_exchange_val(ptr %1, i32 0, i32 1
; CHECK: %[[TAKEN:[0-9a-z.]+]] = extractvalue {{.*}} 1
; CHECK: call void @tileproof_checked_tried_lock(ptr %1, i32 1, i1 %[[TAKEN]], ptr
define void @lock(ptr %l) {
  %at = alloca ptr
  store ptr %l, ptr %at
  br label %again
again:
  %1 = load ptr, ptr %at
  %pair = cmpxchg ptr %1, i32 0, i32 1 monotonic monotonic
  %old = extractvalue { i32, i1 } %pair, 0
  %held = icmp ne i32 %old, 0
  br i1 %held, label %body, label %done
body:
  br label %again
done:
  ret void
}

; CHECK-LABEL: define void @swap(
; CHECK: %[[WAS:[0-9]+]] = call i32 @tileproof_checked_atomic32_exchange(ptr %l, i32 1
; CHECK: call void @tileproof_checked_tried_lock(ptr %l, i32 2, i1
define void @swap(ptr %l) {
  br label %again
again:
  %old = atomicrmw xchg ptr %l, i32 1 monotonic
  %held = icmp eq i32 %old, 1
  br i1 %held, label %again, label %done
done:
  ret void
}

; CHECK-LABEL: define void @works_inside(
; CHECK-NOT: lock(
; CHECK: ret void
define void @works_inside(ptr %l, ptr %p) {
  br label %again
again:
  %pair = cmpxchg ptr %l, i32 0, i32 1 monotonic monotonic
  %taken = extractvalue { i32, i1 } %pair, 1
  br i1 %taken, label %work, label %next
work:
  store i32 1, ptr %p
  br label %next
next:
  br i1 %taken, label %done, label %again
done:
  ret void
}

; CHECK-LABEL: define void @adds(
; CHECK-NOT: lock(
; CHECK: ret void
define void @adds(ptr %p) {
  br label %again
again:
  %seen = phi i32 [ 0, %0 ], [ %old, %again ]
  %more = add i32 %seen, 1
  %pair = cmpxchg ptr %p, i32 %seen, i32 %more monotonic monotonic
  %old = extractvalue { i32, i1 } %pair, 0
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %end, label %again
end:
  ret void
}

; CHECK-LABEL: define void @in_turn(
; CHECK: round:
; CHECK: call void @tileproof_checked_way_to_lock(i32 [[ROUND:[0-9]+]])
; CHECK: mine:
; CHECK: call void @tileproof_checked_way_to_lock(i32 [[CALL:[0-9]+]])
; CHECK-NEXT: call void @lock(
define void @in_turn(ptr %l, i32 %lane) {
  br label %round
round:
  %i = phi i32 [ 0, %0 ], [ %next, %rest ]
  %is_mine = icmp eq i32 %i, %lane
  br i1 %is_mine, label %mine, label %rest
mine:
  call void @lock(ptr %l)
  br label %rest
rest:
  %next = add i32 %i, 1
  %last = icmp eq i32 %next, 32
  br i1 %last, label %end, label %round
end:
  ret void
}
