// SPDX-License-Identifier: MIT
// hipRAND's own header (package libhiprand-dev), with host functions compiled for this machine.
#pragma once

#include_next <hiprand/hiprand.h>
//
#include <tileproof_hip/hiprand_host.h>
