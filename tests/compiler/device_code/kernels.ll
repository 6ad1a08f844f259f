; Kernels for gfx942 as Triton's compiler writes them, each right one beside wrong ones. "finding: NAME" stands in the line that a
; report about that kernel must name: this text has no debug information. device_code.hip says what they are to do.
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@global_smem = external local_unnamed_addr addrspace(3) global [0 x i8], align 16
@table = internal addrspace(3) global [64 x i32] undef, align 4

declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.workgroup.id.y()
declare i32 @llvm.amdgcn.workitem.id.x()
declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p1(ptr addrspace(1) readnone, i16, i64, i32)
declare <4 x float> @llvm.amdgcn.raw.ptr.buffer.load.v4f32(ptr addrspace(8) captures(none), i32, i32, i32 immarg)
declare float @llvm.amdgcn.raw.ptr.buffer.load.f32(ptr addrspace(8), i32, i32, i32 immarg)
declare void @llvm.amdgcn.raw.ptr.buffer.store.f32(float, ptr addrspace(8), i32, i32, i32 immarg)
declare i32 @llvm.amdgcn.mbcnt.lo(i32, i32)
declare i32 @llvm.amdgcn.mbcnt.hi(i32, i32)
declare i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32 immarg, i32 immarg, i32 immarg, i1 immarg)
declare i32 @llvm.amdgcn.ds.bpermute(i32, i32)
declare void @llvm.amdgcn.s.barrier()
declare void @llvm.amdgcn.s.waitcnt(i32 immarg)
declare void @llvm.amdgcn.sched.barrier(i32 immarg)
declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float, float, <4 x float>, i32 immarg, i32 immarg, i32 immarg)
declare i32 @llvm.amdgcn.of.tomorrow(i32)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
declare float @__ocml_exp2_f32(float)

; out = exp2(x) + y, in blocks of 64. A masked load has an offset beyond the resource, where loads give 0.
define amdgpu_kernel void @add(ptr addrspace(1) inreg readonly captures(none) %x, ptr addrspace(1) inreg %y, ptr addrspace(1) inreg %out, i32 inreg %n) #0 {
  %block = call i32 @llvm.amdgcn.workgroup.id.x()
  %first = shl i32 %block, 6
  %thread = call range(i32 0, 64) i32 @llvm.amdgcn.workitem.id.x()
  %i = or disjoint i32 %first, %thread
  %inside = icmp slt i32 %i, %n
  %byte = shl i32 %i, 2
  %at = select i1 %inside, i32 %byte, i32 -8
  %rx = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p1(ptr addrspace(1) %x, i16 0, i64 -8, i32 159744)
  %a = call float @llvm.amdgcn.raw.ptr.buffer.load.f32(ptr addrspace(8) %rx, i32 %at, i32 0, i32 0)
  %e = call float @__ocml_exp2_f32(float %a)
  br i1 %inside, label %then, label %done
then:
  %py = getelementptr float, ptr addrspace(1) %y, i32 %i
  %b = load float, ptr addrspace(1) %py, align 4
  br label %done
done:
  %c = phi float [ %b, %then ], [ 0.0, %0 ]
  %sum = fadd float %e, %c
  %ro = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p1(ptr addrspace(1) %out, i16 0, i64 -8, i32 159744)
  call void @llvm.amdgcn.raw.ptr.buffer.store.f32(float %sum, ptr addrspace(8) %ro, i32 %at, i32 0, i32 0)
  ret void
}

; The mask is missing where four elements are loaded at once.
define amdgpu_kernel void @add_beyond(ptr addrspace(1) %x, ptr addrspace(1) %y, ptr addrspace(1) %out, i32 %n) #0 {
  %block = call i32 @llvm.amdgcn.workgroup.id.x()
  %first = shl i32 %block, 6
  %thread = call i32 @llvm.amdgcn.workitem.id.x()
  %i = or disjoint i32 %first, %thread
  %inside = icmp slt i32 %i, %n
  br i1 %inside, label %then, label %done
then:
  %byte = shl i32 %i, 2
  %rx = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p1(ptr addrspace(1) %x, i16 0, i64 2147483646, i32 159744)
  %four = call <4 x float> @llvm.amdgcn.raw.ptr.buffer.load.v4f32(ptr addrspace(8) %rx, i32 %byte, i32 0, i32 0)   ; finding: add_beyond
  %a = extractelement <4 x float> %four, i64 0
  %e = call float @__ocml_exp2_f32(float %a)
  %py = getelementptr float, ptr addrspace(1) %y, i32 %i
  %b = load float, ptr addrspace(1) %py, align 4
  %sum = fadd float %e, %b
  %po = getelementptr float, ptr addrspace(1) %out, i32 %i
  store float %sum, ptr addrspace(1) %po, align 4
  br label %done
done:
  ret void
}

