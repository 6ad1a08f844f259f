// SPDX-License-Identifier: MIT
// What programs use of hipCUB most: block and wave collectives, and a few algorithms of the whole device.
// docs/hip-api.md lists what is here; rocPRIM's own headers compile as they are.
#pragma once
#include <tileproof_hip/letters_aside.h>

#include <hip/hip_bfloat16.h>
#include <hip/hip_fp16.h>
#include <tileproof_hip/cub_block.h>
#include <tileproof_hip/cub_device.h>
#include <tileproof_hip/cub_wave.h>

#include <tileproof_hip/letters_back.h>
