// SPDX-License-Identifier: MIT
// Complex numbers.
#pragma once

#include <hip/hip_runtime.h>
//
#include <tileproof_hip/complex.h>
