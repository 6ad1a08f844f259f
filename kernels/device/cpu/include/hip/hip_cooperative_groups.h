// SPDX-License-Identifier: MIT
// Cooperative groups.
#pragma once

#include <hip/hip_runtime.h>
//
#include <tileproof_hip/cooperative_groups.h>
