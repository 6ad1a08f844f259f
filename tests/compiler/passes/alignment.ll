; RUN: add-checks
; Plain accesses, copies and parameters ask for four bytes; variables, atomics and what is passed in memory keep theirs.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; CHECK: @g = global <4 x float> zeroinitializer, align 16
@g = global <4 x float> zeroinitializer, align 16
declare void @passed(ptr byval(<4 x float>) align 16)
; CHECK: define void @f(ptr nonnull align 4 dereferenceable(16) %p)
define void @f(ptr nonnull align 16 dereferenceable(16) %p) {
  ; CHECK: alloca <4 x float>, align 16
  %a = alloca <4 x float>, align 16
  ; CHECK: load <8 x float>, ptr %p, align 4
  %v = load <8 x float>, ptr %p, align 32
  ; CHECK: store <8 x float> %v, ptr %p, align 4
  store <8 x float> %v, ptr %p, align 16
  ; CHECK: load i16, ptr %p, align 2
  %w = load i16, ptr %p, align 2
  ; CHECK: atomicrmw fadd ptr %p, double 1.0{{.*}}, align 8
  %x = atomicrmw fadd ptr %p, double 1.0 monotonic, align 8
  ; CHECK: call void @passed(ptr byval(<4 x float>) align 16 %p)
  call void @passed(ptr byval(<4 x float>) align 16 %p)
  ret void
}
