// SPDX-License-Identifier: MIT
// right
// source: own (four int8 at a time by __dp4a, packed by shifts, the tail one by one)
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void dot(const int8_t* a, const int8_t* b, int* y, long rows, long columns) {
    const long r = blockIdx.x * 32L + threadIdx.x;
    if (r >= rows) return;
    int sum = 0;
    long c = 0;
    for (; c + 4 <= columns; c += 4) {
        int p = 0, q = 0;
        for (int k = 0; k < 4; ++k) {
            p |= int(uint8_t(a[r * columns + c + k])) << 8 * k;
            q |= int(uint8_t(b[r * columns + c + k])) << 8 * k;
        }
        sum = __dp4a(p, q, sum);
    }
    for (; c < columns; ++c) sum += a[r * columns + c] * b[r * columns + c];
    y[r] = sum;
}

static const tileproof::kernel_test test =
    tileproof::custom("dot", {"rows", "columns"})
        .input<int8_t>("a", {"rows", "columns"})
        .input<int8_t>("b", {"rows", "columns"})
        .output<int>("y", {"rows"})
        .reference([](const tileproof::arrays& a) {
            a.out<int>("y") =
                (a.in<int8_t>("a").cast<int>() * a.in<int8_t>("b").cast<int>()).rowwise().sum();
        })
        .launch([](const tileproof::pointers& p) {
            if (const long rows = p.dim("rows"))
                dot<<<(rows + 31) / 32, 32>>>(p.in<int8_t>("a"), p.in<int8_t>("b"), p.out<int>("y"),
                                              rows, p.dim("columns"));
        });
