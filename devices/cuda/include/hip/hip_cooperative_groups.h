// SPDX-License-Identifier: MIT
// Cooperative groups: CUDA's. Its headers have names that hip_runtime.h gives a meaning.
#pragma once

#include <hip/hip_runtime.h>

#if defined(__CUDACC__)
#pragma push_macro("__shfl")
#pragma push_macro("__shfl_up")
#pragma push_macro("__shfl_down")
#pragma push_macro("__shfl_xor")
#pragma push_macro("__ballot")
#pragma push_macro("__any")
#pragma push_macro("__all")
#undef __shfl
#undef __shfl_up
#undef __shfl_down
#undef __shfl_xor
#undef __ballot
#undef __any
#undef __all
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#pragma pop_macro("__shfl")
#pragma pop_macro("__shfl_up")
#pragma pop_macro("__shfl_down")
#pragma pop_macro("__shfl_xor")
#pragma pop_macro("__ballot")
#pragma pop_macro("__any")
#pragma pop_macro("__all")
#endif
