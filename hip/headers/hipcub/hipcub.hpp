// SPDX-License-Identifier: MIT
// The most used parts of hipCUB: block and wave collectives, and a few device-wide algorithms. docs/hip-api.md lists
// them; rocPRIM's own headers compile unchanged.
#pragma once
#include <tileproof_hip/letters_aside.h>

#include <hip/hip_bfloat16.h>
#include <hip/hip_fp16.h>
#include <tileproof_hip/cub_block.h>
#include <tileproof_hip/cub_device.h>
#include <tileproof_hip/cub_wave.h>

#include <tileproof_hip/letters_back.h>
