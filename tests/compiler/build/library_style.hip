// SPDX-License-Identifier: MIT
// Kernels on a header as AMD's libraries have them (library_style.hpp). Each doubles its input; each wrong one is named after
// what it does.
#include "library_style.hpp"

#include <tileproof/kernel_test.hpp>

#if defined(IS_FOR_GFX942) && defined(__HIP_DEVICE_COMPILE__) && !defined(__gfx942__)
#error "--offload-arch=gfx942 is code for that GPU"
#endif

namespace {

using namespace library_style;
using tileproof::elementwise;
using tileproof::kernel_test;

// The range ends reads and writes beyond n: no guard is needed. BeyondBy: it is longer than the buffers.
template <int BeyondBy>
__global__ void by_labels(const float* in, float* out, long n) {
    const int at = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    const dwords from = range_of(in, n + BeyondBy), to = range_of(out, n + BeyondBy);
    store(twice(load(from, at, 0, 0)), to, at, 0, 0);
}

// The range ends vectors in the middle, too.
__global__ void by_vectors(const float* in, float* out, long n) {
    const int at = 16 * static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    store4(2 * load4(range_of(in, n), at, 0, 0), range_of(out, n), at, 0, 0);
}

// NoFlag: lanes beyond n load, too, from the element that the range still has.
template <bool NoFlag>
__global__ void by_assembly(const float* in, float* out, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    float v = 0;
    load_if(v, range_of(in, n), 4 * static_cast<int>(i), NoFlag || i % 2 == 0);
    if (i % 2 == 1 && i < n) v += in[i];
    store_by_assembly(twice(v), range_of(out, n), 4 * static_cast<int>(i));
}

// Through shared memory, mirrored in the block: a wave begins where its first lane says. NoBarrier: before the others have loaded.
template <bool NoBarrier>
__global__ void mirrored(const float* in, float* out, long n) {
    __shared__ float tile[64];
    const int first = blockIdx.x * 64, t = threadIdx.x;
    load_to_shared(range_of(in, n), (__attribute__((address_space(3))) std::uint32_t*)(tile + t), 4,
                   4 * (first + t), 0, 0, 0);
    if (!NoBarrier) wait_for_block();
    store(twice(tile[63 - t]), range_of(out, n), 4 * (first + 63 - t), 0, 0);
}

// Eight floats in a structure are two vectors of four to the loads, wherever the compiler lays it.
__global__ void in_private_memory(const float* in, float* out, long n) {
    struct {
        int before;
        float of_this_thread[8];
    } values{};
    const int first = 8 * static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    auto* const vectors = reinterpret_cast<floats*>(values.of_this_thread);
    for (int v = 0; v < 2; ++v) vectors[v] = load4(range_of(in, n), 4 * first + 16 * v, 0, 0);
    for (int i = 0; i < 8 && first + i < n; ++i)
        out[first + i] = doubled()(values.of_this_thread[i]);
}

// Beyond the range nothing is added.
__global__ void by_atomics(const float* in, float* out, long n) {
    const int at = 4 * static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    const float v = load(range_of(in, n), at, 0, 0);
    store(0, range_of(out, n), at, 0, 0);
    for (int twice = 0; twice < 2; ++twice) add(v, range_of(out, n), at, 0, 0);
}

__global__ void unknown_instruction(const float* in, float* out, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) out[i] = i < 70 ? 2 * in[i] : of_an_instruction_that_is_not_known(in[i]);
}

// Each wave of a block of 64 loads its part of both halves, and the sum is made of what other waves loaded.
enum class m0 { right, without_a_barrier, too_far, not_set };
template <m0 Way>
__global__ void by_m0(const float* in, float* out, long n) {
    __shared__ float halves[128];
    const int first = blockIdx.x * 64, t = threadIdx.x, wave = t / warpSize * warpSize;
    const dwords from = range_of(in, n);
    if (Way != m0::not_set) set_m0(4 * __builtin_amdgcn_readfirstlane(wave));
    load_to_m0(halves, from, 4 * (first + t));
    add_to_m0(Way == m0::too_far ? 260 : 256);
    load_to_m0(halves, from, 4 * (first + t));
    if (Way != m0::without_a_barrier) wait_for_block();
    store(halves[63 - t] + halves[127 - t], range_of(out, n), 4 * (first + 63 - t), 0, 0);
}

// InOther: an offset does not say in which of two arrays it is. An address does.
template <bool InOther>
__global__ void by_m0_to_one_of_two(const float* in, float* out, long n) {
    __shared__ float one[64], other[64];
    const int first = blockIdx.x * 64, t = threadIdx.x, wave = t / warpSize * warpSize;
    const dwords from = range_of(in, n);
    load_to_address(one + wave, from, 4 * (first + t));
    if (InOther)
        set_m0(256), load_to_m0(other, from, 4 * (first + t));
    else
        load_to_address(other + wave, from, 4 * (first + t));
    wait_for_block();
    store(one[63 - t] + other[63 - t], range_of(out, n), 4 * (first + 63 - t), 0, 0);
}

template <auto Kernel, int Elements>
kernel_test doubling(const char* name) {
    return elementwise<float, float>(name, [](float v) { return v + v; })
        .values_from(-4, 4)  // of -0 some of them make 0
        .launch([](const float* in, float* out, long n) {
            if (n > 0)
                Kernel<<<static_cast<unsigned>((n + 64 * Elements - 1) / (64 * Elements)), 64>>>(
                    in, out, n);
        });
}

const kernel_test tests[] = {
    doubling<by_labels<0>, 1>("right_labels"),
    doubling<by_labels<1>, 1>("labels_with_a_long_range"),
    doubling<by_vectors, 4>("right_vectors"),
    doubling<in_private_memory, 8>("right_in_private_memory"),
    doubling<by_atomics, 1>("right_atomics"),
    doubling<by_assembly<false>, 1>("right_assembly"),
    doubling<by_assembly<true>, 1>("assembly_without_its_flag"),
    doubling<mirrored<false>, 1>("right_mirrored"),
    doubling<mirrored<true>, 1>("mirrored_without_its_barrier"),
    doubling<unknown_instruction, 1>("unknown_instruction"),
    doubling<by_m0<m0::right>, 1>("right_m0"),
    doubling<by_m0<m0::without_a_barrier>, 1>("m0_without_a_barrier"),
    doubling<by_m0<m0::too_far>, 1>("m0_too_far"),
    doubling<by_m0<m0::not_set>, 1>("m0_not_set"),
    doubling<by_m0_to_one_of_two<false>, 1>("right_m0_as_an_address"),
    doubling<by_m0_to_one_of_two<true>, 1>("m0_in_one_of_two_arrays"),
};

}  // namespace
