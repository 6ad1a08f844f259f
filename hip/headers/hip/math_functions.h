// SPDX-License-Identifier: MIT
// Device mathematics.
#pragma once

#include <hip/hip_runtime.h>
