// SPDX-License-Identifier: MIT
// The host's side of HIP: all of it is in one header here.
#pragma once

#include <hip/hip_runtime.h>
