// SPDX-License-Identifier: MIT
// clang calls these functions to convert other numbers to __bf16; libgcc has them from version 13 on. The result is
// in the low 16 bits of the register that returns a float, so even compilers without __bf16 can implement them.
#include <tileproof_hip/bf16_rounding.h>

namespace tileproof::cpu_engine {
namespace {
template <class T>
float as_returned(T v) {
    return std::bit_cast<float>(std::uint32_t{hip_on::tp_rounded_to_bf16(v)});
}
}  // namespace

extern "C" float __truncsfbf2(float v) { return as_returned(v); }
extern "C" float __truncdfbf2(double v) { return as_returned(v); }

}  // namespace tileproof::cpu_engine
