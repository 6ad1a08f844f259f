// SPDX-License-Identifier: MIT
// Which bug the kernels of this folder have: the environment says in PLANTED; without it they are right.
#pragma once

#include <cstdlib>
#include <string_view>

namespace tileproof::planted {

enum class bug {
    none,
    wrong_place,
    unwritten,
    too_far,
    input_modified,
    not_repeatable,
    reads_poison,
    crashes,
    hangs
};

inline bug planted_bug() {
    constexpr std::string_view names[] = {"none",         "wrong_place",    "unwritten",
                                          "too_far",      "input_modified", "not_repeatable",
                                          "reads_poison", "crashes",        "hangs"};
    const char* asked = std::getenv("PLANTED");
    for (int i = 0; i < 9; ++i)
        if (asked != nullptr && names[i] == asked) return static_cast<bug>(i);
    return bug::none;
}

// What is done by the thread of the first element, apart from its work; `launch` counts launches.
template <class T>
__device__ void misbehave(bug b, T* in, T* out, long long out_elements, int launch) {
    if (b == bug::too_far) out[out_elements] = T{};
    if (b == bug::input_modified) in[0] = T{};
    if (b == bug::not_repeatable && launch % 3 == 2) out[0] = static_cast<T>(out[0] + 1);
    if (b == bug::crashes) *reinterpret_cast<volatile int*>(std::uintptr_t{0x1000}) = 1;
    if (b == bug::hangs)
        for (volatile int forever = 1; forever;) {
        }
}

}  // namespace tileproof::planted
