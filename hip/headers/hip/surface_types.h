// SPDX-License-Identifier: MIT
// Surfaces.
#pragma once

#include <hip/hip_runtime.h>
