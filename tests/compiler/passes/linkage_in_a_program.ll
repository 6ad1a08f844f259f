; RUN: add-checks<whole-program>
; Several files make one program: its variables stay one for all of them, and so do explicit instantiations.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
$_Z3getv = comdat any
$table = comdat any
$_Z4onlyv = comdat any
@table = linkonce_odr hidden constant i32 3, comdat, align 4
; CHECK: @table = linkonce_odr hidden constant i32 3, comdat, align 4
; CHECK: define internal i32 @_Z3getv() {
define linkonce_odr hidden i32 @_Z3getv() comdat {
  ret i32 1
}
; CHECK: define weak_odr i32 @_Z4onlyv() comdat {
define weak_odr i32 @_Z4onlyv() comdat {
  ret i32 1
}
; CHECK: define i32 @_Z5otherv() {
define i32 @_Z5otherv() {
  ret i32 1
}
