// SPDX-License-Identifier: MIT
// Extensions.
#pragma once

#include <hip/hip_runtime.h>
