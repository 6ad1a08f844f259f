// SPDX-License-Identifier: MIT
// Textures.
#pragma once

#include <hip/hip_runtime.h>
