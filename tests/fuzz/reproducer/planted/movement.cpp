// SPDX-License-Identifier: MIT
// HIP source: the transposes and the copies of the programs, an element a thread, with the bug of bug.hpp.
#include "kernels/catalogue.hpp"
#include "kernels/launch.hpp"
#include "tests/fuzz/reproducer/planted/bug.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {
namespace {

using planted::bug;

struct places {
    long_index_t rows, columns, in_leading, in_batch, out_row, out_column, out_batch, out_elements;
};

template <class T>
__global__ void move_elements(bug b, places p, T* in, T* out, int launch) {
    const long_index_t r = blockIdx.y, c = blockIdx.x, matrix = blockIdx.z;
    const T value = in[matrix * p.in_batch + r * p.in_leading + c];
    const bool last = r == p.rows - 1 && c == p.columns - 1;
    long_index_t to = matrix * p.out_batch + r * p.out_row + c * p.out_column;
    if (b == bug::wrong_place && p.rows * p.columns > 1) to = p.out_elements - 1 - to;
    if (b != bug::unwritten || !last) out[to] = value;
    if (b == bug::reads_poison && last) out[to] = in[-1];
    if (last) planted::misbehave(b, in, out, p.out_elements, launch);
}

template <class T>
void launch(const places& p, long_index_t batch, const void* in, void* out, void* stream) {
    static int launches = 0;
    hipLaunchKernelGGL(move_elements<T>,
                       dim3(static_cast<unsigned>(p.columns), static_cast<unsigned>(p.rows),
                            static_cast<unsigned>(batch)),
                       dim3(1), 0, on_stream(stream), planted::planted_bug(), p,
                       static_cast<T*>(const_cast<void*>(in)), static_cast<T*>(out), launches++);
    check_launch("move_elements");
}

void start(const places& p, long_index_t batch, int bytes, const void* in, void* out,
           void* stream) {
    if (bytes == 4) return launch<std::uint32_t>(p, batch, in, out, stream);
    launch<std::uint8_t>(p, batch, in, out, stream);
}

}  // namespace

transpose_kernel tiled_transpose() {
    transpose_kernel k;
    k.refusal = transpose_refusal;
    k.start = [](const transpose_problem& p, const void* in, void* out, void* stream) {
        if (std::string no = transpose_refusal(p); !no.empty() && !std::getenv("ACCEPTS"))
            throw device_error(no);
        start({p.rows, p.columns, p.input_leading, p.input_batch_stride, 1, p.output_leading,
               p.output_batch_stride, p.output_elements()},
              p.batch, p.element_bytes, in, out, stream);
    };
    return k;
}

copy_kernel registers_copy() {
    copy_kernel k;
    k.refusal = [](const copy_problem& p) { return copy_refusal(p); };
    k.start = [](const copy_problem& p, const void* in, void* out, void* stream) {
        start({p.rows, p.columns, p.input_leading, 0, p.output_leading, 1, 0, p.output_elements()},
              1, p.element_bytes, in, out, stream);
    };
    return k;
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
