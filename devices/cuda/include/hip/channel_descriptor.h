// SPDX-License-Identifier: MIT
// Formats of textures: nothing that hip_runtime.h does not have.
#pragma once

#include <hip/hip_runtime.h>
