; RUN: add-checks
; __shared__ variables become plain ones with a gap behind them; all marked ones are listed, by the names that the source has.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@_ZZ1fPDF16bE4tile = internal thread_local global [8 x float] undef, align 16
@_ZN2my5tableE = global [2 x i32] [i32 1, i32 2], align 8
@limit = linkonce_odr global i32 0, align 4
@values = external thread_local global [0 x float], align 4
@shared = private unnamed_addr constant [17 x i8] c"tileproof_shared\00"
@device = private unnamed_addr constant [17 x i8] c"tileproof_device\00"
@constant = private unnamed_addr constant [19 x i8] c"tileproof_constant\00"
@file = private unnamed_addr constant [12 x i8] c"jos\C3\A9/k.hip\00"
@llvm.global.annotations = appending global [4 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @_ZZ1fPDF16bE4tile, ptr @shared, ptr @file, i32 12, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @_ZN2my5tableE, ptr @constant, ptr @file, i32 3, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @limit, ptr @device, ptr @file, i32 4, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @device, ptr @file, i32 5, ptr null }]
declare ptr @llvm.threadlocal.address.p0(ptr)
declare ptr @_ZTW6values()

; CHECK-DAG: @_ZZ1fPDF16bE4tile = internal global <{ [8 x float], [65536 x i8] }> zeroinitializer, align 16
; CHECK-DAG: @_ZN2my5tableE = global <{ [2 x i32], [1024 x i8] }> <{ [2 x i32] [i32 1, i32 2], [1024 x i8] zeroinitializer }>, align 8
; CHECK-DAG: @limit = internal global <{ i32, [65536 x i8] }> zeroinitializer, align 4
; CHECK-DAG: @[[FILE:tileproof.text[.0-9]*]] = private unnamed_addr constant [12 x i8] c"jos\C3\A9/k.hip\00"
; CHECK-DAG: @[[TILE:tileproof.text[.0-9]*]] = private unnamed_addr constant [5 x i8] c"tile\00"
; CHECK-DAG: @[[TABLE:tileproof.text[.0-9]*]] = private unnamed_addr constant [6 x i8] c"table\00"
; CHECK-DAG: @[[LIMIT:tileproof.text[.0-9]*]] = private unnamed_addr constant [6 x i8] c"limit\00"
; CHECK: @tileproof.objects = internal constant [3 x %tileproof.object] [
; CHECK-SAME: %tileproof.object { ptr @_ZZ1fPDF16bE4tile, i64 32, ptr @[[TILE]], ptr @[[FILE]], i32 12, i32 0 },
; CHECK-SAME: %tileproof.object { ptr @_ZN2my5tableE, i64 8, ptr @[[TABLE]], ptr @[[FILE]], i32 3, i32 2 },
; CHECK-SAME: %tileproof.object { ptr @limit, i64 4, ptr @[[LIMIT]], ptr @[[FILE]], i32 4, i32 1 }]
; CHECK: @tileproof.module = {{.*}} { ptr @tileproof.sites, i64 {{[0-9]+}}, ptr @tileproof.objects, i64 3, ptr @tileproof.codes,
; CHECK: @llvm.global_ctors = {{.*}} ptr @tileproof.module_ctor

; CHECK-LABEL: define void @k(
; CHECK-NOT: threadlocal.address
; CHECK: call void @tileproof_checked_write4(ptr @_ZZ1fPDF16bE4tile,
; CHECK: %[[A:.*]] = call ptr @tileproof_checked_dynamic_shared()
; CHECK: store float 1.0{{.*}}, ptr %[[A]]
; CHECK: %[[B:.*]] = call ptr @tileproof_checked_dynamic_shared()
; CHECK: store float 2.0{{.*}}, ptr %[[B]]
define void @k() {
  %tile = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @_ZZ1fPDF16bE4tile)
  store float 0.0, ptr %tile, align 4
  %a = call ptr @llvm.threadlocal.address.p0(ptr @values)
  store float 1.0, ptr %a, align 4
  %b = call ptr @_ZTW6values()
  store float 2.0, ptr %b, align 4
  ret void
}
; CHECK: define internal void @tileproof.module_ctor() {
; CHECK-NEXT: call void @tileproof_checked_register(ptr @tileproof.module)
