// SPDX-License-Identifier: MIT
// int2, float4 and the like: nothing that hip_runtime.h does not have.
#pragma once

#include <hip/hip_runtime.h>
