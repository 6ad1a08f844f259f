// SPDX-License-Identifier: MIT
// How Eigen is asked: every place of the memory holds its own number, so that an element is its offset.
//
//   d = Map<..>(memory.data(), 2, 3, Stride<Dynamic, Dynamic>(4, 1)): d(1, 2) is 6
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <vector>

namespace subject {

template <class D>
inline constexpr int rank = D::IsVectorAtCompileTime ? 1 : 2;

template <class D>
void lengths(const D& d, std::int64_t* out) {
    if constexpr (rank<D> == 1) {
        out[0] = d.size();
    } else {
        out[0] = d.rows();
        out[1] = d.cols();
    }
}
template <class D>
bool offset(const D& d, const std::int64_t* index, std::int64_t* out) {
    if constexpr (rank<D> == 1)
        *out = d.rows() == 1 ? d.coeff(0, index[0]) : d.coeff(index[0], 0);
    else
        *out = d.coeff(index[0], index[1]);
    return true;
}

}  // namespace subject
