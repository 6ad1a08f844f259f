; RUN: load-time
; What only static variables call is not optimised, unless it must be inlined; a case may call the rest.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; CHECK: define void @__cxx_global_var_init() #[[ONCE:[0-9]+]] {
define void @__cxx_global_var_init() {
  call void @_ZN9tileproof9transposeIfEEvv()
  ret void
}
; CHECK: define void @_ZN9tileproof9transposeIfEEvv() #[[ONCE]] {
define void @_ZN9tileproof9transposeIfEEvv() {
  call void @_ZNSt6stringC2Ev()
  ret void
}
; CHECK: define void @_ZNSt6stringC2Ev() #[[ONCE]] {
define void @_ZNSt6stringC2Ev() {
  ret void
}
; CHECK: define void @_ZNSt6alwaysEv() #[[INLINED:[0-9]+]] {
define void @_ZNSt6alwaysEv() alwaysinline {
  ret void
}
; A kernel calls these, a std::function that the harness calls, the engine, a table of virtual functions.
; CHECK: define void @_Z6kernelPf() {
define void @_Z6kernelPf() {
  call void @_ZSt3maxIiE()
  ret void
}
; CHECK: define void @_ZSt3maxIiE() {
define void @_ZSt3maxIiE() {
  call void @_ZNSt4lessIiE()
  ret void
}
; CHECK: define void @_ZNSt4lessIiE() {
define void @_ZNSt4lessIiE() {
  ret void
}
; CHECK: define void @_ZNSt17_Function_handlerIFvvEE9_M_invokeEv() {
define void @_ZNSt17_Function_handlerIFvvEE9_M_invokeEv() {
  call void @_ZNSt6vectorIlEixEm()
  ret void
}
; CHECK: define void @_ZNSt6vectorIlEixEm() {
define void @_ZNSt6vectorIlEixEm() {
  ret void
}
; CHECK: define void @_ZN9tileproof10cpu_engine6launchEv() {
define void @_ZN9tileproof10cpu_engine6launchEv() {
  ret void
}
@_ZTV5shape = constant [1 x ptr] [ptr @_ZNSt6memberE]
; CHECK: define void @_ZNSt6memberE() {
define void @_ZNSt6memberE() {
  ret void
}
; CHECK: define ptr @_ZN5shapeC2Ev() {
define ptr @_ZN5shapeC2Ev() {
  ret ptr @_ZTV5shape
}
; CHECK: attributes #[[ONCE]] = { noinline optnone }
; CHECK: attributes #[[INLINED]] = { alwaysinline }
