// SPDX-License-Identifier: MIT
// hip_bfloat16, the older name of the same type.
#pragma once
#include <tileproof_hip/letters_aside.h>

#include <hip/hip_bf16.h>

TILEPROOF_HIP_BEGIN
using hip_bfloat16 = __hip_bfloat16;
TILEPROOF_HIP_END

#include <tileproof_hip/letters_back.h>
