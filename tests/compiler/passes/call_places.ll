; RUN: hip-halves<>
; A call of HIP's host interface is told where it is, and for which device; one within our own headers is not.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@tileproof_hip_target = internal constant { i32, i64, ptr } { i32 32, i64 65536, ptr null }
declare i32 @hipFree(ptr)
declare i32 @hipMalloc(ptr, i64)
declare i32 @hipster(ptr)
declare i32 @other(ptr)
define linkonce_odr i32 @_Z9hipMallocIfE10hipError_tPPT_m(ptr %p, i64 %n) !dbg !6 {
  %r = call i32 @hipMalloc(ptr %p, i64 %n), !dbg !7
  ret i32 %r
}
define void @user(ptr %p) !dbg !3 {
  %a = call i32 @_Z9hipMallocIfE10hipError_tPPT_m(ptr %p, i64 4), !dbg !4
  %b = call i32 @hipFree(ptr %p), !dbg !5
  %c = call i32 @other(ptr %p), !dbg !5
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!9}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.hip", directory: "/")
!2 = !DIFile(filename: "hip/headers/tileproof_hip/api_overloads.h", directory: "/")
!3 = distinct !DISubprogram(name: "user", file: !1, line: 6, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DILocation(line: 7, scope: !3)
!5 = !DILocation(line: 8, scope: !3)
!6 = distinct !DISubprogram(name: "hipMalloc", file: !2, line: 10, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 10, scope: !6)
!9 = !{i32 2, !"Debug Info Version", i32 3}

; CHECK: @[[FILE:[0-9]+]] = private unnamed_addr constant [6 x i8] c"k.hip\00"
; CHECK: @[[SEVEN:[0-9]+]] = private constant { ptr, ptr, i32, i8 } { ptr @[[FILE]], ptr @tileproof_hip_target, i32 7, i8 0 }
; CHECK: @[[EIGHT:[0-9]+]] = private constant { ptr, ptr, i32, i8 } { {{.*}}, i32 8, i8 0 }
; CHECK-LABEL: define linkonce_odr i32 @_Z9hipMallocIfE10hipError_tPPT_m
; CHECK-NOT: tileproof_hip_place
; CHECK-LABEL: define void @user
; CHECK: call void @tileproof_hip_place(ptr @[[SEVEN]])
; CHECK-NEXT: call i32 @_Z9hipMallocIfE10hipError_tPPT_m
; CHECK: call void @tileproof_hip_place(ptr @[[EIGHT]])
; CHECK-NEXT: call i32 @hipFree
; CHECK-NEXT: call i32 @other
