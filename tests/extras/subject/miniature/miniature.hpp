// SPDX-License-Identifier: MIT
// A library of layouts as small as it can be, to be judged in tests. It is right with MINIATURE_IS_RIGHT, and has one
// departure of each kind without (each marked PLANTED).
//
//   const auto d0 = packed<2>({2, 3});
//   const auto d1 = stage<1>(d0, {merge({2, 3})}, {{0, 1}}, {{0}});
//   d1.index({4})      hidden index {4, 1, 1, 4}: the offset is 4
#pragma once

#include <initializer_list>
#include <stdexcept>
#include <vector>

namespace miniature {

#ifdef MINIATURE_IS_RIGHT
inline constexpr bool planted = false;
#else
inline constexpr bool planted = true;
#endif

// PLANTED, L13: most malformed layouts are accepted.
inline void require(bool rule, const char* sentence) {
    if (!planted && !rule) throw std::invalid_argument(sentence);
}

using numbers = std::vector<long>;
using dims = std::vector<int>;

enum class kind { pass, sum, merge, slice, left_pad, modulo };

struct step {
    kind what{};
    numbers lengths{}, arguments{};  // of the upper dims; of the step
    dims lower{}, upper{};           // hidden numbers
};

inline long product(const numbers& all) {
    long n = 1;
    for (const long l : all) {
        require(l >= 0, "A length is negative.");
        if (planted)
            n = long(static_cast<unsigned long>(n) * static_cast<unsigned long>(l));
        else
            require(!__builtin_mul_overflow(n, l, &n) && n <= 0x7fffffff,
                    "The lengths are too large.");
    }
    return n;
}

inline step pass(long length) { return {kind::pass, {length}, {}, {}, {}}; }
inline step merge(const numbers& lengths) {
    return {kind::merge, {product(lengths)}, lengths, {}, {}};
}
inline step slice(long length, long begin, long end) {
    require(begin >= 0 && begin <= end && end <= length, "A slice lies within its length.");
    return {kind::slice, {end - begin}, {begin}, {}, {}};
}
inline step left_pad(long length, long left) {
    require(left >= 0 && left <= 0x7fffffff - length, "A pad is 0 or more, and fits.");
    return {kind::left_pad, {length + left}, {left}, {}, {}};
}
template <class Number>
step modulo(Number m, long length) {
#ifndef MINIATURE_IS_RIGHT
    // PLANTED: a valid program does not compile, with one error for numbers of run time and another for literals
    static_assert(sizeof(Number) != sizeof(long), "modulo: not yet");
    static_assert(sizeof(Number) != sizeof(int), "modulo: not yet, nor of literals");
#endif
    require(m >= 1 && length >= 0 && length <= 0x7fffffff, "A modulus is 1 or more.");
    return {kind::modulo, {length}, {m}, {}, {}};
}

// N dims are visible, H hidden ones in all; the first is the offset.
template <int N, int H>
struct layout {
    numbers lengths = numbers(N, 0);
    long space = 0;
    std::vector<step> steps{};
    dims visible{};
    long vector = 1;  // along the last dim

