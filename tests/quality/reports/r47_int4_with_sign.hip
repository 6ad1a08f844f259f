// SPDX-License-Identifier: MIT
// right
// source: the repair of w71
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void unpack(const uint8_t* q, float* y, long n) {
    const long i = blockIdx.x * 128L + threadIdx.x;
    if (i >= n) return;
    y[2 * i] = float(int8_t(q[i] << 4) >> 4);
    y[2 * i + 1] = float(int8_t(q[i]) >> 4);
}

static const tileproof::kernel_test test =
    tileproof::custom("unpack", {"n"})
        .input<uint8_t>("q", {"n"})
        .output<float>("y", {"2 * n"})
        .reference([](const tileproof::arrays& a) {
            for (long i = 0; i < a.dim("n"); ++i) {
                const int b = a.in<uint8_t>("q")(i, 0);
                a.out<float>("y")(2 * i, 0) = float((b & 15) - (b & 8 ? 16 : 0));
                a.out<float>("y")(2 * i + 1, 0) = float((b >> 4) - (b & 128 ? 16 : 0));
            }
        })
        .launch([](const tileproof::pointers& p) {
            if (const long n = p.dim("n"))
                unpack<<<(n + 127) / 128, 128>>>(p.in<uint8_t>("q"), p.out<float>("y"), n);
        });
