// SPDX-License-Identifier: MIT
// A program whose sizes hide a mistake: no thread of it is beyond the last row.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <vector>

#define N 48  // as programs have it: headers that come later would not survive it

struct options {
    float bias;
};

template <class T>
__global__ void row_sums(const T* matrix, T* sums, int rows, int columns, float factor,
                         bool negate) {
    const int row = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    T sum = 0;
    for (int c = 0; c < columns; ++c) sum += matrix[row * columns + c];
    sums[row] = negate ? -sum * factor : sum * factor;
}

__global__ void gather(const int* index, const float4* table, float4* out, options o) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    out[i] = table[index[i]];
    out[i].x += o.bias;
}

int main(int argc, char** argv) {
    const int rows = argc > 1 ? std::atoi(argv[1]) : 128, columns = N;
    std::vector<float> host(static_cast<std::size_t>(rows * columns), 1.0f);
    float *matrix = nullptr, *sums = nullptr;
    hipMalloc(&matrix, host.size() * sizeof(float));
    hipMalloc(&sums, static_cast<std::size_t>(rows) * sizeof(float));
    hipMemcpy(matrix, host.data(), host.size() * sizeof(float), hipMemcpyHostToDevice);
    for (int i = 0; i < 2; ++i)
        row_sums<float><<<rows / 64, 64>>>(matrix, sums, rows, columns, 0.5f, i == 1);
    hipMemcpy(host.data(), sums, sizeof(float), hipMemcpyDeviceToHost);

    std::vector<int> numbers(64);
    for (int i = 0; i < 64; ++i) numbers[static_cast<std::size_t>(i)] = 31 - i / 2;
    int* index = nullptr;
    float4 *table = nullptr, *out = nullptr;
    hipMalloc(&index, 64 * sizeof(int));
    hipMalloc(&table, 32 * sizeof(float4));
    hipMalloc(&out, 64 * sizeof(float4));
    hipMemcpy(index, numbers.data(), 64 * sizeof(int), hipMemcpyHostToDevice);
    hipMemset(table, 0, 32 * sizeof(float4));
    gather<<<2, 32>>>(index, table, out, options{1});
    hipDeviceSynchronize();
    std::printf("%g\n", static_cast<double>(host[0]));
    for (void* p : {static_cast<void*>(matrix), static_cast<void*>(sums), static_cast<void*>(index),
                    static_cast<void*>(table), static_cast<void*>(out)})
        hipFree(p);
    return 0;
}
