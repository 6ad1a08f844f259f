// SPDX-License-Identifier: MIT
// rocRAND's own header. The threads of a block draw from one state of MTGP32, which its text has for device code only; what
// runs here is both.
#pragma once

#include <rocrand/rocrand.h>
#include <rocrand/rocrand_common.h>

#define __HIP_DEVICE_COMPILE__ 1
#include_next <rocrand/rocrand_mtgp32.h>
#undef __HIP_DEVICE_COMPILE__
