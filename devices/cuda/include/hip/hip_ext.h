// SPDX-License-Identifier: MIT
// Extensions: nothing that hip_runtime.h does not have.
#pragma once

#include <hip/hip_runtime.h>
