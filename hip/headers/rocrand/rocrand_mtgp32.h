// SPDX-License-Identifier: MIT
// rocRAND's own header. The threads of a block share one MTGP32 state, which the header supports in device code only;
// code here is host and device code at once.
#pragma once

#include <rocrand/rocrand.h>
#include <rocrand/rocrand_common.h>

#define __HIP_DEVICE_COMPILE__ 1
#include_next <rocrand/rocrand_mtgp32.h>
#undef __HIP_DEVICE_COMPILE__
