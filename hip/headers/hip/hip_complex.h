// SPDX-License-Identifier: MIT
// Complex numbers.
#pragma once
#include <tileproof_hip/letters_aside.h>

#include <hip/hip_runtime.h>
//
#include <tileproof_hip/complex.h>

#include <tileproof_hip/letters_back.h>
