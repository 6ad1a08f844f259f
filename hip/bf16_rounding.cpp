// SPDX-License-Identifier: MIT
// What clang calls to make a __bf16 of another number: libgcc has these functions from version 13 on. The result is in the low
// 16 bits of the register in which a float is returned, so that compilers which have no __bf16 can say it.
#include <tileproof_hip/bf16_rounding.h>

namespace tileproof::cpu_engine {
namespace {
template <class T>
float as_returned(T v) {
    return std::bit_cast<float>(std::uint32_t{hip_on::rounded_to_bf16(v)});
}
}  // namespace

extern "C" float __truncsfbf2(float v) { return as_returned(v); }
extern "C" float __truncdfbf2(double v) { return as_returned(v); }

}  // namespace tileproof::cpu_engine
