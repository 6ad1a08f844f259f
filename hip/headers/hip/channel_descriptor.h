// SPDX-License-Identifier: MIT
// Formats of texels.
#pragma once

#include <hip/hip_runtime.h>
