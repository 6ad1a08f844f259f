// SPDX-License-Identifier: MIT
// array<T, N>: std::array for host and device (std::array's members are host functions to nvcc).
//
//   array<int, 3> a{1, 2, 3};   a[1] == 2   a.size() == 3
#pragma once

#include <tileproof/config.hpp>

namespace tileproof {

template <class T, int N>
struct array {
    using value_type = T;
    T elements[N] = {};

    static constexpr TILEPROOF_HOST_DEVICE int size() { return N; }
    constexpr TILEPROOF_HOST_DEVICE T& operator[](int i) { return elements[i]; }
    constexpr TILEPROOF_HOST_DEVICE const T& operator[](int i) const { return elements[i]; }
    constexpr TILEPROOF_HOST_DEVICE T* data() { return elements; }
    constexpr TILEPROOF_HOST_DEVICE const T* data() const { return elements; }
    constexpr TILEPROOF_HOST_DEVICE T* begin() { return elements; }
    constexpr TILEPROOF_HOST_DEVICE T* end() { return elements + N; }
    constexpr TILEPROOF_HOST_DEVICE const T* begin() const { return elements; }
    constexpr TILEPROOF_HOST_DEVICE const T* end() const { return elements + N; }
    friend constexpr TILEPROOF_HOST_DEVICE bool operator==(const array& a, const array& b) {
        for (int i = 0; i < N; ++i)
            if (!(a[i] == b[i])) return false;
        return true;
    }
};

template <class T>
struct array<T, 0> {
    using value_type = T;
    static constexpr TILEPROOF_HOST_DEVICE int size() { return 0; }
    // Never called (there is no valid i); it exists so that generic code compiles for rank 0.
    constexpr TILEPROOF_HOST_DEVICE T operator[](int) const { return T{}; }
    constexpr TILEPROOF_HOST_DEVICE T* begin() const { return nullptr; }
    constexpr TILEPROOF_HOST_DEVICE T* end() const { return nullptr; }
    constexpr TILEPROOF_HOST_DEVICE T* data() const { return nullptr; }
    friend constexpr TILEPROOF_HOST_DEVICE bool operator==(const array&, const array&) {
        return true;
    }
};

}  // namespace tileproof
