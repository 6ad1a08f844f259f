// SPDX-License-Identifier: MIT
// How the miniature library is asked.
#pragma once

#include "miniature.hpp"

#include <cstdint>

namespace subject {

using miniature::layout;
using miniature::numbers;

template <class D>
inline constexpr int rank = 0;
template <int N, int H>
inline constexpr int rank<layout<N, H>> = N;
template <int N, int H>
constexpr int hidden_rank(const layout<N, H>*) {
    return H;
}

template <class D>
void copy_to(const D& from, std::int64_t* out) {
    for (const long n : from) *out++ = n;
}
template <int N, int H>
void lengths(const layout<N, H>& d, std::int64_t* out) {
    copy_to(d.lengths, out);
}
template <int N, int H>
std::int64_t space(const layout<N, H>& d) {
    return d.space;
}
template <int N, int H>
bool offset(const layout<N, H>& d, const std::int64_t* index, std::int64_t* out) {
    bool valid = true;
    *out = d.index(numbers(index, index + N), &valid)[0];
    return valid;
}
template <int N, int H>
void hidden(const layout<N, H>& d, const std::int64_t* index, std::int64_t* out) {
    copy_to(d.index(numbers(index, index + N)), out);
}
template <int N, int H>
void move(const layout<N, H>& d, std::int64_t* hidden, const std::int64_t* step) {
    numbers h(hidden, hidden + H);
    d.move(h, numbers(step, step + N));
    copy_to(h, hidden);
}
template <int N, int H>
void vectors(const layout<N, H>& d, std::int64_t* lengths, std::int64_t* strides) {
    for (int i = 0; i < N; ++i) lengths[i] = i == N - 1 ? d.vector : 1, strides[i] = 1;
}
template <int N, int H>
bool says_static(const layout<N, H>&) {
    return miniature::planted;  // PLANTED, L6: nothing of it is in the type
}

inline void tile_sizes(const miniature::tile& t, std::int64_t* out) {
    for (const numbers& h : t.h) *out++ = miniature::product(h);
    for (const auto& p : t.p) {
        long n = 1;
        for (const auto d : p) n *= t.length(d);
        *out++ = n;
    }
    for (const auto d : t.y) *out++ = t.length(d);
    *out = miniature::product(t.r);
}
inline void tile_index(const miniature::tile& t, const std::int64_t* p, const std::int64_t* y,
                       std::int64_t* x) {
    copy_to(t.index(numbers(p, p + t.p.size()), numbers(y, y + t.y.size())), x);
}

}  // namespace subject
