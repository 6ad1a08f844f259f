; RUN: vector-elements
; Single elements of a vector are read and written where clang reads or writes all of it.

; CHECK-LABEL: define void @write_one(
; CHECK-NEXT: %[[AT:.*]] = getelementptr half, ptr %v, i32 %i
; CHECK-NEXT: store volatile half 0xH3C00, ptr %[[AT]], align 2
; CHECK-NEXT: ret void
define void @write_one(ptr %v, i32 %i) {
  %1 = load volatile <4 x half>, ptr %v, align 2
  %2 = insertelement <4 x half> %1, half 1.0, i32 %i
  store volatile <4 x half> %2, ptr %v, align 2
  ret void
}
; CHECK-LABEL: define half @read_one(
; CHECK-NEXT: %[[AT:.*]] = getelementptr half, ptr %v, i64 2
; CHECK-NEXT: %[[ONE:.*]] = load half, ptr %[[AT]], align 2
; CHECK-NEXT: ret half %[[ONE]]
define half @read_one(ptr %v) {
  %1 = load <4 x half>, ptr %v, align 8
  %2 = extractelement <4 x half> %1, i64 2
  ret half %2
}

; Left alone: the vector is used elsewhere; another vector is stored; eight elements lie in one byte.
; CHECK-LABEL: define i1 @others(
; CHECK-NEXT: load <4 x half>, ptr %v
; CHECK: store <4 x half> %{{.*}}, ptr %v
; CHECK: load <4 x half>, ptr %v
; CHECK: store <4 x half> %{{.*}}, ptr %w
; CHECK: load <8 x i1>, ptr %v
define i1 @others(ptr %v, ptr %w) {
  %1 = load <4 x half>, ptr %v
  %2 = insertelement <4 x half> %1, half 1.0, i32 0
  store <4 x half> %2, ptr %v
  %3 = extractelement <4 x half> %1, i32 0
  %4 = load <4 x half>, ptr %v
  %5 = insertelement <4 x half> %4, half %3, i32 0
  store <4 x half> %5, ptr %w
  %6 = load <8 x i1>, ptr %v
  %7 = extractelement <8 x i1> %6, i32 0
  ret i1 %7
}

; Behind a load that somebody else uses, an element of another vector.
; CHECK-LABEL: define <4 x half> @of_another(
; CHECK-NEXT: %[[ALL:.*]] = load <4 x half>, ptr %v
; CHECK-NEXT: extractelement <4 x half> %w, i64 2
define <4 x half> @of_another(ptr %v, <4 x half> %w) {
  %1 = load <4 x half>, ptr %v, align 8
  %2 = extractelement <4 x half> %w, i64 2
  %3 = insertelement <4 x half> %1, half %2, i32 0
  ret <4 x half> %3
}

; v.wz, side by side: one access, which an integer stands for.
; CHECK-LABEL: define <2 x float> @read_two(
; CHECK-NEXT: %[[ALL:.*]] = load <4 x float>, ptr %v, align 16, !nosanitize
; CHECK-NEXT: %[[AT:.*]] = getelementptr float, ptr %v, i64 2
; CHECK-NEXT: load i64, ptr %[[AT]], align 8
; CHECK-NEXT: shufflevector <4 x float> %[[ALL]],
define <2 x float> @read_two(ptr %v) {
  %1 = load <4 x float>, ptr %v, align 16
  %2 = shufflevector <4 x float> %1, <4 x float> poison, <2 x i32> <i32 3, i32 2>
  ret <2 x float> %2
}
; v.w_x, apart: an access each.
; CHECK-LABEL: define <3 x float> @read_apart(
; CHECK: getelementptr float, ptr %v, i64 0
; CHECK-NEXT: load i32, ptr %{{.*}}, align 16
; CHECK-NEXT: getelementptr float, ptr %v, i64 3
; CHECK-NEXT: load i32, ptr %{{.*}}, align 4
; CHECK-NEXT: shufflevector
define <3 x float> @read_apart(ptr %v) {
  %1 = load <4 x float>, ptr %v, align 16
  %2 = shufflevector <4 x float> %1, <4 x float> poison, <3 x i32> <i32 3, i32 poison, i32 0>
  ret <3 x float> %2
}
; CHECK-LABEL: define <4 x float> @read_all(
; CHECK-NEXT: load <4 x float>, ptr %v, align 16{{$}}
; CHECK-NEXT: shufflevector
define <4 x float> @read_all(ptr %v) {
  %1 = load <4 x float>, ptr %v, align 16
  %2 = shufflevector <4 x float> %1, <4 x float> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  ret <4 x float> %2
}
; Three elements that clang loads as four are a vector of three, of which some may be unset.
; CHECK-LABEL: define <3 x float> @read_three(
; CHECK: load <3 x float>, ptr %{{.*}}, align 16
define <3 x float> @read_three(ptr %v) {
  %loadVec4 = load <4 x float>, ptr %v, align 16
  %1 = shufflevector <4 x float> %loadVec4, <4 x float> poison, <3 x i32> <i32 0, i32 1, i32 2>
  ret <3 x float> %1
}

; v.zy = pair
; CHECK-LABEL: define void @write_two(
; CHECK-NEXT: %[[WIDE:.*]] = shufflevector <2 x float> %pair
; CHECK-NEXT: %[[SET:.*]] = shufflevector <3 x float> %[[WIDE]], <3 x float> poison, <2 x i32> <i32 1, i32 0>
; CHECK-NEXT: %[[AT:.*]] = getelementptr float, ptr %v, i64 1
; CHECK-NEXT: store <2 x float> %[[SET]], ptr %[[AT]], align 4
; CHECK-NEXT: ret void
define void @write_two(ptr %v, <2 x float> %pair) {
  %1 = load <3 x float>, ptr %v, align 16
  %2 = shufflevector <2 x float> %pair, <2 x float> poison, <3 x i32> <i32 0, i32 1, i32 poison>
  %3 = shufflevector <3 x float> %1, <3 x float> %2, <3 x i32> <i32 0, i32 4, i32 3>
  store <3 x float> %3, ptr %v, align 16
  ret void
}
; v.zyx = w: all of it is written, and nothing is read.
; CHECK-LABEL: define void @write_all(
; CHECK-NEXT: shufflevector
; CHECK-NEXT: store <3 x float> %{{.*}}, ptr %v, align 16
define void @write_all(ptr %v, <3 x float> %w) {
  %1 = load <3 x float>, ptr %v, align 16
  %2 = shufflevector <3 x float> %w, <3 x float> poison, <3 x i32> <i32 2, i32 1, i32 0>
  store <3 x float> %2, ptr %v, align 16
  ret void
}
; v = v.zyx: read and written as a whole.
; CHECK-LABEL: define void @turn(
; CHECK-NEXT: load <3 x float>, ptr %v, align 16{{$}}
; CHECK-NEXT: shufflevector
; CHECK-NEXT: store <3 x float>
define void @turn(ptr %v) {
  %1 = load <3 x float>, ptr %v, align 16
  %2 = shufflevector <3 x float> %1, <3 x float> poison, <3 x i32> <i32 2, i32 1, i32 0>
  store <3 x float> %2, ptr %v, align 16
  ret void
}
; Elements of v and of another vector, which stays first.
; CHECK-LABEL: define void @mix(
; CHECK-NEXT: load <3 x float>, ptr %v, align 16{{$}}
; CHECK-NEXT: shufflevector
; CHECK-NEXT: store <3 x float>
define void @mix(ptr %v, <3 x float> %w) {
  %1 = load <3 x float>, ptr %v, align 16
  %2 = shufflevector <3 x float> %w, <3 x float> %1, <3 x i32> <i32 0, i32 4, i32 2>
  store <3 x float> %2, ptr %v, align 16
  ret void
}
