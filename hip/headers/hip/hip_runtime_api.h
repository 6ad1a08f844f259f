// SPDX-License-Identifier: MIT
// HIP's host interface, for C and C++.
#pragma once

#ifdef __cplusplus
#include <tileproof_hip/api_overloads.h>
#else
#include <tileproof_hip/api_functions.h>
#endif
