// What the transposes have in common: their arguments on the device, and the choice of the element type.
#pragma once

#include <cstdint>

#include "kernels/catalogue.hpp"
#include "kernels/launch.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {

// transpose_problem without the element size. Index arithmetic is 64-bit throughout: rows * leading may
// pass 2^31.
struct transpose_arguments {
    long_index_t rows, columns, batch;
    long_index_t input_leading, output_leading;
    long_index_t input_batch_stride, output_batch_stride;
};

inline transpose_arguments arguments_of(const transpose_problem& p) {
    return {p.rows,
            p.columns,
            p.batch,
            p.input_leading,
            p.output_leading,
            p.input_batch_stride,
            p.output_batch_stride};
}

// Calls f with an unsigned integer of the element's size: elements are moved as bits.
template <class F>
void with_element_type(int element_bytes, F f) {
    switch (element_bytes) {
        case 1:
            f(std::uint8_t{});
            break;
        case 2:
            f(std::uint16_t{});
            break;
        case 4:
            f(std::uint32_t{});
            break;
        case 8:
            f(std::uint64_t{});
            break;
    }
}

// A kernel that takes every problem that makes sense as long as blocks of `tile_columns` columns fit into a
// grid; `run` is called with problems that have at least one element.
transpose_kernel make_transpose(std::string name, std::string description, int tile_columns,
                                void (*run)(const transpose_problem&, const void* in, void* out,
                                            void* stream));

transpose_kernel read_contiguous_transpose();
transpose_kernel write_contiguous_transpose();
transpose_kernel tiled_transpose();
transpose_kernel register_transpose();

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
