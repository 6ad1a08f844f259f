// SPDX-License-Identifier: MIT
// Kernels compiled while the program runs, by the compiler of tileproof-hipcc. The code is a module for hipModuleLoadData().
//
//   hiprtcCreateProgram(&p, "extern \"C\" __global__ void k(int* x) { ++*x; }", "k.hip", 0, nullptr, nullptr);
//   hiprtcCompileProgram(p, 0, nullptr);      hiprtcGetCodeSize(p, &bytes);      hiprtcGetCode(p, code.data());
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// clang-format off
typedef enum hiprtcResult { HIPRTC_SUCCESS, HIPRTC_ERROR_OUT_OF_MEMORY, HIPRTC_ERROR_PROGRAM_CREATION_FAILURE,
    HIPRTC_ERROR_INVALID_INPUT, HIPRTC_ERROR_INVALID_PROGRAM, HIPRTC_ERROR_INVALID_OPTION, HIPRTC_ERROR_COMPILATION,
    HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE, HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION,
    HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION, HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID, HIPRTC_ERROR_INTERNAL_ERROR,
    HIPRTC_ERROR_LINKING = 100 } hiprtcResult;
// clang-format on
typedef struct _hiprtcProgram* hiprtcProgram;

const char* hiprtcGetErrorString(hiprtcResult);
hiprtcResult hiprtcVersion(int* major, int* minor);
hiprtcResult hiprtcCreateProgram(hiprtcProgram*, const char* source, const char* name, int headers,
                                 const char** header_sources, const char** header_names);
hiprtcResult hiprtcDestroyProgram(hiprtcProgram*);
// Before it is compiled: a kernel, or an instance of a template, whose name in the module is wanted.
hiprtcResult hiprtcAddNameExpression(hiprtcProgram, const char* expression);
hiprtcResult hiprtcGetLoweredName(hiprtcProgram, const char* expression, const char** name);
hiprtcResult hiprtcCompileProgram(hiprtcProgram, int options, const char** option_words);
hiprtcResult hiprtcGetProgramLogSize(hiprtcProgram, size_t* bytes);  // with the final 0
hiprtcResult hiprtcGetProgramLog(hiprtcProgram, char* log);
hiprtcResult hiprtcGetCodeSize(hiprtcProgram, size_t* bytes);
hiprtcResult hiprtcGetCode(hiprtcProgram, char* code);

#ifdef __cplusplus
}
#endif
