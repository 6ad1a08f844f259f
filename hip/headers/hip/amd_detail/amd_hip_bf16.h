// SPDX-License-Identifier: MIT
#pragma once

#include <hip/hip_bf16.h>
