// SPDX-License-Identifier: MIT
// hip_bfloat16, the older name of the same type.
#pragma once

#include <hip/hip_bf16.h>

using hip_bfloat16 = __hip_bfloat16;
