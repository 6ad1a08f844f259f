// SPDX-License-Identifier: MIT
// HIP source, compiled for the cpu device.
#include "tests/quality/kernels/planted_permutes.hpp"

#include "kernels/launch.hpp"

#include <cstdint>

namespace tileproof::planted {
namespace {

using namespace kernels;
using kernels::TILEPROOF_DEVICE::blocks_for;
using kernels::TILEPROOF_DEVICE::check_launch;
using kernels::TILEPROOF_DEVICE::on_stream;

enum class bug { none, five_dims, dense_output, tiles_by_columns, rows_swapped };

template <class T>
__global__ void permute(bug b, permute_problem p, long_index_t elements, const T* in, T* out) {
    const long_index_t e = static_cast<long_index_t>(blockIdx.x) * 64 + threadIdx.x;
    if (e >= elements) return;
    long_index_t rest = e, from = 0, to = 0;
    for (int d = permute_dims - 1; d >= 0; --d) {
        const long_index_t index = rest % p.lengths[d];
        rest /= p.lengths[d];
        if (b == bug::five_dims && d == 0 && index > 0) return;
        from += index * p.input_strides[d];
        to += index * p.output_strides[d];
    }
    out[b == bug::dense_output ? e : to] = in[from];
}

template <class T>
__global__ void tiles(bug b, long_index_t rows, long_index_t columns, const T* in, T* out) {
    int row = static_cast<int>(threadIdx.x) / 4;
    const int column = static_cast<int>(threadIdx.x) % 4;
    const long_index_t across = columns / 4, below = rows / 16, tile = blockIdx.x;
    const long_index_t tile_row = b == bug::tiles_by_columns ? tile % below : tile / across;
    const long_index_t tile_column = b == bug::tiles_by_columns ? tile / below : tile % across;
    if (b == bug::rows_swapped && row < 2) row = 1 - row;
    out[tile * 64 + threadIdx.x] = in[(tile_row * 16 + row) * columns + tile_column * 4 + column];
}

template <class F>
void with_type(int element_bytes, F f) {
    if (element_bytes == 1) f(std::uint8_t{});
    if (element_bytes == 2) f(std::uint16_t{});
    if (element_bytes == 4) f(std::uint32_t{});
    if (element_bytes == 8) f(std::uint64_t{});
}

template <bug B>
void run_permute(const permute_problem& p, const void* in, void* out, void* stream) {
    if (const std::string no = permute_refusal(p); !no.empty()) throw device_error(no);
    long_index_t elements = 1;
    for (const long_index_t n : p.lengths) elements *= n;
    if (elements == 0) return;
    with_type(p.element_bytes, [&](auto t) {
        using T = decltype(t);
        hipLaunchKernelGGL(permute<T>, dim3(blocks_for(elements, 64)), dim3(64), 0,
                           on_stream(stream), B, p, elements, static_cast<const T*>(in),
                           static_cast<T*>(out));
        check_launch("permute");
    });
}

template <bug B>
void run_tiles(const std::vector<long_index_t>& dims, int bytes, const void* in, void* out,
               void* stream) {
    if (dims[0] < 0 || dims[1] < 0 || dims[0] % 16 || dims[1] % 4)
        throw device_error("This takes whole tiles of 16 x 4 alone.");
    const long_index_t all = dims[0] / 16 * (dims[1] / 4);
    if (all == 0) return;
    with_type(bytes, [&](auto t) {
        using T = decltype(t);
        hipLaunchKernelGGL(tiles<T>, dim3(static_cast<unsigned>(all)), dim3(64), 0,
                           on_stream(stream), B, dims[0], dims[1], static_cast<const T*>(in),
                           static_cast<T*>(out));
        check_launch("tiles");
    });
}

}  // namespace

const std::vector<permute_kernel>& permutes() {
    static const std::vector<permute_kernel> all{
        {"permute_right", "nothing planted", permute_refusal, run_permute<bug::none>},
        {"permute_of_five_dims", "a planted bug", permute_refusal, run_permute<bug::five_dims>},
        {"permute_into_dense_memory", "a planted bug", permute_refusal,
         run_permute<bug::dense_output>}};
    return all;
}

const std::vector<relayout_kernel>& relayouts() {
    static const std::vector<relayout_kernel> all{
        {"relayout_tiles_right", "nothing planted", run_tiles<bug::none>},
        {"relayout_tiles_by_columns", "a planted bug", run_tiles<bug::tiles_by_columns>},
        {"relayout_rows_of_a_tile_swapped", "a planted bug", run_tiles<bug::rows_swapped>}};
    return all;
}

}  // namespace tileproof::planted
