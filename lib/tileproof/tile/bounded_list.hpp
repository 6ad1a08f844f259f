// SPDX-License-Identifier: MIT
// bounded_list<T, Capacity>: a vector with inline storage, so that a value made of lists is plain data: constexpr,
// comparable, and copied to a device byte by byte.
//
//   bounded_list<int, 4> a{1, 2};   a.push_back(5);   a.size() == 3   a[2] == 5   a.full() == false
#pragma once

#include <tileproof/array.hpp>

namespace tileproof {

template <class T, int Capacity>
struct bounded_list {
    using value_type = T;
    static constexpr int capacity = Capacity;
    array<T, Capacity> elements{};
    int count = 0;

    constexpr bounded_list() = default;
    template <class... U>
    requires(
        sizeof...(U) > 0 &&
        sizeof...(U) <=
            Capacity) constexpr TILEPROOF_HOST_DEVICE bounded_list(U... values)  // NOLINT: reads as
                                                                                 // a braced list
        : elements{{static_cast<T>(values)...}}, count(sizeof...(U)) {}

    constexpr TILEPROOF_HOST_DEVICE int size() const { return count; }
    constexpr TILEPROOF_HOST_DEVICE bool empty() const { return count == 0; }
    constexpr TILEPROOF_HOST_DEVICE bool full() const { return count == Capacity; }
    // requires 0 <= i < size()
    constexpr TILEPROOF_HOST_DEVICE T& operator[](int i) { return elements[i]; }
    constexpr TILEPROOF_HOST_DEVICE const T& operator[](int i) const { return elements[i]; }
    // requires !full(); callers that cannot be sure check first and report which bound was hit.
    constexpr TILEPROOF_HOST_DEVICE void push_back(const T& value) { elements[count++] = value; }
    // Removes element i; later elements move up. requires 0 <= i < size()
    constexpr TILEPROOF_HOST_DEVICE void erase(int i) {
        for (int j = i; j + 1 < count; ++j) elements[j] = elements[j + 1];
        elements[--count] = T{};
    }
    constexpr TILEPROOF_HOST_DEVICE T* begin() { return elements.data(); }
    constexpr TILEPROOF_HOST_DEVICE T* end() { return elements.data() + count; }
    constexpr TILEPROOF_HOST_DEVICE const T* begin() const { return elements.data(); }
    constexpr TILEPROOF_HOST_DEVICE const T* end() const { return elements.data() + count; }

    friend constexpr TILEPROOF_HOST_DEVICE bool operator==(const bounded_list& a,
                                                           const bounded_list& b) {
        if (a.count != b.count) return false;
        for (int i = 0; i < a.count; ++i)
            if (!(a[i] == b[i])) return false;
        return true;
    }
};

}  // namespace tileproof
