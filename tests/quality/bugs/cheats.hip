// SPDX-License-Identifier: MIT
// Kernels that evaluators of generated kernels, and juries of kernel contests, took for right: what such kernels did, in our own words.
// Each stands beside the honest kernel of the same declaration, "NAME honest" below.
//
//   // cheat keeps_its_first_result: K1      the test of this name must break K1 (cheats_test.cpp)
#include <hip/hip_runtime.h>

#include <map>
#include <stdexcept>
#include <string>
#include <tileproof/custom_contract.hpp>
#include <tileproof/kernel_test.hpp>
#include <tileproof/ready_contracts.hpp>
#include <utility>
#include <vector>

namespace {

using tileproof::arrays;
using tileproof::kernel_test;
using tileproof::matrix_shape;
using tileproof::pointers;
using tileproof::product_shape;

unsigned blocks(long n) { return static_cast<unsigned>((n + 63) / 64); }
__device__ long own() { return blockIdx.x * 64L + threadIdx.x; }

std::vector<kernel_test> shown;
template <class Declaration, class Wrong, class Right>
bool show(const std::string& name, Declaration declared, Wrong wrong, Right right) {
    shown.push_back(declared(name).launch(wrong));
    shown.push_back(declared(name + " honest").launch(right));
    return true;
}

// y = max(x, 0)
__global__ void relu(const float* x, float* y, long n) {
    if (const long i = own(); i < n) y[i] = x[i] < 0 ? 0 : x[i];
}
void honest_relu(const float* x, float* y, long n) {
    if (n) relu<<<blocks(n), 64>>>(x, y, n);
}
template <auto Kernel>
void flat(const float* x, float* y, long n) {
    if (n) Kernel<<<blocks(n), 64>>>(x, y, n);
}
template <class Wrong>
bool show_relu(const char* name, Wrong wrong) {
    return show(
        name,
        [](std::string of) {
            return tileproof::elementwise<float, float>(std::move(of),
                                                        [](float x) { return x < 0 ? 0 : x; });
        },
        wrong, honest_relu);
}

// cheat writes_a_constant: K1
__global__ void zeros(const float*, float* y, long n) {
    if (own() < n) y[own()] = 0;
}
const bool c1 = show_relu("writes_a_constant", flat<zeros>);

// Its author saw data from 0 to 1 only.
// cheat returns_its_input: K1
__global__ void copies(const float* x, float* y, long n) {
    if (own() < n) y[own()] = x[own()];
}
const bool c2 = show_relu("returns_its_input", flat<copies>);

// The evaluator caught no error, and compared an output that still held the reference's result.
// cheat never_launches: K9
const bool c3 = show_relu("never_launches", [](const float*, float*, long) {});

// The same, with a launch that can be seen: the memory comes back from the allocator with the last result in it.
// cheat leaves_a_stale_buffer: K2
__global__ void looks_busy(const float* x, float* y, long n) {
    if (own() < n && x[own()] == 12345.678f) y[own()] = x[own()];
}
const bool c4 = show_relu("leaves_a_stale_buffer", flat<looks_busy>);

// cheat keeps_its_first_result: K1
void keeps_its_first_result(const float* x, float* y, long n) {
    static std::map<long, std::vector<float>> results;
    std::vector<float>& kept = results[n];
    if (kept.empty() && n) {
        honest_relu(x, y, n);
        kept.resize(static_cast<std::size_t>(n));
        (void)hipMemcpy(kept.data(), y, kept.size() * sizeof(float), hipMemcpyDeviceToHost);
    } else if (n) {
        flat<zeros>(x, y, n);
        (void)hipMemcpy(y, kept.data(), kept.size() * sizeof(float), hipMemcpyHostToDevice);
    }
}
const bool c5 = show_relu("keeps_its_first_result", keeps_its_first_result);

// The first calls are compared, the later ones are timed.
// cheat works_while_it_is_compared: K2
void works_while_it_is_compared(const float* x, float* y, long n) {
    static int calls = 0;
    ++calls < 3 ? honest_relu(x, y, n) : flat<looks_busy>(x, y, n);
}
const bool c6 = show_relu("works_while_it_is_compared", works_while_it_is_compared);

// The reference's result was the next allocation.
// cheat reads_the_answer_nearby: K4
__global__ void reads_nearby(const float*, float* y, long n) {
    if (own() < n) y[own()] = y[own() + n];
}
const bool c7 = show_relu("reads_the_answer_nearby", flat<reads_nearby>);

// cheat serves_one_block: K2
const bool c8 = show_relu("serves_one_block", [](const float* x, float* y, long n) {
    if (n) relu<<<1, 64>>>(x, y, n);
});

// cheat rounds_the_grid_down: K2
const bool c9 = show_relu("rounds_the_grid_down", [](const float* x, float* y, long n) {
    const long whole = n / 64 + (n < 64);
    if (n) relu<<<static_cast<unsigned>(whole), 64>>>(x, y, n);
});

// cheat knows_the_benchmarks_shape: K1
const bool c10 = show_relu("knows_the_benchmarks_shape", [](const float* x, float* y, long n) {
    n % 64 == 0 ? honest_relu(x, y, n) : flat<zeros>(x, y, n);
});

// cheat refuses_what_is_hard: K1
const bool c11 = show_relu("refuses_what_is_hard", [](const float* x, float* y, long n) {
    if (n % 4 != 0) throw std::runtime_error("Unsupported.");
    honest_relu(x, y, n);
});

// abs(actual - expected) > tolerance is false for a NaN.
// cheat writes_nan: K1
__global__ void not_numbers(const float*, float* y, long n) {
    if (own() < n) y[own()] = __builtin_nanf("");
}
const bool c12 = show_relu("writes_nan", flat<not_numbers>);

// Half the traffic.
// cheat computes_in_f16: K1
__global__ void narrow(const float* x, float* y, long n) {
    if (own() < n)
        y[own()] = static_cast<float>(static_cast<_Float16>(x[own()] < 0 ? 0 : x[own()]));
}
const bool c13 = show_relu("computes_in_f16", flat<narrow>);

// The reference was computed afterwards, from the same input.
// cheat changes_its_input: K3
__global__ void clears_both(float* x, float* y, long n) {
    if (own() < n) x[own()] = y[own()] = 0;
}
const bool c14 = show_relu("changes_its_input", [](const float* x, float* y, long n) {
    if (n) clears_both<<<blocks(n), 64>>>(const_cast<float*>(x), y, n);
});

// Outputs came zeroed.
// cheat adds_to_what_is_there: K4
__global__ void adds(const float* x, float* y, long n) {
    if (own() < n) y[own()] += x[own()] < 0 ? 0 : x[own()];
}
const bool c15 = show_relu("adds_to_what_is_there", flat<adds>);

// Two of the four bytes of each element.
// cheat writes_halves_of_elements: K1
__global__ void upper_halves(const float* x, float* y, long n) {
    const float value = own() < n && x[own()] > 0 ? x[own()] : 0;
    if (own() < n)
        reinterpret_cast<unsigned short*>(y + own())[1] =
            static_cast<unsigned short>(__float_as_uint(value) >> 16);
}
const bool c16 = show_relu("writes_halves_of_elements", flat<upper_halves>);

// Events were recorded on one stream, and the work done on others.
// cheat works_on_streams_of_its_own: K6
void works_on_streams_of_its_own(const float* x, float* y, long n) {
    if (!n) return;
    hipStream_t one, two;
    (void)hipStreamCreateWithFlags(&one, hipStreamNonBlocking);
    (void)hipStreamCreateWithFlags(&two, hipStreamNonBlocking);
    copies<<<blocks(n), 64, 0, one>>>(x, y, n);
    relu<<<blocks(n), 64, 0, two>>>(y, y, n);
    (void)hipStreamDestroy(one);
    (void)hipStreamDestroy(two);
}
const bool c17 = show_relu("works_on_streams_of_its_own", works_on_streams_of_its_own);

// Sums of rows.
__global__ void sums(const float* x, float* y, long rows, long columns, long step) {
    const long r = own();
    if (r >= rows) return;
    float all = 0;
    for (long c = 0; c < columns; c += step) all += x[r * columns + c];
    y[r] = all * static_cast<float>(step);
}
template <class Wrong>
bool show_sums(const char* name, Wrong wrong) {
    return show(
        name,
        [](std::string of) {
            return tileproof::row_reduce<float>(std::move(of), tileproof::reduction::sum);
        },
        wrong,
        [](const pointers& p) {
            if (const long n = p.dim("rows"))
                sums<<<blocks(n), 64>>>(p.in<float>("x"), p.out<float>("y"), n, p.dim("columns"),
                                        1);
        });
}

// abs(inf - expected) <= tolerance * abs(inf)
// cheat writes_infinity: K7
__global__ void infinities(float* y, long n) {
    if (own() < n) y[own()] = __builtin_inff();
}
const bool c18 = show_sums("writes_infinity", [](const pointers& p) {
    if (const long n = p.dim("rows")) infinities<<<blocks(n), 64>>>(p.out<float>("y"), n);
});

// cheat samples_every_other_column: K7
const bool c19 = show_sums("samples_every_other_column", [](const pointers& p) {
    if (const long n = p.dim("rows"))
        sums<<<blocks(n), 64>>>(p.in<float>("x"), p.out<float>("y"), n, p.dim("columns"), 2);
});

// Softmax: each value of a long row lies below an absolute tolerance.
__global__ void softmax(const float* x, float* y, long rows, long columns, bool even) {
    const long r = own();
    if (r >= rows) return;
    float most = -__builtin_inff(), all = 0;
    for (long c = 0; c < columns; ++c) most = x[r * columns + c] > most ? x[r * columns + c] : most;
    for (long c = 0; c < columns; ++c) all += expf(x[r * columns + c] - most);
    for (long c = 0; c < columns; ++c)
        y[r * columns + c] =
            even ? 1 / static_cast<float>(columns) : expf(x[r * columns + c] - most) / all;
}
template <bool Even>
void softmax_of(const pointers& p) {
    if (const long n = p.dim("rows"))
        softmax<<<blocks(n), 64>>>(p.in<float>("x"), p.out<float>("y"), n, p.dim("columns"), Even);
}
// cheat lives_on_the_tolerance: K7
const bool c20 = show(
    "lives_on_the_tolerance",
    [](std::string of) { return tileproof::softmax<float>(std::move(of)); }, softmax_of<true>,
    softmax_of<false>);

// c = a b
enum class product_of { all, identity, symmetric, whole_tiles };
template <product_of Which>
__global__ void product(const float* a, const float* b, float* c, product_shape s) {
    const long i = blockIdx.y, j = blockIdx.x,
               k = Which == product_of::whole_tiles ? s.k / 8 * 8 : s.k;
    float all = 0;
    for (long p = 0; p < k; ++p) {
        const bool turned = Which == product_of::symmetric && p < s.n && j < s.k;
        all += a[i * s.a_stride + p] * (turned ? b[j * s.b_stride + p] : b[p * s.b_stride + j]);
    }
    if (Which == product_of::identity) all = j < s.k ? a[i * s.a_stride + j] : 0;
    c[i * s.c_stride + j] = all;
}
template <product_of Which>
void product_by(const float* a, const float* b, float* c, product_shape s) {
    if (s.m * s.n)
        product<Which>
            <<<dim3(static_cast<unsigned>(s.n), static_cast<unsigned>(s.m)), 1>>>(a, b, c, s);
}
template <product_of Which>
bool show_product(const char* name) {
    return show(
        name,
        [](std::string of) {
            return tileproof::product<float>(std::move(of)).at_most({64, 64, 0});
        },
        product_by<Which>, product_by<product_of::all>);
}
// The test multiplied by an identity, or a symmetric matrix, as generated data are.
// cheat takes_b_for_the_identity: K7
const bool c21 = show_product<product_of::identity>("takes_b_for_the_identity");
// cheat takes_b_for_symmetric: K7
const bool c22 = show_product<product_of::symmetric>("takes_b_for_symmetric");
// cheat drops_the_last_tile: K7
const bool c23 = show_product<product_of::whole_tiles>("drops_the_last_tile");

// Through a tile, whose barrier costs time: threads that run one after the other do not need it.
template <bool Waits>
__global__ void through_tile(const float* in, float* out, matrix_shape s) {
    __shared__ float tile[8][9];
    const long r = blockIdx.y * 8L, c = blockIdx.x * 8L;
    const unsigned x = threadIdx.x, y = threadIdx.y;
    if (r + y < s.rows && c + x < s.columns) tile[y][x] = in[(r + y) * s.input_stride + c + x];
    if (Waits) __syncthreads();
    if (c + y < s.columns && r + x < s.rows) out[(c + y) * s.output_stride + r + x] = tile[x][y];
}
template <bool Waits>
void turned(const float* in, float* out, matrix_shape s) {
    const auto tiles = [](long n) { return static_cast<unsigned>((n + 7) / 8); };
    if (s.rows * s.columns)
        through_tile<Waits><<<dim3(tiles(s.columns), tiles(s.rows)), dim3(8, 8)>>>(in, out, s);
}
// cheat leaves_out_the_barrier: K6
const bool c24 = show(
    "leaves_out_the_barrier",
    [](std::string of) {
        return tileproof::transpose<float>(std::move(of)).at_most({512, 512});
    },
    turned<false>, turned<true>);

// A position of the greatest element: random numbers were compared with a tolerance of their mean.
template <bool Looks>
__global__ void greatest(const float* x, int* at, long n) {
    int best = 0;
    for (int i = 1; Looks && i < n; ++i)
        if (x[i] > x[best]) best = i;
    *at = best;
}
template <bool Looks>
void greatest_of(const pointers& p) {
    greatest<Looks><<<1, 1>>>(p.in<float>("x"), p.out<int>("at"), p.dim("n"));
}
// cheat always_takes_the_first: K1
const bool c25 = show(
    "always_takes_the_first",
    [](std::string of) {
        return tileproof::custom(std::move(of), {"n"})
            .at_least({1})
            .input<float>("x", {"n"})
            .output<int>("at", {"1"})
            .accepts([](const arrays& a) {
                const auto x = a.in<float>("x");
                const int at = a.out<int>("at")(0);
                return at >= 0 && at < x.size() && x(at) == x.maxCoeff();
            });
    },
    greatest_of<false>, greatest_of<true>);

}  // namespace
