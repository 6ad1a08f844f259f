// SPDX-License-Identifier: MIT
// Handles and structures.
#pragma once

#include <hip/hip_runtime.h>
