// SPDX-License-Identifier: MIT
// A kernel's interface: the problem it solves, what it refuses, how it is launched.
//
//   transpose_problem p = packed_transpose(2, 3, 4);   // 2 x 3 float32: leading dimensions 3 and 2
//   p.input_elements() == 6, p.output_elements() == 6
//   p.output_leading = 5;                              // rows of the result 5 elements apart
//   p.output_elements() == 12                          // 2 * 5 + 2: the last row has no tail
//
// A catalogue lists all kernels of one device. Leading dimensions and batch strides are in elements, element sizes in
// bytes.
#pragma once

#include <tileproof/config.hpp>

#include <functional>
#include <string>
#include <vector>

#include "kernels/layout/evaluation.hpp"
#include "kernels/permute/permute_problem.hpp"
#include "kernels/product/product_problem.hpp"
#include "kernels/relayout/relayout_problem.hpp"

namespace tileproof::kernels {

// out[b][c][r] = in[b][r][c] for all b < batch, r < rows, c < columns, where
// in[b][r][c] is element b * input_batch_stride + r * input_leading + c of the input and
// out[b][c][r] is element b * output_batch_stride + c * output_leading + r of the output.
// Elements are moved as bits.
struct transpose_problem {
    long_index_t rows = 0, columns = 0;  // of the input; the output is columns x rows
    long_index_t batch = 1;
    long_index_t input_leading = 0;   // at least columns
    long_index_t output_leading = 0;  // at least rows
    long_index_t input_batch_stride = 0, output_batch_stride = 0;
    int element_bytes = 4;  // 1, 2, 4 or 8

    // Number of elements from the first to the last one touched; 0 if none is.
    long_index_t input_elements() const;
    long_index_t output_elements() const;
    friend bool operator==(const transpose_problem&, const transpose_problem&) = default;
};

// Contiguous rows and batches.
transpose_problem packed_transpose(long_index_t rows, long_index_t columns, int element_bytes,
                                   long_index_t batch = 1);

// Why no transpose can do it, as a sentence; empty if the problem makes sense: sizes not negative, element size 1, 2,
// 4 or 8, leading dimensions that keep rows apart, output batches that do not overlap, byte counts below 2^62.
std::string transpose_refusal(const transpose_problem&);

struct transpose_kernel {
    std::string name;         // "transpose_tiled"
    std::string description;  // one line
    // A sentence why this kernel does not support the problem; empty if it does. Includes transpose_refusal().
    std::function<std::string(const transpose_problem&)> refusal;
    // Starts the kernel on the device's stream (null: its default stream). in and out are device memory of
    // input_elements() and output_elements() elements, aligned to the element, and do not overlap. Throws
    // device_error if the problem is refused or the launch fails; faults of the kernel itself are thrown here or by
    // device::synchronize().
    std::function<void(const transpose_problem&, const void* in, void* out, void* stream)> start;

    void launch(const transpose_problem& p, const void* in, void* out,
                void* stream = nullptr) const;
};

// out[r][c] = in[r][c] for all r < rows, c < columns, where in[r][c] is element r * input_leading +
// c of the input, and out[r][c] element r * output_leading + c of the output. Elements are moved as
// bits.
struct copy_problem {
    long_index_t rows = 0, columns = 0;
    long_index_t input_leading = 0, output_leading = 0;  // at least columns
    int element_bytes = 4;                               // 1, 2, 4 or 8
    // Of each block the only one that copies, through registers, elements of 2 or 4 bytes; -1: all copy.
    int wave = -1;

    // Number of elements from the first to the last one touched; 0 if none is.
    long_index_t input_elements() const;
    long_index_t output_elements() const;
    friend bool operator==(const copy_problem&, const copy_problem&) = default;
};

// Contiguous rows.
copy_problem packed_copy(long_index_t rows, long_index_t columns, int element_bytes);

// Why no copy can do it, as a sentence; empty if the problem makes sense.
std::string copy_refusal(const copy_problem&);

// As transpose_kernel.
struct copy_kernel {
    std::string name;         // "copy_registers"
    std::string description;  // one line
    std::function<std::string(const copy_problem&)> refusal;
    std::function<void(const copy_problem&, const void* in, void* out, void* stream)> start;
    long_index_t tile_rows = 512, tile_columns = 4;  // a block moves whole tiles
    int waves = 0;  // of each block, any of which can copy alone; 0: none can

    void launch(const copy_problem& p, const void* in, void* out, void* stream = nullptr) const {
        start(p, in, out, stream);
    }
};

struct catalogue {
    std::vector<transpose_kernel> transposes;
    std::vector<copy_kernel> copies = {};
    std::vector<permute_kernel> permutes = {};
    std::vector<relayout_kernel> relayouts = {};
    std::vector<product_kernel> products = {};
    std::vector<mlp_kernel> mlps = {};
    std::vector<evaluation_kernel> evaluations = {};
};

// Of each device: device_catalogue.cpp, compiled for it. Not defined where the device was not built.
namespace cpu {
const catalogue& all_kernels();
}
namespace cpu_checked {
const catalogue& all_kernels();
}
namespace hip {
const catalogue& all_kernels();
}
namespace cuda {
const catalogue& all_kernels();
}

}  // namespace tileproof::kernels
