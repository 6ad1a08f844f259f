// SPDX-License-Identifier: MIT
// The version of HIP that is followed.
#pragma once

#include <hip/hip_runtime.h>
