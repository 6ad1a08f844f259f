// SPDX-License-Identifier: MIT
// Cooperative groups.
#pragma once

#include <tileproof_hip/cooperative_groups.h>
