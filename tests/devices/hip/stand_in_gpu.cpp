// SPDX-License-Identifier: MIT
// Loaded before HIP's runtime (LD_PRELOAD), answers what GPU there is: TILEPROOF_STAND_IN is its architecture.
#include <hip/hip_runtime_api.h>

#include <cstdlib>
#include <cstring>

extern "C" {

hipError_t hipGetDeviceCount(int* count) {
    *count = 1;
    return hipSuccess;
}

hipError_t hipGetDeviceProperties(hipDeviceProp_t* properties, int) {
    const char* const architecture = std::getenv("TILEPROOF_STAND_IN");
    std::memset(properties, 0, sizeof *properties);
    std::strcpy(properties->name, "Stand-in 9000");
    std::strcpy(properties->gcnArchName, architecture ? architecture : "gfx906");
    return hipSuccess;
}
}