; Made for blocks of one wave of 32, and launched with 64 threads.
define amdgpu_kernel void @add_in_small_blocks(ptr addrspace(1) %x, ptr addrspace(1) %y, ptr addrspace(1) %out, i32 %n) #1 {  ; finding: add_in_small_blocks
  ret void
}

; The sum over a wave, in each lane: rows of 16 lanes by DPP, then across rows.
define internal i32 @over_wave(i32 %v0) {
  %r8 = call i32 @llvm.amdgcn.update.dpp.i32(i32 0, i32 %v0, i32 296, i32 15, i32 15, i1 false)
  %v1 = add i32 %v0, %r8
  %r4 = call i32 @llvm.amdgcn.update.dpp.i32(i32 0, i32 %v1, i32 292, i32 15, i32 15, i1 false)
  %v2 = add i32 %v1, %r4
  %r2 = call i32 @llvm.amdgcn.update.dpp.i32(i32 0, i32 %v2, i32 290, i32 15, i32 15, i1 false)
  %v3 = add i32 %v2, %r2
  %r1 = call i32 @llvm.amdgcn.update.dpp.i32(i32 0, i32 %v3, i32 289, i32 15, i32 15, i1 false)
  %v4 = add i32 %v3, %r1
  %low = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %lane = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %low)
  %l16 = xor i32 %lane, 16
  %b16 = shl i32 %l16, 2
  %r16 = call i32 @llvm.amdgcn.ds.bpermute(i32 %b16, i32 %v4)
  %v5 = add i32 %v4, %r16
  %l32 = xor i32 %lane, 32
  %b32 = shl i32 %l32, 2
  %r32 = call i32 @llvm.amdgcn.ds.bpermute(i32 %b32, i32 %v5)
  %v6 = add i32 %v5, %r32
  ret i32 %v6
}

; The sum of a thread's elements of a row: every 256th.
define internal i32 @over_row(ptr addrspace(1) %in, i32 %columns) {
  %row = call i32 @llvm.amdgcn.workgroup.id.x()
  %thread = call i32 @llvm.amdgcn.workitem.id.x()
  %base = mul i32 %row, %columns
  br label %head
head:
  %c = phi i32 [ %thread, %0 ], [ %next, %body ]
  %sum = phi i32 [ 0, %0 ], [ %more, %body ]
  %inside = icmp slt i32 %c, %columns
  br i1 %inside, label %body, label %end
body:
  %i = add i32 %base, %c
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %i
  %v = load i32, ptr addrspace(1) %p, align 4
  %more = add i32 %sum, %v
  %next = add i32 %c, 256
  br label %head
end:
  ret i32 %sum
}

; The sum of each row, by a block of four waves, which meet in shared memory.
define amdgpu_kernel void @sums(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %columns) #0 {
  %own = call i32 @over_row(ptr addrspace(1) %in, i32 %columns)
  %sum = call i32 @over_wave(i32 %own)
  %thread = call i32 @llvm.amdgcn.workitem.id.x()
  %wave = lshr i32 %thread, 6
  %lane = and i32 %thread, 63
  %first = icmp eq i32 %lane, 0
  %slot = getelementptr i32, ptr addrspace(3) @global_smem, i32 %wave
  br i1 %first, label %put, label %meet
put:
  store i32 %sum, ptr addrspace(3) %slot, align 4
  br label %meet
meet:
  fence syncscope("workgroup") release
  call void asm sideeffect "s_waitcnt lgkmcnt(0)\0As_barrier", ""()
  fence syncscope("workgroup") acquire
  %leads = icmp eq i32 %thread, 0
  br i1 %leads, label %store, label %done
store:
  %all = load <4 x i32>, ptr addrspace(3) @global_smem, align 16
  %total = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %all)
  %row = call i32 @llvm.amdgcn.workgroup.id.x()
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %row
  store i32 %total, ptr addrspace(1) %po, align 4
  br label %done
done:
  ret void
}

define amdgpu_kernel void @sums_without_barrier(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %columns) #0 {
  %own = call i32 @over_row(ptr addrspace(1) %in, i32 %columns)
  %sum = call i32 @over_wave(i32 %own)
  %thread = call i32 @llvm.amdgcn.workitem.id.x()
  %wave = lshr i32 %thread, 6
  %lane = and i32 %thread, 63
  %first = icmp eq i32 %lane, 0
  %slot = getelementptr i32, ptr addrspace(3) @table, i32 %wave
  br i1 %first, label %put, label %meet
put:
  store i32 %sum, ptr addrspace(3) %slot, align 4
  br label %meet
meet:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.waitcnt(i32 0)
  call void @llvm.amdgcn.sched.barrier(i32 0)
  fence syncscope("workgroup") acquire
  %leads = icmp eq i32 %thread, 255
  br i1 %leads, label %store, label %done
store:
  %all = load <4 x i32>, ptr addrspace(3) @table, align 16            ; finding: sums_without_barrier
  %total = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %all)
  %row = call i32 @llvm.amdgcn.workgroup.id.x()
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %row
  store i32 %total, ptr addrspace(1) %po, align 4
  br label %done
