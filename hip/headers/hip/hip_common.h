// SPDX-License-Identifier: MIT
// Included by every HIP header.
#pragma once

#include <hip/hip_runtime.h>
