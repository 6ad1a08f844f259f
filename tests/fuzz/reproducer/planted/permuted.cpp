// SPDX-License-Identifier: MIT
// HIP source: the permutation and the relayout of the programs, an element a thread, with the bug of bug.hpp.
#include "kernels/launch.hpp"
#include "kernels/permute/permute.hpp"
#include "kernels/relayout/relayout.hpp"
#include "tests/fuzz/reproducer/planted/bug.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {
namespace {

using planted::bug;

template <class T>
__global__ void permute_elements(bug b, permute_problem p, long_index_t out_elements, T* in, T* out,
                                 int launch) {
    long_index_t rest = blockIdx.x, from = 0, to = 0;
    for (int d = permute_dims - 1; d >= 0; --d) {
        from += rest % p.lengths[d] * p.input_strides[d];
        to += rest % p.lengths[d] * p.output_strides[d];
        rest /= p.lengths[d];
    }
    const bool last = blockIdx.x == gridDim.x - 1;
    if (b == bug::wrong_place) to = out_elements - 1 - to;
    if (b != bug::unwritten || !last) out[to] = in[from];
    if (last) planted::misbehave(b, in, out, out_elements, launch);
}

template <class T>
void launch(const permute_problem& p, const void* in, void* out, void* stream) {
    static int launches = 0;
    long_index_t elements = 1, span = 1;
    for (int d = 0; d < permute_dims; ++d) {
        elements *= p.lengths[d];
        span += (p.lengths[d] - 1) * p.output_strides[d];
    }
    hipLaunchKernelGGL(permute_elements<T>, dim3(static_cast<unsigned>(elements)), dim3(1), 0,
                       on_stream(stream), planted::planted_bug(), p, span,
                       static_cast<T*>(const_cast<void*>(in)), static_cast<T*>(out), launches++);
    check_launch("permute_elements");
}

void start(const permute_problem& p, const void* in, void* out, void* stream) {
    if (p.element_bytes == 4) return launch<std::uint32_t>(p, in, out, stream);
    launch<std::uint16_t>(p, in, out, stream);
}

}  // namespace

permute_kernel elements_permute() {
    return {"", "", [](const permute_problem&) { return std::string(); }, start};
}

// Tiles of 16 x 4, as a permutation of (tile row, row, tile column, column).
relayout_kernel tiles_relayout() {
    return {"", "",
            [](const std::vector<long_index_t>& dims, int element_bytes, const void* in, void* out,
               void* stream) {
                const long_index_t m = dims[0], k = dims[1];
                start({{{1, 1, m / 16, 16, k / 4, 4}},
                       {{0, 0, 16 * k, k, 4, 1}},
                       {{0, 0, 16 * k, 4, 64, 1}},
                       element_bytes},
                      in, out, stream);
            }};
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
