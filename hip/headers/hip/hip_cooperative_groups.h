// SPDX-License-Identifier: MIT
// Cooperative groups.
#pragma once
#include <tileproof_hip/letters_aside.h>

#include <hip/hip_runtime.h>
//
#include <tileproof_hip/cooperative_groups.h>

#include <tileproof_hip/letters_back.h>
