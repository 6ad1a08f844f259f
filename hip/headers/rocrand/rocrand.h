// SPDX-License-Identifier: MIT
// rocRAND's own header (package librocrand-dev), with host functions compiled for this machine.
#pragma once

#include_next <rocrand/rocrand.h>
//
#include <tileproof_hip/rocrand_host.h>
