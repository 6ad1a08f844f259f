// SPDX-License-Identifier: MIT
// Memory that kernels allocate themselves. Each wrong kernel has a right twin.
#include "tests/devices/cpu_checked/planted/planted.hpp"

#include <cstdlib>

namespace {

__global__ void overruns_what_it_allocated(const float* in, float* out, int*, int) {
    float* const own = static_cast<float*>(malloc(3 * sizeof(float)));
    for (int i = 0; i <= 3; ++i) own[i] = in[0];  // finding: overruns_what_it_allocated
    out[threadIdx.x] = own[2];
    free(own);
}
PLANTED(overruns_what_it_allocated, out_of_bounds, 1, 1, 0)

__global__ void allocates_for_itself(const float* in, float* out, int*, int) {
    float* const own = static_cast<float*>(malloc(3 * sizeof(float)));
    for (int i = 0; i < 3; ++i) own[i] = in[threadIdx.x];
    out[blockIdx.x * blockDim.x + threadIdx.x] = own[0] + own[2];
    free(own);
}
RIGHT(allocates_for_itself, 2, 64, 0)

__global__ void uses_what_it_freed(const float* in, float* out, int*, int) {
    float* const own = new float(in[threadIdx.x]);
    delete own;
    out[threadIdx.x] = *own;  // finding: uses_what_it_freed
}
PLANTED(uses_what_it_freed, use_after_free, 1, 4, 0)

__global__ void frees_twice(const float* in, float* out, int*, int) {
    float* const own = new float[2];
    own[1] = in[threadIdx.x];
    out[threadIdx.x] = own[1];
    delete[] own;
    delete[] own;  // finding: frees_twice
}
PLANTED(frees_twice, invalid_free, 1, 4, 0)

__global__ void frees_what_the_host_gave(const float* in, float* out, int* scratch, int) {
    out[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x == 1) free(scratch);  // finding: frees_what_the_host_gave
}
PLANTED(frees_what_the_host_gave, invalid_free, 1, 4, 0)

__global__ void reads_what_it_allocated_first(const float*, float* out, int*, int) {
    float* const own = static_cast<float*>(malloc(sizeof(float)));
    out[threadIdx.x] = *own;  // finding: reads_what_it_allocated_first
    free(own);
}
PLANTED(reads_what_it_allocated_first, uninitialised, 1, 4, 0)

__global__ void shares_what_it_allocated_too_early(const float* in, float* out, int*, int) {
    __shared__ float* all;
    if (threadIdx.x == 0) all = new float[blockDim.x];
    __syncthreads();
    all[threadIdx.x] = in[threadIdx.x];  // finding: shares_what_it_allocated_too_early
    out[threadIdx.x] = all[threadIdx.x ^ 1];  // finding: shares_what_it_allocated_too_early
    __syncthreads();
    if (threadIdx.x == 0) delete[] all;
}
PLANTED(shares_what_it_allocated_too_early, race, 1, 2, 0)

__global__ void shares_what_it_allocated(const float* in, float* out, int*, int) {
    __shared__ float* all;
    if (threadIdx.x == 0) all = new float[blockDim.x];
    __syncthreads();
    all[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = all[threadIdx.x ^ 1];
    __syncthreads();
    if (threadIdx.x == 0) delete[] all;
}
RIGHT(shares_what_it_allocated, 1, 64, 0)

// A list whose nodes each hold an object with members of several sizes.
struct node {
    char tag;
    double value;
    node* next;
};
__global__ void builds_a_list(const float* in, float* out, int*, int) {
    node* first = nullptr;
    for (int i = 0; i < 5; ++i) first = new node{static_cast<char>(i), in[threadIdx.x], first};
    double sum = 0;
    while (first) {
        sum += first->value * first->tag;
        node* const next = first->next;
        delete first;
        first = next;
    }
    out[threadIdx.x] = static_cast<float>(sum);
}
RIGHT(builds_a_list, 1, 32, 0)

}  // namespace
