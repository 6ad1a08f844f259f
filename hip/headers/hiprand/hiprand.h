// SPDX-License-Identifier: MIT
// hipRAND's own header (package libhiprand-dev), and its host functions as code of this machine. The library's take no note of
// the line that calls them, so they get other names.
#pragma once

#define hiprandGenerate tileproof_gpu_hiprandGenerate
#define hiprandGenerateChar tileproof_gpu_hiprandGenerateChar
#define hiprandGenerateShort tileproof_gpu_hiprandGenerateShort
#define hiprandGenerateUniform tileproof_gpu_hiprandGenerateUniform
#define hiprandGenerateUniformDouble tileproof_gpu_hiprandGenerateUniformDouble
#define hiprandGenerateUniformHalf tileproof_gpu_hiprandGenerateUniformHalf
#define hiprandGenerateNormal tileproof_gpu_hiprandGenerateNormal
#define hiprandGenerateNormalDouble tileproof_gpu_hiprandGenerateNormalDouble
#define hiprandGenerateNormalHalf tileproof_gpu_hiprandGenerateNormalHalf
#define hiprandGenerateLogNormal tileproof_gpu_hiprandGenerateLogNormal
#define hiprandGenerateLogNormalDouble tileproof_gpu_hiprandGenerateLogNormalDouble
#define hiprandGenerateLogNormalHalf tileproof_gpu_hiprandGenerateLogNormalHalf
#define hiprandGeneratePoisson tileproof_gpu_hiprandGeneratePoisson
#include_next <hiprand/hiprand.h>
#undef hiprandGenerate
#undef hiprandGenerateChar
#undef hiprandGenerateShort
#undef hiprandGenerateUniform
#undef hiprandGenerateUniformDouble
#undef hiprandGenerateUniformHalf
#undef hiprandGenerateNormal
#undef hiprandGenerateNormalDouble
#undef hiprandGenerateNormalHalf
#undef hiprandGenerateLogNormal
#undef hiprandGenerateLogNormalDouble
#undef hiprandGenerateLogNormalHalf
#undef hiprandGeneratePoisson
//
#include <tileproof_hip/hiprand_host.h>