done:
  ret void
}

; The last wave leaves its slot as it is.
define amdgpu_kernel void @sums_unset(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %columns) #0 {
  %own = call i32 @over_row(ptr addrspace(1) %in, i32 %columns)
  %sum = call i32 @over_wave(i32 %own)
  %thread = call i32 @llvm.amdgcn.workitem.id.x()
  %wave = lshr i32 %thread, 6
  %some = icmp ult i32 %wave, 3
  %lane = and i32 %thread, 63
  %zero = icmp eq i32 %lane, 0
  %first = and i1 %some, %zero
  %slot = getelementptr i32, ptr addrspace(3) @global_smem, i32 %wave
  br i1 %first, label %put, label %meet
put:
  store i32 %sum, ptr addrspace(3) %slot, align 4
  br label %meet
meet:
  call void @llvm.amdgcn.s.barrier()
  %leads = icmp eq i32 %thread, 0
  br i1 %leads, label %store, label %done
store:
  %last = getelementptr i32, ptr addrspace(3) @global_smem, i32 3
  %of_last = load i32, ptr addrspace(3) %last, align 4                ; finding: sums_unset
  %row = call i32 @llvm.amdgcn.workgroup.id.x()
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %row
  store i32 %of_last, ptr addrspace(1) %po, align 4
  br label %done
done:
  ret void
}

define amdgpu_kernel void @sums_diverging(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %columns) #0 {
  %thread = call i32 @llvm.amdgcn.workitem.id.x()
  %some = icmp ult i32 %thread, 100
  br i1 %some, label %meet, label %done
meet:
  call void @llvm.amdgcn.s.barrier()                                  ; finding: sums_diverging
  br label %done
done:
  ret void
}

; What nobody knows matters where a thread comes to it, here with more than 60 columns.
define amdgpu_kernel void @sums_unknown(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %columns) #0 {
  %own = call i32 @over_row(ptr addrspace(1) %in, i32 %columns)
  %row = call i32 @llvm.amdgcn.workgroup.id.x()
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %row
  store atomic i32 0, ptr addrspace(1) %po syncscope("agent") monotonic, align 4
  call void @llvm.amdgcn.s.barrier()
  %old = atomicrmw add ptr addrspace(1) %po, i32 %own syncscope("agent-one-as") monotonic, align 4
  %many = icmp sgt i32 %columns, 60
  br i1 %many, label %new, label %done
new:
  %other = call i32 @llvm.amdgcn.of.tomorrow(i32 %own)                ; finding: sums_unknown
  br label %done
done:
  ret void
}

; A tile of 16 x 16 by each wave.
define amdgpu_kernel void @product(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c, i32 %n, i32 %k) #0 {
  %lane = call i32 @llvm.amdgcn.workitem.id.x()
  %of16 = and i32 %lane, 15
  %group = lshr i32 %lane, 4
  %bx = call i32 @llvm.amdgcn.workgroup.id.x()
  %by = call i32 @llvm.amdgcn.workgroup.id.y()
  %left = shl i32 %bx, 4
  %top = shl i32 %by, 4
  %row = add i32 %top, %of16
  %column = add i32 %left, %of16
  %in_row = mul i32 %row, %k
  br label %head
head:
  %at = phi i32 [ %group, %0 ], [ %next, %body ]
  %sums = phi <4 x float> [ zeroinitializer, %0 ], [ %more, %body ]
  %inside = icmp slt i32 %at, %k
  br i1 %inside, label %body, label %end
body:
  %ia = add i32 %in_row, %at
  %pa = getelementptr float, ptr addrspace(1) %a, i32 %ia
  %va = load float, ptr addrspace(1) %pa, align 4
  %rb = mul i32 %at, %n
  %ib = add i32 %rb, %column
  %pb = getelementptr float, ptr addrspace(1) %b, i32 %ib
  %vb = load float, ptr addrspace(1) %pb, align 4
  %more = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %va, float %vb, <4 x float> %sums, i32 0, i32 0, i32 0)
  %next = add i32 %at, 4
  br label %head
end:
  %r4 = shl i32 %group, 2
  %r0 = add i32 %top, %r4
  br label %each
each:
  %e = phi i32 [ 0, %end ], [ %e1, %each ]
  %v = extractelement <4 x float> %sums, i32 %e
  %r = add i32 %r0, %e
  %rn = mul i32 %r, %n
  %ic = add i32 %rn, %column
  %pc = getelementptr float, ptr addrspace(1) %c, i32 %ic
  store float %v, ptr addrspace(1) %pc, align 4
  %e1 = add i32 %e, 1
  %again = icmp ult i32 %e1, 4
  br i1 %again, label %each, label %done
done:
  ret void
}

attributes #0 = { nounwind "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="1,256" }
attributes #1 = { nounwind "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="1,32" }
