// SPDX-License-Identifier: MIT
// Constants of mathematics.
#pragma once

#include <hip/hip_math_constants.h>
