// SPDX-License-Identifier: MIT
// The functions that device code may need (device_code.h), as bitcode for the pass that joins a source's two halves.
#include <hip/hip_runtime.h>

#include <tileproof_hip/device_code.h>
