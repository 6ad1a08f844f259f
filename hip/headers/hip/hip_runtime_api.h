// SPDX-License-Identifier: MIT
// HIP's host side; here a single header has all of it.
#pragma once

#include <hip/hip_runtime.h>
