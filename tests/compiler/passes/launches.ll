; RUN: prepare-checks,add-checks
; A launch's lambda reads what the host gave it: the kernel's pointer, its arguments. That is no access of a kernel.

@.launch = private constant [17 x i8] c"tileproof_launch\00", section "llvm.metadata"
@.file = private constant [6 x i8] c"k.hip\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @launch, ptr @.launch, ptr @.file, i32 7, ptr null }], section "llvm.metadata"

; CHECK-LABEL: define {{.*}}@launch(
; CHECK-NOT: tileproof_checked
; CHECK: load ptr, ptr %closure
; CHECK-NOT: tileproof_checked
; CHECK: ret void
define void @launch(ptr %closure) {
  %kernel = load ptr, ptr %closure
  call void %kernel()
  ret void
}

; CHECK-LABEL: define {{.*}}@kernel(
; CHECK: call void @tileproof_checked_read8
define void @kernel(ptr %p) {
  %v = load ptr, ptr %p
  ret void
}
