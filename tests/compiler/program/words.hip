// SPDX-License-Identifier: MIT
// HIP's words without an include: a compiler of HIP knows them in such a file; and a name that C++20 has in std, too.
static __host__ __device__ float lerp(float a, float b, float t) { return a + t * (b - a); }
__host__ __device__ int half_of(int v) { return static_cast<int>(lerp(0, v, 0.5f)); }
