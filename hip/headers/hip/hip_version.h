// SPDX-License-Identifier: MIT
// The version of HIP implemented here.
#pragma once

#include <hip/hip_runtime.h>
