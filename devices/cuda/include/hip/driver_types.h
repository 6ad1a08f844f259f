// SPDX-License-Identifier: MIT
// Types of the host API: nothing that hip_runtime.h does not have.
#pragma once

#include <hip/hip_runtime.h>
