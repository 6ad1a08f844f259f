// SPDX-License-Identifier: MIT
// Compiled by clang for gfx942, without any header, to LLVM IR that device_code_test.cpp then checks: what its front end does with
// parameters, shared variables, sizes of blocks and scopes of atomics. "finding: NAME" marks the line that a report must name.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))

// AMD's headers call it for a fence: of which memory, its order, its scope.
extern "C" __device__ void __atomic_work_item_fence(unsigned, unsigned, unsigned);

namespace {
__device__ unsigned thread() { return __builtin_amdgcn_workitem_id_x(); }
__device__ unsigned index() {
    return __builtin_amdgcn_workgroup_id_x() * __builtin_amdgcn_workgroup_size_x() + thread();
}
__device__ void meet() {
    __atomic_work_item_fence(1, __ATOMIC_RELEASE, 1);
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
__device__ void add(int* at, int n) {
    __hip_atomic_fetch_add(at, n, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}
__device__ void add_in_block(int* at) {
    constexpr int block = __HIP_MEMORY_SCOPE_WORKGROUP;
    __hip_atomic_fetch_add(at, 1, __ATOMIC_RELAXED, block);  // finding: counts_of_block
}
}  // namespace

// 8 bytes come in a register, 24 in memory; a float and a double in registers of another kind.
struct shift_and_step {
    int shift, step;
};
struct bounds {
    long least, most, other;
};
struct factors {
    float by;
    double plus;
};

// counts[i]: how many values v have (v >> shift) == i, for values from least to most.
extern "C" __global__ void counts(const int* values, int* counts, int n, shift_and_step s, bounds b,
                                  factors f) {
    __shared__ int part[16];
    if (thread() < 16) part[thread()] = 0;
    meet();
    const unsigned i = index();
    if (i < n && values[i] >= b.least && values[i] <= b.most)
        __hip_atomic_fetch_add(&part[(values[i] >> s.shift) & 15],
                               static_cast<int>(f.by * s.step + f.plus), __ATOMIC_RELAXED,
                               __HIP_MEMORY_SCOPE_WORKGROUP);
    meet();
    if (thread() < 16) add(&counts[thread()], part[thread()]);
}

extern "C" __global__ void counts_beyond(const int* values, int* counts, int n) {
    const unsigned i = index();
    if (i <= n) add(&counts[values[i] >> 4 & 15], 1);  // finding: counts_beyond
}

extern "C" __global__ void counts_of_block(const int* values, int* counts, int n) {
    const unsigned i = index();
    if (i < n) add_in_block(&counts[values[i] >> 4 & 15]);
}

extern "C" __global__ void counts_racing(const int* values, int* counts, int n) {
    __shared__ int part[16];
    if (thread() < 16) part[thread()] = 0;
    meet();
    const unsigned i = index();
    if (i < n) part[values[i] >> 4 & 15] += 1;  // finding: counts_racing
    meet();
    if (thread() < 16) add(&counts[thread()], part[thread()]);
}
