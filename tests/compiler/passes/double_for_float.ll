; RUN: double-for-float
; What is computed in small floating-point numbers is computed in double, and rounded where it goes to memory, bits or functions.
declare float @expf(float)
declare float @unknown(float)
declare float @llvm.fma.f32(float, float, float)

; CHECK-LABEL: define void @values(
; CHECK: %x = load float, ptr %p
; CHECK: [[X:%.*]] = fpext float %x to double
; CHECK: [[Y:%.*]] = fmul double [[X]], 0x3FB99999A0000000
; CHECK: [[E:%.*]] = call double @exp(double [[Y]])
; CHECK: [[F:%.*]] = call double @llvm.fma.f64(double [[E]], double [[X]], double 1.000000e+00)
; CHECK: [[Z:%.*]] = fptrunc double [[F]] to float
; CHECK: fcmp ogt double [[F]], [[X]]
; CHECK-NOT: half
; CHECK: store float [[Z]], ptr %p
; CHECK: ret void
define void @values(ptr %p, ptr %q) {
  %x = load float, ptr %p
  %y = fmul float %x, 0x3FB99999A0000000
  %e = call float @expf(float %y)
  %z = call float @llvm.fma.f32(float %e, float %x, float 1.0)
  %more = fcmp ogt float %z, %x
  %h = fptrunc float %z to half
  %again = fpext half %h to float
  %d = fpext float %again to double
  store i1 %more, ptr %q
  store double %d, ptr %q
  store float %z, ptr %p
  ret void
}

; CHECK-LABEL: define float @loop(
; CHECK: phi double [ 0.000000e+00, %entry ], [ [[SUM:%.*]], %again ]
; CHECK: [[SUM]] = fadd double
; CHECK: call float @unknown(float
; CHECK: ret float
define float @loop(ptr %p, i32 %n) {
entry:
  br label %again
again:
  %i = phi i32 [ 0, %entry ], [ %next, %again ]
  %sum = phi float [ 0.0, %entry ], [ %more, %again ]
  %at = getelementptr float, ptr %p, i32 %i
  %x = load float, ptr %at
  %more = fadd float %sum, %x
  %next = add i32 %i, 1
  %end = icmp eq i32 %next, %n
  br i1 %end, label %done, label %again
done:
  %r = call float @unknown(float %more)
  ret float %r
}

; CHECK-LABEL: define i32 @bits_and_vectors(
; CHECK: [[V:%.*]] = fadd <2 x double>
; CHECK: [[N:%.*]] = fptrunc double
; CHECK: bitcast float [[N]] to i32
define i32 @bits_and_vectors(<2 x float> %a, i32 %k) {
  %f = sitofp i32 %k to float
  %v = fadd <2 x float> %a, %a
  %e = extractelement <2 x float> %v, i32 1
  %s = fsub float %e, %f
  %b = bitcast float %s to i32
  ret i32 %b
}

; CHECK-LABEL: define bfloat @to_bfloat(
; CHECK: fptrunc double %{{.*}} to float
; CHECK: fptrunc float %{{.*}} to bfloat
define bfloat @to_bfloat(float %x) {
  %y = fadd float %x, %x
  %z = fptrunc float %y to bfloat
  ret bfloat %z
}

; CHECK-LABEL: define double @untouched(
; CHECK-NEXT: fadd double
define double @untouched(double %x) {
  %y = fadd double %x, 1.0
  ret double %y
}

; An integer is made of what was computed in double.
; CHECK-LABEL: define void @to_integers(
; CHECK: [[D:%.*]] = fmul double
; CHECK: call i32 @llvm.fptosi.sat.i32.f64(double [[D]])
define void @to_integers(ptr %p, ptr %q) {
  %x = load float, ptr %p
  %y = fmul float %x, 0x3FB99999A0000000
  %n = call i32 @llvm.fptosi.sat.i32.f32(float %y)
  store i32 %n, ptr %q
  ret void
}
declare i32 @llvm.fptosi.sat.i32.f32(float)
