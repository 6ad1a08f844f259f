// SPDX-License-Identifier: MIT
// permute_elements: one thread per element, in the order of the input's dims. Reads are contiguous if the input's
// last stride is 1; whether writes are depends on the output's strides.
#include "kernels/permute/permute.hpp"

#include <cstdint>

#include "kernels/launch.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {
namespace {

constexpr int threads = 256;
constexpr long_index_t most_blocks = 1 << 20;

template <class T>
__global__ void __launch_bounds__(threads)
    permute(permute_problem p, long_index_t elements, const T* in, T* out) {
    const long_index_t step = static_cast<long_index_t>(gridDim.x) * threads;
    for (long_index_t e = static_cast<long_index_t>(blockIdx.x) * threads + threadIdx.x;
         e < elements; e += step) {
        long_index_t rest = e, from = 0, to = 0;
        for (int d = permute_dims - 1; d >= 0; --d) {
            const long_index_t index = rest % p.lengths[d];
            rest /= p.lengths[d];
            from += index * p.input_strides[d];
            to += index * p.output_strides[d];
        }
        out[to] = in[from];
    }
}

template <class T>
void run_as(const permute_problem& p, long_index_t elements, const void* in, void* out,
            void* stream) {
    const long_index_t blocks = (elements + threads - 1) / threads;
    hipLaunchKernelGGL(permute<T>,
                       dim3(static_cast<unsigned>(blocks < most_blocks ? blocks : most_blocks)),
                       dim3(threads), 0, on_stream(stream), p, elements, static_cast<const T*>(in),
                       static_cast<T*>(out));
    check_launch("permute_elements");
}

void run(const permute_problem& p, const void* in, void* out, void* stream) {
    if (const std::string no = permute_refusal(p); !no.empty()) throw device_error(no);
    long_index_t elements = 1;
    for (const long_index_t n : p.lengths) elements *= n;
    if (elements == 0) return;
    switch (p.element_bytes) {
        case 1:
            return run_as<std::uint8_t>(p, elements, in, out, stream);
        case 2:
            return run_as<std::uint16_t>(p, elements, in, out, stream);
        case 4:
            return run_as<std::uint32_t>(p, elements, in, out, stream);
        default:
            return run_as<std::uint64_t>(p, elements, in, out, stream);
    }
}

}  // namespace

permute_kernel elements_permute() {
    return {"permute_elements", "an element a thread, any strides of six dims", permute_refusal,
            run};
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
