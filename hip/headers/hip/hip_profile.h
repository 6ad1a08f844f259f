// SPDX-License-Identifier: MIT
// Marks for profilers: none here.
#pragma once

#include <hip/hip_runtime.h>
