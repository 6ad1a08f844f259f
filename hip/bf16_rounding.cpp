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

// Also for a number that is moved: clang keeps it as a float from one block of code to the next, and a signalling NaN must stay one.
extern "C" float __truncsfbf2(float v) {
    const auto bits = std::bit_cast<std::uint32_t>(v);
    return bits & 0xffff ? as_returned(v) : std::bit_cast<float>(bits >> 16);
}
extern "C" float __truncdfbf2(double v) { return as_returned(v); }

}  // namespace tileproof::cpu_engine
