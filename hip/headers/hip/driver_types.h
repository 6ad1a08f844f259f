// SPDX-License-Identifier: MIT
// Handles and structures.
#pragma once

#include <tileproof_hip/api_types.h>
