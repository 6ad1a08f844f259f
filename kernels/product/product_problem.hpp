// SPDX-License-Identifier: MIT
// A matrix product as a problem: D = alpha A B + beta C.
//
//   product_problem p{.m = 17, .n = 5, .k = 33, .types = product_types::f32_f16};
//   pack(p);                 // row-major, contiguous rows: a.leading 33, b.leading 5, c and d 5
//   p.a.elements(17, 33) == 17 * 33
//
// A is m x k, B is k x n, C and D are m x n. Each operand is row-major (element (r, c) at r * leading + c) or
// column-major (at c * leading + r). With beta = 0, C is not read and may be null. An empty k gives D = beta C. With
// float sums, beta C is rounded to float, then alpha sum + that is rounded once (scaled_sum.hpp).
#pragma once

#include <tileproof/config.hpp>

#include <functional>
#include <string>
#include <vector>

namespace tileproof::kernels {

// Types of C and D, and of A and B. i8: alpha and beta are whole numbers, sums wrap modulo 2^32.
enum class product_types { f32_f16, f32_bf16, f16_f16, i32_i8, f32_from_float };

struct product_type_info {
    const char* name;  // "f32 <- f16"
    int ab_bytes;      // of an element of A and B in memory
    int c_bytes;       // of C and D
};
// f32_from_float: A and B are float in memory and are converted to f16, rounded toward zero.
product_type_info info_of(product_types);

struct product_operand {
    bool column_major = false;
    long_index_t leading = 0;

    long_index_t elements(long_index_t rows, long_index_t columns) const;  // from first to last
    TILEPROOF_HOST_DEVICE long_index_t at(long_index_t r, long_index_t c) const {
        return column_major ? c * leading + r : r * leading + c;
    }
};

struct product_problem {
    long_index_t m = 0, n = 0, k = 0;
    product_types types = product_types::f32_f16;
    product_operand a = {}, b = {}, c = {}, d = {};
    double alpha = 1, beta = 0;
};

// Sets the leading dimensions so that rows (or columns) are contiguous.
void pack(product_problem&);

// Why no product kernel can do it, as a sentence; empty if the problem makes sense: lengths from 0 to 2^31 - 65,
// leading dimensions that keep rows apart, whole alpha and beta with integers.
std::string product_refusal(const product_problem&);

// The problems that a kernel definitely supports, for code that draws problems. Outside, it may accept or refuse.
struct product_range {
    std::vector<product_types> types{product_types::f32_f16, product_types::f32_bf16,
                                     product_types::f16_f16, product_types::i32_i8,
                                     product_types::f32_from_float};
    long_index_t m_step = 1, n_step = 1, k_step = 1;  // lengths are multiples of these
    long_index_t leading_step = 1;                    // and leading dimensions of this
    bool row_major_only = false;
    std::size_t alignment = 1;  // of the pointers in bytes, if more than an element's
};

struct product_kernel {
    std::string name, description;
    // A sentence why this kernel does not support the problem; empty if it does.
    std::function<std::string(const product_problem&)> refusal;
    // a, b, c, d: device memory, aligned to its elements; c may be d. Otherwise like transpose_kernel::start.
    std::function<void(const product_problem&, const void* a, const void* b, const void* c, void* d,
                       void* stream)>
        start;
    product_range takes = {};
};

// Two layers of a perceptron in one kernel, 16 inputs, 16 hidden, 16 outputs:
//   Y = W2 f16(max(0, W1 X)),   W1, W2 16 x 16 row-major f16, X 16 x n row-major f16, Y 16 x n row-major f32
struct mlp_kernel {
    std::string name, description;
    std::function<void(long_index_t n, const void* w1, const void* w2, const void* x, void* y,
                       void* stream)>
        start;
};

}  // namespace tileproof::kernels
