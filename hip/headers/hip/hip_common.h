// SPDX-License-Identifier: MIT
// What every header of HIP needs.
#pragma once

#include <hip/hip_runtime.h>
