// SPDX-License-Identifier: MIT
// relayout_tiles: a wave of 64 threads moves one tile of 16 x 4, in the order of the output, so that writes are
// contiguous. relayout_problem.cpp has both layouts.
#include <cstdint>

#include "kernels/launch.hpp"
#include "kernels/relayout/relayout.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {
namespace {

constexpr int tile_rows = 16, tile_columns = 4;

template <class T>
__global__ void __launch_bounds__(64) tiles(long_index_t columns, const T* in, T* out) {
    const int row = static_cast<int>(threadIdx.x) / tile_columns;
    const int column = static_cast<int>(threadIdx.x) % tile_columns;
    const long_index_t across = columns / tile_columns;
    const long_index_t tile = blockIdx.x, tile_row = tile / across, tile_column = tile % across;
    out[tile * (tile_rows * tile_columns) + threadIdx.x] =
        in[(tile_row * tile_rows + row) * columns + tile_column * tile_columns + column];
}

template <class T>
void run_as(long_index_t rows, long_index_t columns, const void* in, void* out, void* stream) {
    hipLaunchKernelGGL(
        tiles<T>, dim3(static_cast<unsigned>(rows / tile_rows * (columns / tile_columns))),
        dim3(64), 0, on_stream(stream), columns, static_cast<const T*>(in), static_cast<T*>(out));
    check_launch("relayout_tiles");
}

void run(const std::vector<long_index_t>& dims, int element_bytes, const void* in, void* out,
         void* stream) {
    const long_index_t rows = dims.at(0), columns = dims.at(1);
    if (rows < 0 || columns < 0 || rows % tile_rows || columns % tile_columns ||
        rows / tile_rows > 0x7fffffff / (columns / tile_columns + 1))
        throw device_error(
            "relayout_tiles takes matrices of whole tiles of 16 x 4, 2^31 of them at most, not " +
            std::to_string(rows) + " x " + std::to_string(columns) + ".");
    if (rows == 0 || columns == 0) return;
    switch (element_bytes) {
        case 1:
            return run_as<std::uint8_t>(rows, columns, in, out, stream);
        case 2:
            return run_as<std::uint16_t>(rows, columns, in, out, stream);
        case 4:
            return run_as<std::uint32_t>(rows, columns, in, out, stream);
        default:
            return run_as<std::uint64_t>(rows, columns, in, out, stream);
    }
}

}  // namespace

relayout_kernel tiles_relayout() {
    return {"relayout_tiles", "rows into tiles of 16 x 4, a wave for each tile", run};
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
