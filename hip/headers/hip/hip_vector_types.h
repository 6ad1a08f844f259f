// SPDX-License-Identifier: MIT
// float4 and the like.
#pragma once
#include <tileproof_hip/letters_aside.h>

#include <tileproof_hip/vector_types.h>

#include <tileproof_hip/letters_back.h>
