// SPDX-License-Identifier: MIT
// Language vectors: clang's ext_vector_type, whose elements v[0], v[1] take part in operators. GCC has none of three
// elements and ignores the attribute; there they are arrays of the same size, without operators.
//
//   tp_language_vector<unsigned, 3> v = {1, 2, 3};   three dwords in the space of four
//   tp_bytes_of<decltype(v)>                         12, the size of a buffer load or store
#pragma once

#include "tileproof_hip/keywords.h"

TILEPROOF_HIP_BEGIN

#ifdef __clang__
template <class T, unsigned Count>
using tp_language_vector = T __attribute__((ext_vector_type(Count)));
#else
template <class T, unsigned Count>
struct alignas((Count == 3 ? 4 : Count) * sizeof(T)) tp_language_vector {
    T elements[Count == 3 ? 4 : Count];
    constexpr T& operator[](unsigned i) { return elements[i]; }
    constexpr const T& operator[](unsigned i) const { return elements[i]; }
};
#endif

template <class T>
inline constexpr unsigned tp_bytes_of = sizeof(T);
template <class T>
inline constexpr unsigned tp_bytes_of<tp_language_vector<T, 3>> = 3 * sizeof(T);

TILEPROOF_HIP_END
