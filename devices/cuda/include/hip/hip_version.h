// SPDX-License-Identifier: MIT
// The version of HIP that is followed: nothing that hip_runtime.h does not have.
#pragma once

#include <hip/hip_runtime.h>
