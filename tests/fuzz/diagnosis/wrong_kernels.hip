// SPDX-License-Identifier: MIT
// Wrong kernels, each with one bug of the kind that people write: when it fails, and what it does instead, is in
// wrong_kernels_test.cpp.
#include <hip/hip_runtime.h>

#include <tileproof/custom_contract.hpp>
#include <tileproof/kernel_test.hpp>

namespace {

using tileproof::copy;
using tileproof::custom;
using tileproof::elementwise;
using tileproof::kernel_test;
using tileproof::matrix_shape;
using tileproof::pointers;
using tileproof::product;
using tileproof::product_shape;
using tileproof::transpose;

unsigned blocks(long n) { return static_cast<unsigned>((n + 63) / 64); }
__device__ long own_index() { return blockIdx.x * 64L + threadIdx.x; }

// Element (r,c) of so many goes from one address to another, each a number for r, one for c and a constant.
struct move {
    long rows, columns;
    long in_row, in_column, out_row, out_column, in_first = 0, out_first = 0;
};
__global__ void moves(const float* in, float* out, move m) {
    const long e = own_index();
    if (e >= m.rows * m.columns) return;
    const long r = e / m.columns, c = e % m.columns;
    const long to = m.out_first + r * m.out_row + c * m.out_column;
    if (to >= 0) out[to] = in[m.in_first + r * m.in_row + c * m.in_column];
}
void launch(const float* in, float* out, move m) {
    if (m.rows > 0 && m.columns > 0) moves<<<blocks(m.rows * m.columns), 64>>>(in, out, m);
}

// Transposes.
const kernel_test width_for_height =
    transpose<float>("width_for_height").launch([](const float* in, float* out, matrix_shape s) {
        launch(in, out, {s.rows, s.columns, s.columns, 1, 1, s.columns});
    });
const kernel_test transposes_a_square =
    transpose<float>("transposes_a_square").launch([](const float* in, float* out, matrix_shape s) {
        const long most = s.columns < s.rows ? s.columns : s.rows;
        launch(in, out, {s.rows, most, s.columns, 1, 1, s.rows});
    });
const kernel_test height_of_the_input =
    transpose<float>("height_of_the_input")
        .strided()
        .launch([](const float* in, float* out, matrix_shape s) {
            launch(in, out, {s.rows, s.columns, s.input_stride, 1, 1, s.rows});
        });
const kernel_test first_matrix_only =
    transpose<float>("first_matrix_only")
        .batched()
        .launch([](const float* in, float* out, matrix_shape s) {
            for (long b = 0; b < s.batch; ++b)
                launch(in, out + b * s.output_batch_stride,
                       {s.rows, s.columns, s.columns, 1, 1, s.rows});
        });
const kernel_test one_tile_of_rows =
    transpose<float>("one_tile_of_rows").launch([](const float* in, float* out, matrix_shape s) {
        launch(in, out, {s.rows < 32 ? s.rows : 32, s.columns, s.columns, 1, 1, s.rows});
    });

// Copies.
const kernel_test vectors_of_four =
    copy<float>("vectors_of_four").launch([](const float* in, float* out, matrix_shape s) {
        launch(in, out, {s.rows, s.columns / 4 * 4, s.columns, 1, s.columns, 1});
    });
const kernel_test rows_up_to_128 =
    copy<float>("rows_up_to_128").launch([](const float* in, float* out, matrix_shape s) {
        launch(in, out, {s.rows < 128 ? s.rows : 128, s.columns, s.columns, 1, s.columns, 1});
    });
const kernel_test last_row_is_left_out =
    copy<float>("last_row_is_left_out").launch([](const float* in, float* out, matrix_shape s) {
        launch(in, out, {s.rows - 1, s.columns, s.columns, 1, s.columns, 1});
    });
const kernel_test upside_down =
    copy<float>("upside_down").launch([](const float* in, float* out, matrix_shape s) {
        launch(in, out, {s.rows, s.columns, -s.columns, 1, s.columns, 1, (s.rows - 1) * s.columns});
    });
const kernel_test one_too_early =
    copy<float>("one_too_early").launch([](const float* in, float* out, matrix_shape s) {
        launch(in, out, {s.rows, s.columns, s.columns, 1, s.columns, 1, 0, -1});
    });
const kernel_test stride_of_the_input =
    copy<float>("stride_of_the_input")
        .strided()
        .launch([](const float* in, float* out, matrix_shape s) {
            launch(in, out, {s.rows, s.columns, s.input_stride, 1, s.input_stride, 1});
        });
const kernel_test whole_tiles_of_rows =
    copy<float>("whole_tiles_of_rows").launch([](const float* in, float* out, matrix_shape s) {
        launch(in, out, {s.rows / 16 * 16, s.columns, s.columns, 1, s.columns, 1});
    });
const kernel_test one_tile =
    copy<float>("one_tile").launch([](const float* in, float* out, matrix_shape s) {
        launch(in, out,
               {s.rows < 16 ? s.rows : 16, s.columns < 16 ? s.columns : 16, s.columns, 1, s.columns,
                1});
    });

__global__ void exchanges_bits(const float* in, float* out, long n, bool flip) {
    const long i = own_index();
    if (i >= n) return;
    const long differ = (i >> 2 ^ i >> 3) & 1;
    out[flip ? i ^ 4 : i ^ (differ << 2 | differ << 3)] = in[i];
}
const kernel_test bits_exchanged = copy<float>("bits_exchanged")
                                       .multiples_of({1, 16})
                                       .launch([](const float* in, float* out, matrix_shape s) {
                                           const long n = s.rows * s.columns;
                                           if (n)
                                               exchanges_bits<<<blocks(n), 64>>>(in, out, n, false);
                                       });
const kernel_test bit_flipped = copy<float>("bit_flipped")
                                    .multiples_of({1, 8})
                                    .launch([](const float* in, float* out, matrix_shape s) {
                                        const long n = s.rows * s.columns;
                                        if (n) exchanges_bits<<<blocks(n), 64>>>(in, out, n, true);
                                    });

// Four at a time where the width allows it, whatever the pointers are.
__global__ void copies_vectors(const float* in, float* out, long vectors) {
    if (own_index() < vectors)
        reinterpret_cast<float4*>(out)[own_index()] =
            reinterpret_cast<const float4*>(in)[own_index()];
}
const kernel_test vectors_anywhere =
    copy<float>("vectors_anywhere").launch([](const float* in, float* out, matrix_shape s) {
        const long n = s.rows * s.columns;
        if (n && s.columns % 4 == 0)
            copies_vectors<<<blocks(n / 4), 64>>>(in, out, n / 4);
        else
            launch(in, out, {s.rows, s.columns, s.columns, 1, s.columns, 1});
    });

// Elements one by one.
float doubled(float x) { return 2 * x; }
__global__ void doubles(const float* in, float* out, long n) {
    if (own_index() < n) out[own_index()] = 2 * in[own_index()];
}
const kernel_test index_of_a_byte =
    elementwise<float, float>("index_of_a_byte", doubled)
        .launch([](const float* in, float* out, long n) {
            if (n) doubles<<<blocks(n), 64>>>(in, out, n < 256 ? n : 256);
        });
const kernel_test whole_blocks = elementwise<float, float>("whole_blocks", doubled)
                                     .launch([](const float* in, float* out, long n) {
                                         if (n) doubles<<<blocks(n), 64>>>(in, out, n / 64 * 64);
                                     });
__global__ void adds(const int* in, int* out, long n) {
    if (own_index() < n) out[own_index()] = in[own_index()] + 1;
}
const kernel_test adds_one = elementwise<int, int>("adds_one", [](int v) {
                                 return v;
                             }).launch([](const int* in, int* out, long n) {
    if (n) adds<<<blocks(n), 64>>>(in, out, n);
});
const kernel_test last_of_96 =
    elementwise<float, float>("last_of_96", doubled)
        .launch([](const float* in, float* out, long n) {
            if (n) doubles<<<blocks(n), 64>>>(in, out, n % 96 == 95 ? n - 1 : n);
        });
__global__ void doubles_all_but_one(const float* in, float* out, long n) {
    if (own_index() < n) out[own_index()] = own_index() == 100 ? 0 : 2 * in[own_index()];
}
const kernel_test element_100 = elementwise<float, float>("element_100", doubled)
                                    .launch([](const float* in, float* out, long n) {
                                        if (n) doubles_all_but_one<<<blocks(n), 64>>>(in, out, n);
                                    });

// Sums of rows: a wave of 64 takes one element each.
__global__ void sums(const float* in, float* out, long rows, long columns, long most) {
    if (own_index() >= rows) return;
    float sum = 0;
    for (long c = 0; c < columns && c < most; ++c) sum += in[own_index() * columns + c];
    out[own_index()] = sum;
}
kernel_test row_sums(const char* name, long most, bool of_even_rows) {
    return custom(name, {"rows", "columns"})
        .input<float>("x", {"rows", "columns"})
        .output<float>("sums", {"rows"})
        .reference([](const tileproof::arrays& a) {
            for (long r = 0; r < a.dim("rows"); ++r)
                a.out<float>("sums")(r, 0) = a.in<float>("x").row(r).sum();
        })
        .within(1e-5, 1e-4)
        .launch([most, of_even_rows](const pointers& p) {
            const long rows = p.dim("rows");
            if (rows)
                sums<<<blocks(rows), 64>>>(p.in<float>("x"), p.out<float>("sums"),
                                           of_even_rows ? rows / 2 * 2 : rows, p.dim("columns"),
                                           most);
        });
}
const kernel_test sums_of_64 = row_sums("sums_of_64", 64, false);
const kernel_test sums_of_even_rows = row_sums("sums_of_even_rows", 1 << 30, true);

// Products.
__global__ void multiplies(const float* a, const float* b, float* c, product_shape s, long last,
                           long b_row) {
    const long e = own_index();
    if (e >= s.m * s.n) return;
    float sum = 0;
    for (long i = 0; i < last; ++i) sum += a[e / s.n * s.k + i] * b[i * b_row + e % s.n];
    c[e] = sum;
}
const kernel_test half_of_k =
    product<float>("half_of_k")
        .launch([](const float* a, const float* b, float* c, product_shape s) {
            if (s.m * s.n) multiplies<<<blocks(s.m * s.n), 64>>>(a, b, c, s, s.k / 2 * 2, s.n);
        });
const kernel_test first_32_of_k =
    product<float>("first_32_of_k")
        .launch([](const float* a, const float* b, float* c, product_shape s) {
            if (s.m * s.n)
                multiplies<<<blocks(s.m * s.n), 64>>>(a, b, c, s, s.k < 32 ? s.k : 32, s.n);
        });

// Like these, with a function of the step that says where in A's rows and B's columns it is.
template <class Step>
__global__ void multiplies_by_steps(const float* a, const float* b, float* c, product_shape s,
                                    long steps, Step step_of) {
    const long e = own_index();
    if (e >= s.m * s.n) return;
    float sum = 0;
    for (long i = 0; i < steps; ++i) {
        const long p = step_of(i, s.k);
        sum += a[e / s.n * s.k + p] * b[p * s.n + e % s.n];
    }
    c[e] = sum;
}
struct first_again {
    __device__ long operator()(long i, long) const { return i == 0 ? 0 : i - 1; }
};
struct stale_tile {
    __device__ long operator()(long i, long k) const { return i < k ? i : i - 8; }
};
const kernel_test first_term_twice =
    product<float>("first_term_twice")
        .launch([](const float* a, const float* b, float* c, product_shape s) {
            if (s.m * s.n)
                multiplies_by_steps<<<blocks(s.m * s.n), 64>>>(a, b, c, s, s.k ? s.k + 1 : 0,
                                                               first_again());
        });
const kernel_test stale_tail =
    product<float>("stale_tail")
        .launch([](const float* a, const float* b, float* c, product_shape s) {
            if (s.m * s.n)
                multiplies_by_steps<<<blocks(s.m * s.n), 64>>>(
                    a, b, c, s, s.k > 8 ? (s.k + 7) / 8 * 8 : s.k, stale_tile());
        });
__global__ void multiplies_transposed(const float* a, const float* b, float* c, product_shape s) {
    const long e = own_index();
    if (e >= s.m * s.n) return;
    float sum = 0;
    for (long i = 0; i < s.k; ++i) sum += a[e / s.n * s.k + i] * b[e % s.n * s.k + i];
    c[e] = sum;
}
const kernel_test b_transposed =
    product<float>("b_transposed")
        .launch([](const float* a, const float* b, float* c, product_shape s) {
            if (s.m * s.n) multiplies_transposed<<<blocks(s.m * s.n), 64>>>(a, b, c, s);
        });

// Without channels nothing is launched, and nothing is to be judged.
__global__ void sums_of_columns(const float* x, float* y, float* runs, long n, long channels) {
    const long c = own_index();
    if (c >= channels) return;
    runs[c] += 1;
    float sum = n == 1 ? 1 : 0;
    for (long k = 0; k < n; ++k) sum += x[k * channels + c];
    y[c] = sum;
}
const kernel_test sums_of_one = custom("sums_of_one", {"n", "channels"})
                                    .at_least({1, 0})
                                    .input<float>("x", {"n", "channels"})
                                    .values_from(-1000, 1000)
                                    .output<float>("y", {"channels"})
                                    .in_out<float>("runs", {"channels"})
                                    .values_from(0, 9)
                                    .reference([](const tileproof::arrays& a) {
                                        for (long c = 0; c < a.dim("channels"); ++c) {
                                            a.out<float>("y")(c) = a.in<float>("x").col(c).sum();
                                            a.out<float>("runs")(c) = a.in<float>("runs")(c) + 1.0f;
                                        }
                                    })
                                    .within(1e-4, 1e-4)
                                    .launch([](const pointers& p) {
                                        if (const long channels = p.dim("channels"))
                                            sums_of_columns<<<blocks(channels), 64>>>(
                                                p.in<float>("x"), p.out<float>("y"),
                                                p.out<float>("runs"), p.dim("n"), channels);
                                    });

}  // namespace
