// SPDX-License-Identifier: MIT
// Constants of mathematics.
#pragma once

#include <tileproof_hip/constants.h>
