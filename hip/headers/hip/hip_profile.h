// SPDX-License-Identifier: MIT
// Profiler markers, which do nothing here.
#pragma once

#include <hip/hip_runtime.h>
