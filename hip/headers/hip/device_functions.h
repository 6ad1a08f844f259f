// SPDX-License-Identifier: MIT
// Device functions.
#pragma once

#include <hip/hip_runtime.h>
