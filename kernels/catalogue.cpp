// SPDX-License-Identifier: MIT
#include "kernels/catalogue.hpp"

namespace tileproof::kernels {
namespace {

// 2^62 bytes, so that no product of two of a problem's numbers formed by the kernels comes near overflow.
constexpr long_index_t most_bytes = long_index_t{1} << 62;

std::string number(long_index_t n) { return std::to_string(n); }

// Whether (batch - 1) * batch_stride + (outer - 1) * leading + inner elements exceed most_bytes.
bool reaches_too_far(long_index_t batch, long_index_t batch_stride, long_index_t outer,
                     long_index_t leading, long_index_t inner, int element_bytes) {
    long_index_t a = 0, b = 0, sum = 0, bytes = 0;
    return __builtin_mul_overflow(batch - 1, batch_stride, &a) ||
           __builtin_mul_overflow(outer - 1, leading, &b) || __builtin_add_overflow(a, b, &sum) ||
           __builtin_add_overflow(sum, inner, &sum) ||
           __builtin_mul_overflow(sum, long_index_t{element_bytes}, &bytes) || bytes > most_bytes;
}

bool empty(const transpose_problem& p) { return p.rows == 0 || p.columns == 0 || p.batch == 0; }

}  // namespace

long_index_t transpose_problem::input_elements() const {
    if (empty(*this)) return 0;
    return (batch - 1) * input_batch_stride + (rows - 1) * input_leading + columns;
}

long_index_t transpose_problem::output_elements() const {
    if (empty(*this)) return 0;
    return (batch - 1) * output_batch_stride + (columns - 1) * output_leading + rows;
}

transpose_problem packed_transpose(long_index_t rows, long_index_t columns, int element_bytes,
                                   long_index_t batch) {
    long_index_t elements = 0;  // if the product overflows, the leading dimensions are refused
    if (__builtin_mul_overflow(rows, columns, &elements)) elements = 0;
    return {.rows = rows,
            .columns = columns,
            .batch = batch,
            .input_leading = columns,
            .output_leading = rows,
            .input_batch_stride = elements,
            .output_batch_stride = elements,
            .element_bytes = element_bytes};
}

std::string transpose_refusal(const transpose_problem& p) {
    if (p.rows < 0 || p.columns < 0 || p.batch < 0)
        return "A transpose of " + number(p.batch) + " matrices of " + number(p.rows) + " x " +
               number(p.columns) + " elements does not exist: no extent may be negative.";
    if (p.element_bytes != 1 && p.element_bytes != 2 && p.element_bytes != 4 &&
        p.element_bytes != 8)
        return "Elements of " + number(p.element_bytes) +
               " bytes are not supported: the size must be 1, 2, 4 or 8.";
    if (p.input_batch_stride < 0 || p.output_batch_stride < 0)
        return "Batch strides of " + number(p.input_batch_stride) + " and " +
               number(p.output_batch_stride) + " elements are refused: none may be negative.";
    if (p.input_leading < p.columns)
        return "The input's leading dimension " + number(p.input_leading) + " is less than its " +
               number(p.columns) + " columns: rows would overlap.";
    if (p.output_leading < p.rows)
        return "The output's leading dimension " + number(p.output_leading) + " is less than its " +
               number(p.rows) + " columns (the input's rows): rows would overlap.";
    if (empty(p)) return {};
    if (reaches_too_far(p.batch, p.input_batch_stride, p.rows, p.input_leading, p.columns,
                        p.element_bytes) ||
        reaches_too_far(p.batch, p.output_batch_stride, p.columns, p.output_leading, p.rows,
                        p.element_bytes))
        return "The matrices reach beyond 2^62 bytes: lower the leading dimensions or the batch "
               "strides.";
    const long_index_t one_output = (p.columns - 1) * p.output_leading + p.rows;
    if (p.batch > 1 && p.output_batch_stride < one_output)
        return "The output's batch stride " + number(p.output_batch_stride) + " is less than the " +
               number(one_output) +
               " elements of one output matrix: matrices of the batch would overlap.";
    return {};
}

void transpose_kernel::launch(const transpose_problem& p, const void* in, void* out,
                              void* stream) const {
    start(p, in, out, stream);
}

}  // namespace tileproof::kernels
