// SPDX-License-Identifier: MIT
// Complex numbers.
#pragma once

#include <tileproof_hip/complex.h>
