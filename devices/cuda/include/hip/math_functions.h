// SPDX-License-Identifier: MIT
// Functions of mathematics: nothing that hip_runtime.h does not have.
#pragma once

#include <hip/hip_runtime.h>
