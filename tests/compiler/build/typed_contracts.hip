// SPDX-License-Identifier: MIT
// Every ready contract with every type that it is documented for: a right kernel, and one that is wrong for the type. It adds up in
// fewer digits than the contract takes for granted, cuts digits off where it is to round, or leaves the last one out.
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include <hip/hip_fp8.h>
#include <hip/hip_runtime.h>

#include <cstring>
#include <tileproof/kernel_test.hpp>
#include <tileproof/ready_contracts.hpp>

struct two_numbers {
    float x;
    short y;
};
TILEPROOF_STRUCT(two_numbers, x, y)

namespace {

using tileproof::arrays;
using tileproof::kernel_test;
using tileproof::pointers;
using tileproof::reduction;

unsigned blocks(long n) { return static_cast<unsigned>((n + 63) / 64); }
__device__ long own_index() { return blockIdx.x * 64L + threadIdx.x; }

template <class T>
constexpr bool is_whole = std::is_integral_v<T>;
// What a right kernel adds up in, and what has too few digits for it.
template <class T>
using wide = std::conditional_t<is_whole<T>, std::uint64_t,
                                std::conditional_t<std::is_same_v<T, double>, double, float>>;
template <class T>
using narrow = std::conditional_t<std::is_same_v<T, double>, float,
                                  std::conditional_t<std::is_same_v<T, float>, _Float16, T>>;

template <class T>
struct summed {
    wide<T> all = 0;
    bool wrong;
    __device__ explicit summed(bool w) : wrong(w) {}
    __device__ void add(wide<T> term, bool last) {
        if (is_whole<T> && wrong && last) return;
        all += term;
        if (!is_whole<T> && wrong)
            all = static_cast<wide<T>>(static_cast<float>(static_cast<narrow<T>>(all)));
    }
};
template <class T>
__device__ wide<T> widened(const T& x) {
    return static_cast<wide<T>>(x);
}

template <class T>
__global__ void reduces(const T* x, T* y, long rows, long columns, reduction how, bool wrong) {
    const long r = own_index();
    if (r >= rows) return;
    x += r * columns;
    if (how == reduction::sum) {
        summed<T> all(wrong);
        for (long c = 0; c < columns; ++c) all.add(widened(x[c]), c == columns - 1);
        y[r] = static_cast<T>(all.all);
        return;
    }
    T m = x[0];
    for (long c = 1; c < columns - (wrong ? 1 : 0); ++c)
        if (how == reduction::least ? x[c] < m : x[c] > m) m = x[c];
    y[r] = m;
}

template <class T>
__global__ void scans(const T* x, T* y, long n, bool wrong) {
    summed<T> all(wrong);
    for (long i = 0; i < n; ++i) {
        all.add(widened(x[i]), i == n - 1);
        y[i] = static_cast<T>(all.all);
    }
}

template <class T>
__device__ wide<T> exponential(wide<T> x) {
    if constexpr (std::is_same_v<T, double>)
        return exp(x);
    else
        return expf(x);
}
template <class T>
__device__ wide<T> root(wide<T> x) {
    if constexpr (std::is_same_v<T, double>)
        return sqrt(x);
    else
        return sqrtf(x);
}

template <class T>
__global__ void softmaxes(const T* x, T* y, long rows, long columns, bool wrong) {
    const long r = own_index();
    if (r >= rows) return;
    x += r * columns, y += r * columns;
    wide<T> m = widened(x[0]);
    for (long c = 0; c < columns; ++c) m = widened(x[c]) > m ? widened(x[c]) : m;
    summed<T> all(wrong);
    for (long c = 0; c < columns; ++c) all.add(exponential<T>(widened(x[c]) - m), false);
    for (long c = 0; c < columns; ++c)
        y[c] = static_cast<T>(exponential<T>(widened(x[c]) - m) / all.all);
}

template <class T>
__global__ void layernorms(const T* x, const T* gamma, const T* beta, T* y, long rows, long columns,
                           bool wrong) {
    const long r = own_index();
    if (r >= rows) return;
    x += r * columns, y += r * columns;
    wide<T> mean = 0, v = 0;
    for (long c = 0; c < columns; ++c) mean += widened(x[c]);
    mean /= static_cast<wide<T>>(columns);
    for (long c = 0; c < columns; ++c) v += (widened(x[c]) - mean) * (widened(x[c]) - mean);
    v /= static_cast<wide<T>>(wrong ? columns - 1 : columns);
    const wide<T> scale = 1 / root<T>(v + static_cast<wide<T>>(1e-5));
    for (long c = 0; c < columns; ++c)
        y[c] =
            static_cast<T>((widened(x[c]) - mean) * scale * widened(gamma[c]) + widened(beta[c]));
}

template <class T>
__global__ void rmsnorms(const T* x, const T* gamma, T* y, long rows, long columns, bool wrong) {
    const long r = own_index();
    if (r >= rows) return;
    x += r * columns, y += r * columns;
    wide<T> all = 0;
    for (long c = 0; c < columns; ++c) all += widened(x[c]) * widened(x[c]);
    const wide<T> scale =
        1 / root<T>(all / static_cast<wide<T>>(columns) + static_cast<wide<T>>(wrong ? 0 : 1e-6));
    for (long c = 0; c < columns; ++c)
        y[c] = static_cast<T>(widened(x[c]) * scale * widened(gamma[c]));
}

template <class T>
__global__ void gathers(const T* x, const std::int32_t* index, T* y, long n, long columns,
                        bool wrong) {
    const long i = own_index();
    if (i >= n) return;
    const long column = i % columns;
    y[i] = x[index[i / columns] * columns + (wrong && column == columns - 1 ? 0 : column)];
}

template <class T>
__global__ void scatters(const T* x, const std::int32_t* index, T* y, long n, long columns,
                         bool wrong) {
    const long i = own_index();
    if (i >= n) return;
    const long to = index[i / columns] * columns + i % columns;
    (wrong ? y[i] : y[to]) = wrong ? x[to] : x[i];
}

template <class T>
__global__ void adds_rows(const T* x, const std::int32_t* index, T* y, long count, long n,
                          long columns, bool wrong) {
    const long i = own_index();
    if (i >= n) return;
    wide<T> all = widened(y[i]);
    for (long k = 0; k < count - (wrong ? 1 : 0); ++k)
        if (index[k] == i / columns) all += widened(x[k * columns + i % columns]);
    y[i] = static_cast<T>(all);
}

// c = a b + bias, of a batch; then what is below zero becomes zero.
template <class T>
__global__ void multiplies(const T* a, const T* b, const T* bias, T* c, long m, long n, long k,
                           long batch, bool wrong) {
    const long i = own_index(), row = i / n, column = i % n;
    if (i >= batch * m * n) return;
    summed<T> all(wrong);
    for (long j = 0; j < k; ++j)
        all.add(widened(a[row * k + j]) * widened(b[(row / m * k + j) * n + column]), j == k - 1);
    if (bias) {
        all.all += widened(bias[column]);
        const bool negative = is_whole<T>
                                  ? std::is_signed_v<T> && static_cast<std::int64_t>(all.all) < 0
                                  : all.all < 0;
        if (negative) all.all = 0;
    }
    c[i] = static_cast<T>(all.all);
}

template <class T>
__global__ void convolves(const T* x, const T* weights, T* y, long n, long channels, long filters,
                          long p, long q, long r, long s, bool wrong) {
    const long i = own_index(), f = i / (p * q) % filters, image = i / (p * q) / filters;
    if (i >= n) return;
    const long row = i / q % p, column = i % q, height = p + r - 1, width = q + s - 1;
    summed<T> all(wrong);
    for (long ch = 0; ch < channels; ++ch)
        for (long j = 0; j < r; ++j)
            for (long k = 0; k < s; ++k)
                all.add(
                    widened(x[((image * channels + ch) * height + row + j) * width + column + k]) *
                        widened(weights[((f * channels + ch) * r + j) * s + k]),
                    ch == channels - 1 && j == r - 1 && k == s - 1);
    y[i] = static_cast<T>(all.all);
}

template <class T>
__global__ void attends(const T* q, const T* k, const T* v, T* o, long n, long queries, long keys,
                        long depth, bool wrong) {
    const long i = own_index(), batch = i / queries;
    if (i >= n) return;
    const wide<T> scale = wrong ? 1 : 1 / root<T>(static_cast<wide<T>>(depth));
    const auto score = [&](long key) {
        wide<T> all = 0;
        for (long d = 0; d < depth; ++d)
            all += widened(q[i * depth + d]) * widened(k[(batch * keys + key) * depth + d]);
        return all * scale;
    };
    wide<T> m = score(0), sum = 0;
    for (long key = 1; key < keys; ++key) m = score(key) > m ? score(key) : m;
    for (long key = 0; key < keys; ++key) sum += exponential<T>(score(key) - m);
    for (long d = 0; d < depth; ++d) {
        wide<T> all = 0;
        for (long key = 0; key < keys; ++key)
            all += exponential<T>(score(key) - m) * widened(v[(batch * keys + key) * depth + d]);
        o[i * depth + d] = static_cast<T>(all / sum);
    }
}

// A third, rounded; cut off, or rounded to fewer digits, where that is wrong.
template <class T>
T third(const T& x) {
    return static_cast<T>(static_cast<wide<T>>(x) / 3);
}
template <class T>
__global__ void thirds(const T* x, T* y, long n, bool wrong) {
    const long i = own_index();
    if (i >= n) return;
    const wide<T> right = widened(x[i]) / 3;
    y[i] = static_cast<T>(right);
    if constexpr (sizeof(T) > 2) {
        if (wrong) y[i] = static_cast<T>(static_cast<narrow<T>>(right));
    } else if (const float back = widened(y[i]); wrong && back * back > right * right) {
        std::conditional_t<sizeof(T) == 1, unsigned char, unsigned short> bits;
        std::memcpy(&bits, &y[i], sizeof bits);
        --bits;
        std::memcpy(&y[i], &bits, sizeof bits);
    }
}

template <class T>
__global__ void transposes(const T* in, T* out, long rows, long columns, bool wrong) {
    const long i = own_index(), r = i / columns, c = i % columns;
    if (i < rows * columns) out[c * rows + r] = in[wrong && i == rows * columns - 1 ? 0 : i];
}

std::vector<kernel_test> all;
std::string named(const char* contract, const char* type, bool wrong) {
    return std::string(wrong ? "wrong_" : "right_") + contract + "_of_" + type;
}

// Whatever T is: what only moves.
template <class T>
void add_moves(const char* type, bool w) {
    all.push_back(tileproof::gather<T>(named("gather", type, w)).launch([w](const pointers& p) {
        if (const long n = p.dim("count") * p.dim("columns"))
            gathers<T><<<blocks(n), 64>>>(p.in<T>("x"), p.in<std::int32_t>("index"), p.out<T>("y"),
                                          n, p.dim("columns"), w);
    }));
    all.push_back(tileproof::scatter<T>(named("scatter", type, w)).launch([w](const pointers& p) {
        if (const long n = p.dim("rows") * p.dim("columns"))
            scatters<T><<<blocks(n), 64>>>(p.in<T>("x"), p.in<std::int32_t>("index"), p.out<T>("y"),
                                           n, p.dim("columns"), w);
    }));
    all.push_back(tileproof::transpose<T>(named("transpose", type, w))
                      .launch([w](const T* in, T* out, tileproof::matrix_shape s) {
                          if (const long n = s.rows * s.columns)
                              transposes<T><<<blocks(n), 64>>>(in, out, s.rows, s.columns, w);
                      }));
}

// Whole numbers and others.
template <class T>
void add_sums(const char* type, bool w) {
    for (const reduction how : {reduction::sum, reduction::least, reduction::greatest}) {
        const char* const what = how == reduction::sum     ? "sum"
                                 : how == reduction::least ? "least"
                                                           : "greatest";
        all.push_back(
            tileproof::reduce<T>(named(what, type, w), how).launch([how, w](const pointers& p) {
                reduces<T><<<1, 64>>>(p.in<T>("x"), p.out<T>("y"), 1, p.dim("n"), how, w);
            }));
        all.push_back(
            tileproof::row_reduce<T>(named((std::string("row_") + what).c_str(), type, w), how)
                .launch([how, w](const pointers& p) {
                    if (const long rows = p.dim("rows"))
                        reduces<T><<<blocks(rows), 64>>>(p.in<T>("x"), p.out<T>("y"), rows,
                                                         p.dim("columns"), how, w);
                }));
    }
    all.push_back(tileproof::scan<T>(named("scan", type, w), tileproof::scan_kind::inclusive)
                      .launch([w](const pointers& p) {
                          if (const long n = p.dim("n"))
                              scans<T><<<1, 1>>>(p.in<T>("x"), p.out<T>("y"), n, w);
                      }));
    all.push_back(
        tileproof::scatter_add<T>(named("scatter_add", type, w)).launch([w](const pointers& p) {
            if (const long n = p.dim("rows") * p.dim("columns"))
                adds_rows<T><<<blocks(n), 64>>>(p.in<T>("x"), p.in<std::int32_t>("index"),
                                                p.out<T>("y"), p.dim("count"), n, p.dim("columns"),
                                                w);
        }));
    all.push_back(tileproof::product<T>(named("product", type, w))
                      .launch([w](const T* a, const T* b, T* c, tileproof::product_shape s) {
                          if (const long n = s.m * s.n)
                              multiplies<T><<<blocks(n), 64>>>(a, b, static_cast<const T*>(nullptr),
                                                               c, s.m, s.n,
                                                               w && s.k ? s.k - 1 : s.k, 1, false);
                      }));
    all.push_back(tileproof::linear<T>(named("linear", type, w), tileproof::relu())
                      .launch([w](const pointers& p) {
                          if (const long n = p.dim("m") * p.dim("n"))
                              multiplies<T><<<blocks(n), 64>>>(
                                  p.in<T>("a"), p.in<T>("b"), p.in<T>("bias"), p.out<T>("c"),
                                  p.dim("m"), p.dim("n"), p.dim("k"), 1, w);
                      }));
    all.push_back(tileproof::batched_product<T>(named("batched_product", type, w))
                      .launch([w](const pointers& p) {
                          if (const long n = p.dim("batch") * p.dim("m") * p.dim("n"))
                              multiplies<T><<<blocks(n), 64>>>(
                                  p.in<T>("a"), p.in<T>("b"), static_cast<const T*>(nullptr),
                                  p.out<T>("c"), p.dim("m"), p.dim("n"), p.dim("k"), p.dim("batch"),
                                  w);
                      }));
    all.push_back(
        tileproof::convolution<T>(named("convolution", type, w)).launch([w](const pointers& p) {
            if (const long n = p.dim("images") * p.dim("filters") * p.dim("p") * p.dim("q"))
                convolves<T><<<blocks(n), 64>>>(p.in<T>("x"), p.in<T>("weights"), p.out<T>("y"), n,
                                                p.dim("channels"), p.dim("filters"), p.dim("p"),
                                                p.dim("q"), p.dim("r"), p.dim("s"), w);
        }));
}

template <class T>
void add_floats(const char* type, bool w) {
    all.push_back(tileproof::softmax<T>(named("softmax", type, w)).launch([w](const pointers& p) {
        if (const long rows = p.dim("rows"); rows && p.dim("columns"))
            softmaxes<T>
                <<<blocks(rows), 64>>>(p.in<T>("x"), p.out<T>("y"), rows, p.dim("columns"), w);
    }));
    all.push_back(
        tileproof::layernorm<T>(named("layernorm", type, w)).launch([w](const pointers& p) {
            if (const long rows = p.dim("rows"); rows && p.dim("columns"))
                layernorms<T><<<blocks(rows), 64>>>(p.in<T>("x"), p.in<T>("gamma"), p.in<T>("beta"),
                                                    p.out<T>("y"), rows, p.dim("columns"), w);
        }));
    all.push_back(tileproof::rmsnorm<T>(named("rmsnorm", type, w)).launch([w](const pointers& p) {
        if (const long rows = p.dim("rows"); rows && p.dim("columns"))
            rmsnorms<T><<<blocks(rows), 64>>>(p.in<T>("x"), p.in<T>("gamma"), p.out<T>("y"), rows,
                                              p.dim("columns"), w);
    }));
    all.push_back(
        tileproof::attention<T>(named("attention", type, w)).launch([w](const pointers& p) {
            if (const long n = p.dim("batch") * p.dim("queries"))
                attends<T><<<blocks(n), 64>>>(p.in<T>("q"), p.in<T>("k"), p.in<T>("v"),
                                              p.out<T>("o"), n, p.dim("queries"), p.dim("keys"),
                                              p.dim("depth"), w);
        }));
    all.push_back(tileproof::elementwise<T, T>(named("third", type, w), third<T>)
                      .launch([w](const T* x, T* y, long n) {
                          if (n) thirds<T><<<blocks(n), 64>>>(x, y, n, w);
                      }));
}

template <class T>
void add(const char* type) {
    for (const bool wrong : {false, true}) {
        add_moves<T>(type, wrong);
        if constexpr (!std::is_same_v<T, bool> && !std::is_same_v<T, two_numbers>) {
            add_sums<T>(type, wrong);
            if constexpr (!is_whole<T>) add_floats<T>(type, wrong);
        }
    }
}

const bool added = [] {
    add<two_numbers>("struct");
    add<bool>("bool");
    add<std::int8_t>("int8");
    add<std::uint8_t>("uint8");
    add<std::int16_t>("int16");
    add<std::uint16_t>("uint16");
    add<std::int32_t>("int32");
    add<std::uint32_t>("uint32");
    add<std::int64_t>("int64");
    add<std::uint64_t>("uint64");
    add<float>("float");
    add<double>("double");
    add<_Float16>("Float16");
    add<__half>("half");
    add<__bf16>("bf16");
    add<__hip_bfloat16>("hip_bfloat16");
    add<__hip_fp8_e4m3>("e4m3");
    add<__hip_fp8_e5m2>("e5m2");
    add<__hip_fp8_e4m3_fnuz>("e4m3_fnuz");
    add<__hip_fp8_e5m2_fnuz>("e5m2_fnuz");
    return true;
}();

}  // namespace
