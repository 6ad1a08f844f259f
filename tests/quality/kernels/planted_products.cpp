// SPDX-License-Identifier: MIT
// HIP source, compiled for the cpu device and for a GPU. One wave for each 16 x 16 elements of D, fragments
// straight from memory: small, and right but for the bug.
#include "tests/quality/kernels/planted_products.hpp"

#include "kernels/launch.hpp"
#include "kernels/product/fragment.hpp"

#include <cstdint>

namespace tileproof::planted::TILEPROOF_DEVICE {
namespace {

using namespace kernels::TILEPROOF_DEVICE;
using kernels::f16_from_float;
using kernels::f16_from_float_toward_zero;
using kernels::f16_to_float;
using kernels::product_kernel;
using kernels::product_operand;
using kernels::product_problem;
using kernels::product_types;

enum class bug {
    none,
    k_tail_not_zeroed,    // elements of A and B beyond k are the last ones again
    column_major_k_tail,  // the same where A is column-major, alone
    stub_for_a_long_k,    // nothing is computed or written for a k above 32
    k_tail_read,          // whatever lies there is read: A beyond its last column, times zeros of B
    swapped_lanes,        // two lanes of A's fragment hold each other's rows
    beta_zero_reads_c,    // 0 times C: a NaN of nobody's
    f16_accumulator,      // the f32 sum is kept in f16
    nearest_conversion,   // float becomes f16 to nearest, not toward zero
    packed_result,        // rows of D next to each other, whatever its leading dimension says
    b_row_major,          // B's order is not looked at
    loses_last_k,         // one product short
    off_by_18_bits,       // a relative error of 2^-18 of each result
    off_by_23_bits,       // of 2^-23: rounding may do the same
    rounds_by_row,  // the last bit of a fraction is that of its row: rounding may do that, but not by the row
    far_write,  // far outside of all memory
};

struct arguments {
    product_problem p;
    const void *a, *b, *c;
    void* d;
    float alpha, beta;
};

template <class T, class Memory>
__device__ typename T::storage element(bug wrong, const void* from, const product_operand& o,
                                       long_index_t row, long_index_t column) {
    const Memory x = static_cast<const Memory*>(from)[o.at(row, column)];
    if constexpr (std::is_same_v<Memory, float>)
        return wrong == bug::nearest_conversion ? f16_from_float(x) : f16_from_float_toward_zero(x);
    else
        return x;
}

// One wave a block. Of AMD's GPUs the host's code does not know whether that has 32 lanes or 64: of two waves of 32
// the second ends at once.
#if defined(__HIP__)
constexpr int block_threads = 64;
#else
constexpr int block_threads = map_of<f16>::wave;
#endif

template <class T, class Memory, class Sum, class Result>
__global__ void planted_product(bug wrong, arguments g) {
    using map = map_of<T>;
    if (static_cast<int>(threadIdx.x) >= map::wave) return;
    const product_problem& p = g.p;
    if (wrong == bug::stub_for_a_long_k && p.k > 32) return;
    const int lane = static_cast<int>(threadIdx.x);
    const long_index_t i0 = static_cast<long_index_t>(blockIdx.y) * 16,
                       j0 = static_cast<long_index_t>(blockIdx.x) * 16;
    const long_index_t depth = wrong == bug::loses_last_k && p.k > 1 ? p.k - 1 : p.k;
    product_operand b_operand = p.b;
    if (wrong == bug::b_row_major && p.b.leading >= p.n) b_operand.column_major = false;
    accumulator<T, Sum> sums = {};
    for (long_index_t k0 = 0; k0 < depth; k0 += 16) {
        fragment<T> a, b;
        for (int e = 0; e < map::ab_elements; ++e) {
            int a_row = map::a_row(lane, e);
            if (wrong == bug::swapped_lanes && a_row < 2 && i0 + 1 < p.m) a_row ^= 1;
            const long_index_t i = i0 + a_row, j = j0 + map::b_column(lane, e);
            long_index_t ka = k0 + map::a_k(lane, e), kb = k0 + map::b_k(lane, e);
            a.element[e] = b.element[e] = 0;
            if (map::a_k(lane, e) >= 16) continue;  // gfx942 multiplies i8 in steps of 32
            if (wrong == bug::k_tail_not_zeroed ||
                (wrong == bug::column_major_k_tail && p.a.column_major)) {
                ka = ka < depth ? ka : depth - 1;
                kb = kb < depth ? kb : depth - 1;
            }
            const bool read = wrong == bug::k_tail_read && ka < p.k + 1;
            if (i < p.m && (ka < depth || read))
                a.element[e] = element<T, Memory>(wrong, g.a, p.a, i, ka);
            if (j < p.n && kb < depth)
                b.element[e] = element<T, Memory>(wrong, g.b, b_operand, kb, j);
        }
        multiply(a, b, sums);
        if constexpr (std::is_same_v<Sum, float>)
            if (wrong == bug::f16_accumulator)
                for (int e = 0; e < map::c_elements; ++e)
                    sums.element[e] = f16_to_float(f16_from_float(sums.element[e]));
    }
    for (int e = 0; e < map::c_elements; ++e) {
        const long_index_t i = i0 + map::c_row(lane, e), j = j0 + map::c_column(lane, e);
        if (i >= p.m || j >= p.n) continue;
        product_operand d_operand = p.d;
        if (wrong == bug::packed_result) d_operand.leading = d_operand.column_major ? p.m : p.n;
        Result* d = static_cast<Result*>(g.d) + d_operand.at(i, j);
        const Result* c = static_cast<const Result*>(g.c);
        const bool uses_c = p.beta != 0 || (wrong == bug::beta_zero_reads_c && c);
        if constexpr (std::is_same_v<Result, int>) {
            unsigned value = static_cast<unsigned>(static_cast<int>(p.alpha)) *
                             static_cast<unsigned>(sums.element[e]);
            if (uses_c)
                value += static_cast<unsigned>(static_cast<int>(p.beta)) *
                         static_cast<unsigned>(c[p.c.at(i, j)]);
            *d = static_cast<int>(value);
        } else {
            float value, old = 0;
            if constexpr (std::is_same_v<Result, float>) {
                value = g.alpha * sums.element[e];
                if (uses_c) old = c[p.c.at(i, j)];
            } else {
                value = g.alpha * f16_to_float(sums.element[e]);
                if (uses_c) old = f16_to_float(c[p.c.at(i, j)]);
            }
            if (uses_c) value += g.beta * old;
            if (wrong == bug::off_by_18_bits) value += value * 0x1p-18f;
            if (wrong == bug::off_by_23_bits) value += value * 0x1p-23f;
            if (wrong == bug::rounds_by_row && !uses_c && value != truncf(value))
                value = __uint_as_float((__float_as_uint(value) & ~1u) | (i % 2 == 1));
            if constexpr (std::is_same_v<Result, float>)
                *d = value;
            else
                *d = f16_from_float(value);
        }
        if (wrong == bug::far_write && i == 0 && j == 1)
            *reinterpret_cast<volatile int*>(std::uintptr_t{0x1000}) = 1;
    }
}

template <class T, class Memory, class Sum, class Result>
void launch(bug wrong, const arguments& g, void* stream) {
    hipLaunchKernelGGL((planted_product<T, Memory, Sum, Result>),
                       dim3(blocks_for(g.p.n, 16), blocks_for(g.p.m, 16)), dim3(block_threads), 0,
                       on_stream(stream), wrong, g);
    check_launch("planted_product");
}

product_kernel make(const char* name, bug wrong) {
    product_kernel k;
    k.name = name;
    k.description = "a planted bug";
    k.refusal = kernels::product_refusal;
    k.start = [wrong](const product_problem& p, const void* a, const void* b, const void* c,
                      void* d, void* stream) {
        if (std::string no = kernels::product_refusal(p); !no.empty())
            throw kernels::device_error(no);
        if (p.m == 0 || p.n == 0) return;
        const arguments g{p, a, b, c, d, static_cast<float>(p.alpha), static_cast<float>(p.beta)};
        switch (p.types) {
            case product_types::f32_f16:
                return launch<f16, std::uint16_t, float, float>(wrong, g, stream);
            case product_types::f32_bf16:
                return launch<bf16, std::uint16_t, float, float>(wrong, g, stream);
            case product_types::f16_f16:
                return launch<f16, std::uint16_t, std::uint16_t, std::uint16_t>(wrong, g, stream);
            case product_types::i32_i8:
                return launch<i8, std::int8_t, int, int>(wrong, g, stream);
            case product_types::f32_from_float:
                return launch<f16, float, float, float>(wrong, g, stream);
        }
    };
    return k;
}

// Its own idea of what it takes: whole tiles of k are promised, and others silently cut off.
product_kernel cuts_k_off() {
    product_kernel k = make("cuts_k_off", bug::none);
    k.start = [inner = k.start](const product_problem& p, const void* a, const void* b,
                                const void* c, void* d, void* stream) {
        product_problem whole = p;
        if (whole.k > 16) whole.k = whole.k / 16 * 16;
        inner(whole, a, b, c, d, stream);
    };
    return k;
}

product_kernel refuses_column_major() {
    product_kernel k = make("refuses_column_major", bug::none);
    k.refusal = [](const product_problem& p) -> std::string {
        return p.a.column_major ? "A must be row-major here." : kernels::product_refusal(p);
    };
    return k;
}

}  // namespace

const std::vector<product_kernel>& products() {
    static const std::vector<product_kernel> all{
        make("right", bug::none),
        make("k_tail_not_zeroed", bug::k_tail_not_zeroed),
        make("column_major_k_tail", bug::column_major_k_tail),
        make("stub_for_a_long_k", bug::stub_for_a_long_k),
        make("k_tail_read", bug::k_tail_read),
        make("swapped_lanes", bug::swapped_lanes),
        make("beta_zero_reads_c", bug::beta_zero_reads_c),
        make("f16_accumulator", bug::f16_accumulator),
        make("nearest_conversion", bug::nearest_conversion),
        make("packed_result", bug::packed_result),
        make("b_row_major", bug::b_row_major),
        make("loses_last_k", bug::loses_last_k),
        make("off_by_18_bits", bug::off_by_18_bits),
        make("off_by_23_bits", bug::off_by_23_bits),
        make("rounds_by_row", bug::rounds_by_row),
        make("far_write", bug::far_write),
        cuts_k_off(),
        refuses_column_major(),
    };
    return all;
}

}  // namespace tileproof::planted::TILEPROOF_DEVICE
