// SPDX-License-Identifier: MIT
// What HIP's headers share: nothing that hip_runtime.h does not have.
#pragma once

#include <hip/hip_runtime.h>
