// SPDX-License-Identifier: MIT
// Operands of structs, of floating-point numbers of 8 bits, and of HIP's classes for 16 bits: right kernels, and wrong ones.
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include <hip/hip_fp8.h>
#include <hip/hip_runtime.h>

#include <tileproof/custom_contract.hpp>

namespace shapes {
struct interval {
    std::int16_t low, high;
};
// 40 bytes, with padding behind `alive` and behind `tag`.
struct particle {
    double x;
    float v[2];
    bool alive;
    interval box;
    std::int64_t id;
    char tag;  // which no declaration names
};
struct rgb {
    float r, g, b;
};
}  // namespace shapes
using shapes::particle;
using shapes::rgb;
TILEPROOF_STRUCT(shapes::interval, low, high)
TILEPROOF_STRUCT(shapes::particle, x, v, alive, box, id)
TILEPROOF_STRUCT(shapes::rgb, r, g, b)
TILEPROOF_STRUCT(float4, x, y, z, w)

namespace {

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

enum class how { right, by_members, forgets, swaps, looks_at_padding, loses_digits, miscounts };

// Also NaN with their payloads: between barriers a number is kept in memory or in a wider register.
template <class T>
__global__ void moves_through_shared(const T* in, T* out, long n) {
    __shared__ T tile[64];
    const long i = own_index();
    if (i < n) tile[threadIdx.x] = in[i];
    __syncthreads();
    if (i < n) out[i] = tile[threadIdx.x];
}

template <class T>
kernel_test shared_copy(const char* name) {
    return tileproof::copy<T>(name).launch([](const T* in, T* out, matrix_shape s) {
        const long n = s.rows * s.columns;
        if (n) moves_through_shared<T><<<blocks(n), 64>>>(in, out, n);
    });
}
const kernel_test shared_bfloat = shared_copy<__bf16>("right_shared_bfloat");
const kernel_test shared_half = shared_copy<_Float16>("right_shared_half");
const kernel_test shared_float = shared_copy<float>("right_shared_float");

__global__ void moves(const particle* in, particle* out, long n, double by, how mode) {
    const long i = own_index();
    if (i >= n) return;
    particle p = in[i];
    p.x += by;
    p.id += 1;
    if (mode == how::swaps) {
        const float first = p.v[0];
        p.v[0] = p.v[1];
        p.v[1] = first;
    }
    if (mode == how::looks_at_padding && p.tag > 0) p.x += 1;
    if (mode == how::loses_digits) p.x = static_cast<float>(p.x);
    if (mode == how::miscounts) p.id += 1;
    if (mode == how::by_members || mode == how::forgets) {
        out[i].x = p.x;
        out[i].v[0] = p.v[0];
        out[i].v[1] = p.v[1];
        out[i].alive = p.alive;
        out[i].box.low = p.box.low;
        if (mode == how::by_members) out[i].box.high = p.box.high;
        out[i].id = p.id;
    } else {
        out[i] = p;
    }
}

kernel_test moved(const char* name, how mode, double relative = 0) {
    custom test(name, {"n"});
    test.input<particle>("before", {"n"})
        .output<particle>("after", {"n"})
        .scalar<double>("by", {0.5, -1, 1e6 / 3})
        .reference([](const tileproof::arrays& a) {
            for (long i = 0; i < a.dim("n"); ++i) {
                particle p = a.in<particle>("before")(i, 0);
                p.x += a.scalar<double>("by");
                p.id += 1;
                a.out<particle>("after")(i, 0) = p;
            }
        });
    if (relative > 0) test.within(relative);
    return test.launch([mode](const pointers& p) {
        if (const long n = p.dim("n"))
            moves<<<blocks(n), 64>>>(p.in<particle>("before"), p.out<particle>("after"), n,
                                     p.scalar<double>("by"), mode);
    });
}
const kernel_test right_move = moved("right_move", how::right);
const kernel_test right_move_by_members = moved("right_move_by_members", how::by_members);
const kernel_test forgets_a_member = moved("forgets_a_member", how::forgets);
const kernel_test swaps_members = moved("swaps_members", how::swaps);
const kernel_test looks_at_padding = moved("looks_at_padding", how::looks_at_padding);
const kernel_test loses_digits = moved("loses_digits", how::loses_digits);
const kernel_test right_move_of_few_digits =
    moved("right_move_of_few_digits", how::loses_digits, 1e-6);
// Within so much of its size, 1 in a thousand would be nothing; an id is a whole number.
const kernel_test miscounts_within = moved("miscounts_within", how::miscounts, 0.9);

template <class T>
__global__ void transposes(const T* in, T* out, matrix_shape s, long skipped) {
    const long i = own_index(), r = i / s.columns, c = i % s.columns;
    if (i >= s.rows * s.columns) return;
    T value = in[r * s.input_stride + c];
    out[c * s.output_stride + r] = skipped && i == skipped ? in[0] : value;
}
template <class T>
kernel_test transposed(const char* name, long skipped) {
    return transpose<T>(name).strided().launch([skipped](const T* in, T* out, matrix_shape s) {
        if (s.rows * s.columns)
            transposes<T><<<blocks(s.rows * s.columns), 64>>>(in, out, s, skipped);
    });
}
const kernel_test right_rgb_transpose = transposed<rgb>("right_rgb_transpose", 0);
const kernel_test wrong_rgb_transpose = transposed<rgb>("wrong_rgb_transpose", 40);
const kernel_test right_fp8_transpose = transposed<__hip_fp8_e5m2>("right_fp8_transpose", 0);
const kernel_test wrong_fp8_transpose = transposed<__hip_fp8_e4m3_fnuz>("wrong_fp8_transpose", 40);

template <class T, auto F>
__global__ void maps(const T* in, T* out, long n) {
    if (own_index() < n) out[own_index()] = F(in[own_index()]);
}
template <class T, auto Reference, auto Kernel = Reference>
kernel_test mapped(const char* name) {
    return elementwise<T, T>(name, Reference).launch([](const T* in, T* out, long n) {
        if (n) maps<T, Kernel><<<blocks(n), 64>>>(in, out, n);
    });
}
template <class T>
__host__ __device__ T third(T x) {
    return T(static_cast<float>(x) / 3);
}
__host__ __device__ float4 halved(float4 v) {
    return make_float4(v.x / 2, v.y / 2, v.z / 2, v.w / 2);
}
__device__ __hip_fp8_e4m3 third_cut_off(__hip_fp8_e4m3 x) {
    __hip_fp8_e4m3 y(static_cast<float>(x) / 3);
    const float back = y, right = static_cast<float>(x) / 3;
    if ((back > 0 ? back : -back) > (right > 0 ? right : -right)) --y.__x;
    return y;
}
const kernel_test right_float4 = mapped<float4, halved>("right_float4");
const kernel_test right_half = mapped<__half, third<__half>>("right_half");
const kernel_test right_bfloat16 = mapped<__hip_bfloat16, third<__hip_bfloat16>>("right_bfloat16");
const kernel_test right_e4m3 = mapped<__hip_fp8_e4m3, third<__hip_fp8_e4m3>>("right_e4m3");
const kernel_test right_e5m2_fnuz =
    mapped<__hip_fp8_e5m2_fnuz, third<__hip_fp8_e5m2_fnuz>>("right_e5m2_fnuz");
const kernel_test cuts_digits_off =
    mapped<__hip_fp8_e4m3, third<__hip_fp8_e4m3>, third_cut_off>("cuts_digits_off");

template <class T, class Out>
__global__ void multiplies(const T* a, const T* b, Out* c, product_shape s, long k) {
    const long i = own_index(), row = i / s.n, column = i % s.n;
    if (i >= s.m * s.n) return;
    float sum = 0;
    for (long j = 0; j < k; ++j)
        sum += static_cast<float>(a[row * s.a_stride + j]) *
               static_cast<float>(b[j * s.b_stride + column]);
    c[row * s.c_stride + column] = static_cast<Out>(sum);
}
template <class T, class Out>
kernel_test multiplied(const char* name, long dropped) {
    return product<T, Out>(name).launch([dropped](const T* a, const T* b, Out* c, product_shape s) {
        if (s.m * s.n)
            multiplies<T, Out>
                <<<blocks(s.m * s.n), 64>>>(a, b, c, s, s.k > dropped ? s.k - dropped : s.k);
    });
}
const kernel_test right_fp8_product = multiplied<__hip_fp8_e4m3, float>("right_fp8_product", 0);
const kernel_test right_e5m2_product =
    multiplied<__hip_fp8_e5m2, __hip_fp8_e5m2>("right_e5m2_product", 0);
const kernel_test right_e4m3_product =
    multiplied<__hip_fp8_e4m3_fnuz, __hip_fp8_e4m3_fnuz>("right_e4m3_product", 0);
const kernel_test right_bfloat16_product =
    multiplied<__hip_bfloat16, __hip_bfloat16>("right_bfloat16_product", 0);
const kernel_test fp8_product_of_less = multiplied<__hip_fp8_e4m3, float>("fp8_product_of_less", 1);
const kernel_test e4m3_product_of_less =
    multiplied<__hip_fp8_e4m3, __hip_fp8_e4m3>("e4m3_product_of_less", 1);

}  // namespace
