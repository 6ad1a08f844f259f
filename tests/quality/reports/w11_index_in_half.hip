// SPDX-License-Identifier: MIT
// wrong
// when: n > 2049 | data: the first greatest stands at an index that half does not have
// bugs: 1
// source: own (argmax that carries the index beside a half value, as half2)
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void argmax(const _Float16* x, int* y, long n) {
    __shared__ _Float16 value[128], index[128];
    _Float16 best = x[0], at = 0;
    for (long i = threadIdx.x; i < n; i += 128)
        if (x[i] > best) {
            best = x[i];
            at = _Float16(float(i));  // BUG
        }
    value[threadIdx.x] = best;
    index[threadIdx.x] = at;
    __syncthreads();
    if (threadIdx.x) return;
    for (int t = 1; t < 128; ++t)
        if (value[t] > best || (value[t] == best && index[t] < at)) best = value[t], at = index[t];
    *y = int(float(at));
}

static const tileproof::kernel_test test =
    tileproof::custom("argmax", {"n"})
        .input<_Float16>("x", {"n"})
        .values_from(-1000, 1000)
        .output<int>("y", {"1"})
        .at_least({1})
        .reference([](const tileproof::arrays& a) {
            long at = 0;
            for (long i = 1; i < a.dim("n"); ++i)
                if (float(a.in<_Float16>("x")(i, 0)) > float(a.in<_Float16>("x")(at, 0))) at = i;
            a.out<int>("y")(0, 0) = at;
        })
        .launch([](const tileproof::pointers& p) {
            argmax<<<1, 128>>>(p.in<_Float16>("x"), p.out<int>("y"), p.dim("n"));
        });
