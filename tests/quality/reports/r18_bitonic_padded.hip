// SPDX-License-Identifier: MIT
// right
// source: own (128 keys in shared memory, the tail filled with the greatest int)
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void sort(const int* x, int* y, long columns) {
    __shared__ int key[128];
    const int t = threadIdx.x;
    key[t] = t < columns ? x[blockIdx.x * columns + t] : 2147483647;
    for (int size = 2; size <= 128; size *= 2)
        for (int d = size / 2; d > 0; d /= 2) {
            __syncthreads();
            const int o = t ^ d;
            if (o > t) {
                const bool up = (t & size) == 0;
                const int a = key[t], b = key[o];
                if (up ? a > b : a < b) key[t] = b, key[o] = a;
            }
        }
    __syncthreads();
    if (t < columns) y[blockIdx.x * columns + t] = key[t];
}

static const tileproof::kernel_test test =
    tileproof::custom("sort", {"rows", "columns"})
        .input<int>("x", {"rows", "columns"})
        .output<int>("y", {"rows", "columns"})
        .at_most({0, 128})
        .reference([](const tileproof::arrays& a) {
            for (long r = 0; r < a.dim("rows"); ++r) {
                std::vector<int> v;
                for (long c = 0; c < a.dim("columns"); ++c) v.push_back(a.in<int>("x")(r, c));
                std::sort(v.begin(), v.end());
                for (long c = 0; c < a.dim("columns"); ++c) a.out<int>("y")(r, c) = v[c];
            }
        })
        .launch([](const tileproof::pointers& p) {
            if (p.dim("rows") && p.dim("columns"))
                sort<<<p.dim("rows"), 128>>>(p.in<int>("x"), p.out<int>("y"), p.dim("columns"));
        });
