// SPDX-License-Identifier: MIT
// Constants of mathematics.
#pragma once
#include <tileproof_hip/letters_aside.h>

#include <tileproof_hip/constants.h>

#include <tileproof_hip/letters_back.h>
