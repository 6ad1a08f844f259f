// SPDX-License-Identifier: MIT
// Which of the two cpu devices a file is compiled for. A HIP source is read once for both; the passes of each device
// (compiler/passes/hip_halves.hpp) then replace the call by the answer, and what is not for that device goes.
#pragma once

namespace tileproof::cpu_engine {

#if defined(__CLANG_HIP_RUNTIME_WRAPPER_H__)
__attribute__((host, device, const, nothrow)) bool is_checked() __asm__("tileproof_is_checked");
#elif defined(TILEPROOF_CPU_CHECKED)
constexpr bool is_checked() { return true; }
#else
constexpr bool is_checked() { return false; }
#endif

}  // namespace tileproof::cpu_engine
