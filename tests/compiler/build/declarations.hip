// SPDX-License-Identifier: MIT
// What declarations can say beside shapes: permutations, layouts, lengths that are computed, data, operands that are
// read and written; right kernels, and wrong ones.
#include <hip/hip_runtime.h>

#include <tileproof/custom_contract.hpp>

namespace {

using tileproof::custom;
using tileproof::kernel_test;
using tileproof::permute;
using tileproof::permute_shape;
using tileproof::pointers;
using tileproof::relayout;

unsigned blocks(long n) { return static_cast<unsigned>((n + 63) / 64); }
__device__ long own_index() { return blockIdx.x * 64L + threadIdx.x; }

template <class T>
__global__ void permutes(permute_shape s, long n, int dims, const T* in, T* out) {
    if (own_index() >= n) return;
    long rest = own_index(), from = 0, to = 0;
    for (int d = 5; d >= 6 - dims; --d) {
        from += rest % s.lengths[d] * s.input_strides[d];
        to += rest % s.lengths[d] * s.output_strides[d];
        rest /= s.lengths[d];
    }
    out[to] = in[from];
}
template <class T>
void launch(permute_shape s, int dims, const T* in, T* out) {
    long n = 1;
    for (const long l : s.lengths) n *= l;
    if (n) permutes<T><<<blocks(n), 64>>>(s, n, dims, in, out);
}
const kernel_test right_permute = permute<std::uint16_t>("right_permute")
                                      .launch([](const std::uint16_t* in, std::uint16_t* out,
                                                 permute_shape s) { launch(s, 6, in, out); });
const kernel_test permutes_five_dims =
    permute<float>("permutes_five_dims").launch([](const float* in, float* out, permute_shape s) {
        launch(s, 5, in, out);
    });

// Rows of 16 become tiles of 16 x 4.
__global__ void tiles(const float* in, float* out, long m, long k, long wrong) {
    const long e = own_index();
    if (e >= m * k) return;
    const long column = e % 4, row = e / 4 % 16, tile = e / 64;
    const long across = wrong ? m / 16 : k / 4;
    out[e] = in[(tile / across * 16 + row) * k + tile % across * 4 + column];
}
const char* const plain = "packed [M,K]";
const char* const tiled = "packed [M/16,K/4,16,4] -> {merge: 0,2 -> 0; merge: 1,3 -> 1}";
const kernel_test right_relayout =
    relayout<float>("right_relayout", {"M", "K"}, plain, tiled)
        .launch([](const float* in, float* out, const long* d) {
            if (d[0] * d[1]) tiles<<<blocks(d[0] * d[1]), 64>>>(in, out, d[0], d[1], 0);
        });
const kernel_test tiles_by_the_wrong_width =
    relayout<float>("tiles_by_the_wrong_width", {"M", "K"}, plain, tiled)
        .exactly({16, 8})
        .launch([](const float* in, float* out, const long* d) {
            tiles<<<blocks(d[0] * d[1]), 64>>>(in, out, d[0], d[1], 1);
        });

// A window of five over n + 4 numbers.
__global__ void windows(const float* in, float* out, long n, int width) {
    float sum = 0;
    if (own_index() >= n) return;
    for (int i = 0; i < width; ++i) sum += in[own_index() + i];
    out[own_index()] = sum;
}
kernel_test window(const char* name, int width) {
    return custom(name, {"n"})
        .input<float>("x", {"n + 4"})
        .output<float>("y", {"n"})
        .reference([](const tileproof::arrays& a) {
            for (long i = 0; i < a.dim("n"); ++i)
                a.out<float>("y")(i, 0) = a.in<float>("x").col(0).segment(i, 5).sum();
        })
        .within(1e-5, 1e-4)
        .launch([width](const pointers& p) {
            if (p.dim("n"))
                windows<<<blocks(p.dim("n")), 64>>>(p.in<float>("x"), p.out<float>("y"), p.dim("n"),
                                                    width);
        });
}
const kernel_test right_window = window("right_window", 5);
const kernel_test window_of_four = window("window_of_four", 4);

// y[i] = table[at[i]], and counts of what was asked for.
__global__ void gathers(const std::int32_t* table, const std::int64_t* at, std::int32_t* y,
                        std::uint8_t* counts, long n, long first) {
    if (own_index() >= n) return;
    y[own_index()] = at[own_index()] >= first ? table[at[own_index()]] : 0;
    counts[own_index()] = static_cast<std::uint8_t>(counts[own_index()] + 1);
}
kernel_test gather(const char* name, long first) {
    return custom(name, {"n", "m"})
        .input<std::int32_t>("table", {"m"})
        .values_from(-2e9, 2e9)
        .input<std::int64_t>("at", {"n"})
        .indices_below("m")
        .output<std::int32_t>("y", {"n"})
        .in_out<std::uint8_t>("counts", {"n"})
        .values_from(0, 255)
        .at_least({0, 1})
        .reference([](const tileproof::arrays& a) {
            for (long i = 0; i < a.dim("n"); ++i) {
                a.out<std::int32_t>("y")(i, 0) =
                    a.in<std::int32_t>("table")(a.in<std::int64_t>("at")(i, 0), 0);
                a.out<std::uint8_t>("counts")(i, 0) =
                    static_cast<std::uint8_t>(a.in<std::uint8_t>("counts")(i, 0) + 1);
            }
        })
        .launch([first](const pointers& p) {
            if (p.dim("n"))
                gathers<<<blocks(p.dim("n")), 64>>>(
                    p.in<std::int32_t>("table"), p.in<std::int64_t>("at"), p.out<std::int32_t>("y"),
                    p.out<std::uint8_t>("counts"), p.dim("n"), first);
        });
}
const kernel_test right_gather = gather("right_gather", 0);
const kernel_test gathers_all_but_the_first = gather("gathers_all_but_the_first", 1);

// Halves that are added need a power of two.
__global__ void halves(const std::int32_t* in, std::int32_t* out, int n) {
    __shared__ std::int32_t part[1024];
    for (int i = threadIdx.x; i < n; i += 64) part[i] = in[i];
    __syncthreads();
    for (int half = n / 2; half > 0; half /= 2) {
        for (int i = threadIdx.x; i < half; i += 64) part[i] += part[i + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[0] = part[0];
}
kernel_test total(const char* name, bool powers) {
    custom test(name, {"n"});
    test.input<std::int32_t>("x", {"n"})
        .output<std::int32_t>("sum", {"1"})
        .at_least({1})
        .at_most({1024});
    if (powers) test.powers_of_two();
    return test
        .reference([](const tileproof::arrays& a) {
            a.out<std::int32_t>("sum")(0, 0) = a.in<std::int32_t>("x").sum();
        })
        .launch([](const pointers& p) {
            halves<<<1, 64>>>(p.in<std::int32_t>("x"), p.out<std::int32_t>("sum"),
                              static_cast<int>(p.dim("n")));
        });
}
const kernel_test right_total = total("right_total", true);
const kernel_test total_of_any_length = total("total_of_any_length", false);

// Scalars: a factor that is forgotten, a count that is taken for another, a mode that is not there.
__global__ void adds_scaled(const std::int32_t* x, const std::int32_t* y, std::int32_t* z, long n,
                            int alpha, int beta) {
    const long i = own_index();
    if (i < n) z[i] = alpha * x[i] + beta * y[i];
}
kernel_test scaled_sum(const char* name, int (*beta_of)(const pointers&)) {
    return custom(name, {"n"})
        .input<std::int32_t>("x", {"n"})
        .values_from(-100, 100)
        .input<std::int32_t>("y", {"n"})
        .values_from(-100, 100)
        .output<std::int32_t>("z", {"n"})
        .scalar<std::int32_t>("alpha", -10, 10)
        .scalar<std::int32_t>("beta", -1000, 1000)
        .reference([](const tileproof::arrays& a) {
            a.out<std::int32_t>("z") = a.scalar<std::int32_t>("alpha") * a.in<std::int32_t>("x") +
                                       a.scalar<std::int32_t>("beta") * a.in<std::int32_t>("y");
        })
        .launch([beta_of](const pointers& p) {
            if (const long n = p.dim("n"))
                adds_scaled<<<blocks(n), 64>>>(p.in<std::int32_t>("x"), p.in<std::int32_t>("y"),
                                               p.out<std::int32_t>("z"), n,
                                               p.scalar<std::int32_t>("alpha"), beta_of(p));
        });
}
const kernel_test right_scaled_sum = scaled_sum(
    "right_scaled_sum", [](const pointers& p) { return p.scalar<std::int32_t>("beta"); });
const kernel_test forgets_beta = scaled_sum("forgets_beta", [](const pointers&) { return 0; });
const kernel_test beta_up_to_five = scaled_sum("beta_up_to_five", [](const pointers& p) {
    return std::min(p.scalar<std::int32_t>("beta"), 5);
});

__global__ void shifts(const float* x, float* y, long n, float by, int mode) {
    const long i = own_index();
    if (i < n) y[i] = mode == 0 ? x[i] : mode == 2 ? x[i] + by : x[i] - by;
}
kernel_test shifted(const char* name, bool knows_seven) {
    return custom(name, {"n"})
        .input<float>("x", {"n"})
        .values_from(-8, 8)
        .output<float>("y", {"n"})
        .scalar<float>("by", 0.25f, 0.75f)
        .scalar<std::int32_t>("mode", {2, 0, 7})
        .reference([](const tileproof::arrays& a) {
            const int mode = a.scalar<std::int32_t>("mode");
            const float by = mode == 0   ? 0
                             : mode == 2 ? a.scalar<float>("by")
                                         : -a.scalar<float>("by");
            a.out<float>("y") =
                mode == 0 ? a.in<float>("x").eval() : (a.in<float>("x") + by).eval();
        })
        .launch([knows_seven](const pointers& p) {
            const int mode = p.scalar<std::int32_t>("mode");
            if (const long n = p.dim("n"))
                shifts<<<blocks(n), 64>>>(p.in<float>("x"), p.out<float>("y"), n,
                                          p.scalar<float>("by"),
                                          mode == 7 && !knows_seven ? 2 : mode);
        });
}
const kernel_test right_shift_by_mode = shifted("right_shift_by_mode", true);
const kernel_test knows_no_seventh_mode = shifted("knows_no_seventh_mode", false);

// The grid is twice as large as needed: the upper half repeats what the lower half writes. Each result is right, in
// any order; only who looks at the accesses sees that nothing orders them.
__global__ void copies_twice(const float* in, float* out, long n) {
    const long blocks_once = gridDim.x / 2, i = (blockIdx.x % blocks_once) * 64L + threadIdx.x;
    if (i < n) out[i] = in[i];
}
const kernel_test writes_everything_twice =
    tileproof::elementwise<float, float>("writes_everything_twice", [](float x) {
        return x;
    }).launch([](const float* in, float* out, long n) {
        if (n) copies_twice<<<2 * blocks(n), 64>>>(in, out, n);
    });

}  // namespace
