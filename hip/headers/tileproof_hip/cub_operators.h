// SPDX-License-Identifier: MIT
// hipCUB's operators, and the fold used by its collectives.
//
//   hipcub::Max()(3, 5)                          5
//   ArgMax of (key 0, value 7) and (1, 7)        (0, 7): the smaller key if the values are equal
#pragma once

#include "tileproof_hip/cooperative_groups.h"

TILEPROOF_FOR_BOTH
namespace hipcub {

namespace engine = tileproof::hip_on;

struct Sum {
    template <class T>
    T operator()(const T& a, const T& b) const {
        return a + b;
    }
};
struct Max {
    template <class T>
    T operator()(const T& a, const T& b) const {
        return a < b ? b : a;
    }
};
struct Min {
    template <class T>
    T operator()(const T& a, const T& b) const {
        return b < a ? b : a;
    }
};
template <class Key, class Value>
struct KeyValuePair {
    Key key;
    Value value;
};
struct ArgMax {
    template <class P>
    P operator()(const P& a, const P& b) const {
        return b.value > a.value || (a.value == b.value && b.key < a.key) ? b : a;
    }
};
struct ArgMin {
    template <class P>
    P operator()(const P& a, const P& b) const {
        return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
    }
};

// Folds a thread's own items.
template <class T, int N, class Op>
T folded(const T (&items)[N], Op op) {
    T sum = items[0];
    for (int i = 1; i < N; ++i) sum = op(sum, items[i]);
    return sum;
}

}  // namespace hipcub
TILEPROOF_FOR_BOTH_END