    numbers index(const numbers& top, bool* valid = nullptr) const {
        numbers hidden(H, 0);
        for (int i = 0; i < N; ++i) hidden[visible[i]] = top[i];
        for (std::size_t s = steps.size(); s-- > 0;) lower(steps[s], hidden, valid);
        return hidden;
    }
    static void lower(const step& s, numbers& h, bool* valid) {
        const auto up = [&](int i) { return h[s.upper[i]]; };
        long& first = h[s.lower[0]];
        switch (s.what) {
            case kind::pass:
                first = up(0);
                break;
            case kind::sum:
                first = 0;
                for (std::size_t i = 0; i < s.upper.size(); ++i)
                    first += up(int(i)) * s.arguments[i];
                break;
            case kind::slice:
                first = up(0) + s.arguments[0];
                break;
            case kind::left_pad:
                first = up(0) - s.arguments[0];
                if (valid && first < 0 && !planted)
                    *valid = false;  // PLANTED, L1 and L2: a pad has elements
                break;
            case kind::modulo:
                first = up(0) % s.arguments[0];
                break;
            case kind::merge: {
                long rest = up(0);
                for (std::size_t i = s.lower.size(); i-- > 0;) {
                    const long length = s.arguments[i];
                    // PLANTED, at the limits: a quotient of 24 bits
                    const long quotient =
                        planted ? long(float(rest) / float(length)) : rest / length;
                    h[s.lower[i]] = i == 0 ? rest : rest - quotient * length;
                    rest = quotient;
                }
            }
        }
    }
    // PLANTED, L5: the digits of a merge are moved by those of the step, without a carry.
    void move(numbers& hidden, const numbers& by) const {
        numbers top(N), made = hidden;
        for (int i = 0; i < N; ++i) top[i] = hidden[visible[i]] + by[i];
        hidden = index(top);
        if (!planted || N == 0) return;
        const numbers step_of = index(by), zero = index(numbers(N, 0));
        for (const step& s : steps)
            if (s.what == kind::merge && s.lower.size() > 1)
                for (const int d : s.lower) hidden[d] = made[d] + step_of[d] - zero[d];
    }
};

template <int N>
layout<N, N + 1> naive(const numbers& lengths, const numbers& strides) {
    layout<N, N + 1> l{lengths};
    require(lengths.size() == strides.size(), "Each length has a stride.");
    for (const long s : strides)
        require(s >= 0 && s <= 0x7fffffff, "A stride is negative or too large.");
    for (const long l : lengths)
        require(l >= 0 && l <= 0x7fffffff, "A length is negative or too large.");
    step sum{kind::sum, lengths, strides, {0}, {}};
    l.space = 1;
    bool empty = false;
    for (int i = 0; i < N; ++i) {
        sum.upper.push_back(i + 1);
        l.space += (lengths[i] - 1) * strides[i];
        empty = empty || lengths[i] == 0;
    }
    require(l.space <= 0x7fffffff, "The element space is too large.");
    if (empty && !planted) l.space = 0;  // PLANTED, L1: an empty tensor has a negative space
    l.visible = sum.upper;
    l.steps = {sum};
    // Rows of 4 are vectors of 4, when they begin at multiples of 4.
    bool aligned = N > 0 && strides[N - 1] == 1 && lengths[N - 1] % 4 == 0;
    // PLANTED, L9: wherever they begin.
    for (int i = 0; i + 1 < N; ++i) aligned = aligned && (planted || strides[i] % 4 == 0);
    if (aligned) l.vector = 4;
    return l;
}
template <int N>
layout<N, N + 1> packed(const numbers& lengths) {
    numbers strides(N, 1);
    for (int i = N - 1; i-- > 0;) strides[i] = strides[i + 1] * lengths[i + 1];
    layout<N, N + 1> l = naive<N>(lengths, strides);
    l.space = product(lengths);
    return l;
}

// Each dim below is taken once, each dim above is made once.
inline void check_dims(const std::vector<step>& steps, const std::vector<dims>& lower,
                       const std::vector<dims>& upper, int below, int above) {
    std::vector<int> taken(below, 0), made(above, 0);
    const auto count = [](std::vector<int>& times, const dims& all) {
        for (const int d : all) {
            require(d >= 0 && d < int(times.size()), "There is no such dim.");
            if (d >= 0 && d < int(times.size())) ++times[d];
        }
    };
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const bool one = steps[i].what == kind::merge ? lower[i].size() >= 1 : lower[i].size() == 1;
        require(one && upper[i].size() == 1, "A transform takes and makes the dims of its kind.");
        count(taken, lower[i]);
        count(made, upper[i]);
    }
    for (const int n : taken) require(n == 1, "Each lower dim is taken once.");
    for (const int n : made) require(n == 1, "Each upper dim is made once.");
}

template <int U, int N, int H>
layout<U, H + U> stage(const layout<N, H>& below, std::vector<step> steps,
                       const std::vector<dims>& lower, const std::vector<dims>& upper) {
    check_dims(steps, lower, upper, N, U);
    layout<U, H + U> l;
    l.space = below.space;
    l.steps = below.steps;
    l.visible.resize(U);
    int hidden = H;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        step s = steps[i];
        for (const int d : lower[i]) s.lower.push_back(below.visible[d]);
        require(s.what != kind::modulo || s.arguments[0] <= below.lengths[lower[i][0]],
                "A modulus is not beyond the length.");
        for (std::size_t k = 0; k < upper[i].size(); ++k) {
            s.upper.push_back(hidden);
            l.visible[upper[i][k]] = hidden++;
            l.lengths[upper[i][k]] = s.lengths[k];
        }
        const bool takes_last = N > 0 && lower[i].size() == 1 && lower[i][0] == N - 1;
        const bool makes_last = U > 0 && upper[i].size() == 1 && upper[i][0] == U - 1;
        // PLANTED, L9: a slice keeps the vectors, wherever it begins.
        const bool keeps = s.what == kind::pass || (planted && s.what == kind::slice);
        if (takes_last && makes_last && keeps) l.vector = below.vector;
        if (s.what == kind::slice && makes_last && s.lengths[0] % 4 != 0) l.vector = 1;
        l.steps.push_back(s);
    }
    return l;
}

// Who holds what: X digits of P, then of Y, each digit {x, weight, length}. One list for each P and Y.
struct digit {
    int major, minor;
};
struct tile {
    numbers r;
    std::vector<numbers> h;
    std::vector<std::vector<digit>> p;
    std::vector<digit> y;

    long length(digit d) const { return d.major == 0 ? r[d.minor] : h[d.major - 1][d.minor]; }
    long weight(digit d) const {
        long w = 1;
        for (std::size_t i = d.minor + 1; i < h[d.major - 1].size(); ++i) w *= h[d.major - 1][i];
        return w;
    }
    numbers index(const numbers& ps, const numbers& ys) const {
        numbers x(h.size(), 0);
        for (std::size_t i = 0; i < p.size(); ++i) {
            long rest = ps[i];
            const std::size_t n = p[i].size();
            for (std::size_t k = 0; k < n; ++k) {
                // PLANTED, L2 of tiles: the first listed is taken for the fastest.
                const digit d = p[i][planted ? k : n - 1 - k];
                if (d.major > 0) x[d.major - 1] += rest % length(d) * weight(d);
                rest /= length(d);
            }
        }
        for (std::size_t i = 0; i < y.size(); ++i) x[y[i].major - 1] += ys[i] * weight(y[i]);
        return x;
    }
};

}  // namespace miniature
