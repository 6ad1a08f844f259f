#pragma once
#include <cuda_runtime.h>
#define hipLaunchKernelGGL(kernel, grid, block, dynamic_shared, stream, ...) \
    kernel<<<grid, block, dynamic_shared, stream>>>(__VA_ARGS__)
