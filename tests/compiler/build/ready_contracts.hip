// SPDX-License-Identifier: MIT
// Each ready contract beside right kernels of more than one algorithm, and kernels with the mistakes that people make.
#include <hip/hip_runtime.h>

#include <tileproof/kernel_test.hpp>
#include <tileproof/ready_contracts.hpp>

namespace {

using tileproof::kernel_test;
using tileproof::pointers;
using tileproof::reduction;
using tileproof::scan_kind;

// nvcc has no _Float16 in code for a GPU: what a kernel takes for elements of a contract.
#ifdef __CUDACC__
using half = __half;
#else
using half = _Float16;
#endif
template <class T>
using element = std::conditional_t<std::is_same_v<T, _Float16>, half, T>;
template <class T>
const element<T>* in(const pointers& p, const char* name) {
    return reinterpret_cast<const element<T>*>(p.in<T>(name));
}
template <class T>
element<T>* out(const pointers& p, const char* name) {
    return reinterpret_cast<element<T>*>(p.out<T>(name));
}

unsigned blocks(long n) { return static_cast<unsigned>((n + 63) / 64); }
__device__ long own_index() { return blockIdx.x * 64L + threadIdx.x; }

// --- sums of rows: a tree in shared memory, shuffles, one thread
enum class way { tree, shuffles, one_thread, no_barrier, drops_last, in_half };

template <way How>
__global__ void row_sums(const float* x, float* y, long columns) {
    __shared__ float part[64];
    const unsigned t = threadIdx.x;
    if (How == way::one_thread || How == way::in_half) {
        if (t > 0) return;
        float sum = 0;
        for (long c = 0; c < columns; ++c)
            sum = How == way::in_half
                      ? static_cast<float>(static_cast<half>(sum + x[blockIdx.x * columns + c]))
                      : sum + x[blockIdx.x * columns + c];
        y[blockIdx.x] = sum;
        return;
    }
    float sum = 0;
    const long end = How == way::drops_last ? columns / 64 * 64 : columns;
    for (long c = t; c < end; c += 64) sum += x[blockIdx.x * columns + c];
    if (How == way::shuffles) {
        for (int d = 16; d > 0; d /= 2) sum += __shfl_down(sum, d, 32);
        if (t % 32 == 0) part[t / 32] = sum;
        __syncthreads();
        if (t == 0) y[blockIdx.x] = part[0] + part[1];
        return;
    }
    part[t] = sum;
    __syncthreads();
    for (unsigned d = 32; d > 0; d /= 2) {
        if (t < d) part[t] += part[t + d];
        if (How != way::no_barrier) __syncthreads();
    }
    if (t == 0) y[blockIdx.x] = part[0];
}
template <way How>
kernel_test sums(const char* name) {
    return tileproof::row_reduce<float>(name, reduction::sum).launch([](const pointers& p) {
        if (p.dim("rows"))
            row_sums<How>
                <<<p.dim("rows"), 64>>>(p.in<float>("x"), p.out<float>("y"), p.dim("columns"));
    });
}
const kernel_test right_row_sums = sums<way::tree>("right_row_sums");
const kernel_test right_row_sums_by_shuffles = sums<way::shuffles>("right_row_sums_by_shuffles");
const kernel_test right_row_sums_of_one_thread =
    sums<way::one_thread>("right_row_sums_of_one_thread");
const kernel_test row_sums_without_barrier = sums<way::no_barrier>("row_sums_without_barrier");
const kernel_test row_sums_drop_the_tail = sums<way::drops_last>("row_sums_drop_the_tail");
const kernel_test row_sums_in_half = sums<way::in_half>("row_sums_in_half");

// --- one maximum, by one block; starting at 0 is the usual mistake
template <bool FromZero>
__global__ void greatest(const float* x, float* y, long n) {
    __shared__ float part[64];
    float m = FromZero ? 0 : x[0];
    for (long i = threadIdx.x; i < n; i += 64) m = fmaxf(m, x[i]);
    part[threadIdx.x] = m;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 1; i < 64; ++i) m = fmaxf(m, part[i]);
        y[0] = m;
    }
}
template <bool FromZero>
kernel_test maximum(const char* name) {
    return tileproof::reduce<float>(name, reduction::greatest).launch([](const pointers& p) {
        greatest<FromZero><<<1, 64>>>(p.in<float>("x"), p.out<float>("y"), p.dim("n"));
    });
}
const kernel_test right_maximum = maximum<false>("right_maximum");
const kernel_test maximum_from_zero = maximum<true>("maximum_from_zero");

// --- running sums: Hillis and Steele, tile after tile of 64; a wrong one forgets what came before the tile
template <class T, bool Carries>
__global__ void scans(const T* x, T* y, long n, bool inclusive) {
    __shared__ T part[64];
    T before = 0;
    const unsigned t = threadIdx.x;
    for (long tile = 0; tile < n; tile += 64) {
        const T own = tile + t < n ? x[tile + t] : T(0);
        part[t] = own;
        __syncthreads();
        for (unsigned d = 1; d < 64; d *= 2) {
            const T add = t >= d ? part[t - d] : T(0);
            __syncthreads();
            part[t] += add;
            __syncthreads();
        }
        const T earlier = t > 0 ? part[t - 1] : T(0);
        if (tile + t < n) y[tile + t] = before + (inclusive ? part[t] : earlier);
        if (Carries) before += part[63];
        __syncthreads();
    }
}
template <class T, bool Carries>
kernel_test running(const char* name, scan_kind kind) {
    return tileproof::scan<T>(name, kind).launch([kind](const pointers& p) {
        if (p.dim("n"))
            scans<T, Carries>
                <<<1, 64>>>(p.in<T>("x"), p.out<T>("y"), p.dim("n"), kind == scan_kind::inclusive);
    });
}
const kernel_test right_inclusive_scan =
    running<float, true>("right_inclusive_scan", scan_kind::inclusive);
const kernel_test right_exclusive_scan =
    running<std::int32_t, true>("right_exclusive_scan", scan_kind::exclusive);
const kernel_test scan_forgets_earlier_tiles =
    running<float, false>("scan_forgets_earlier_tiles", scan_kind::inclusive);
const kernel_test inclusive_for_exclusive =
    tileproof::scan<std::int32_t>("inclusive_for_exclusive", scan_kind::exclusive)
        .launch([](const pointers& p) {
            if (p.dim("n"))
                scans<std::int32_t, true><<<1, 64>>>(p.in<std::int32_t>("x"),
                                                     p.out<std::int32_t>("y"), p.dim("n"), true);
        });

// --- counts, cleared first
template <bool Atomic>
__global__ void counts(const std::int32_t* x, std::int32_t* all, long n) {
    if (own_index() >= n) return;
    if (Atomic)
        atomicAdd(&all[x[own_index()]], 1);
    else
        ++all[x[own_index()]];
}
template <bool Clears, bool Atomic>
kernel_test histogram_of(const char* name) {
    return tileproof::histogram(name).launch([](const pointers& p) {
        auto* const all = p.out<std::int32_t>("counts");
        if (Clears) (void)hipMemset(all, 0, p.dim("bins") * sizeof(std::int32_t));
        if (p.dim("n"))
            counts<Atomic><<<blocks(p.dim("n")), 64>>>(p.in<std::int32_t>("x"), all, p.dim("n"));
    });
}
const kernel_test right_histogram = histogram_of<true, true>("right_histogram");
const kernel_test histogram_not_cleared = histogram_of<false, true>("histogram_not_cleared");
const kernel_test histogram_without_atomics =
    histogram_of<true, false>("histogram_without_atomics");

// --- softmax: in two passes, online; without the maximum, with the sum of another type
enum class soft { two_passes, online, no_maximum, half_sum };

template <class T, soft How>
__global__ void softmaxes(const T* x, T* y, long rows, long columns) {
    const long r = own_index();
    if (r >= rows) return;
    x += r * columns, y += r * columns;
    float m = How == soft::no_maximum ? 0 : static_cast<float>(x[0]), sum = 0;
    if (How == soft::online) {
        for (long c = 0; c < columns; ++c) {
            const float v = static_cast<float>(x[c]), higher = fmaxf(m, v);
            sum = sum * expf(m - higher) + expf(v - higher);
            m = higher;
        }
    } else {
        if (How != soft::no_maximum)
            for (long c = 0; c < columns; ++c) m = fmaxf(m, static_cast<float>(x[c]));
        for (long c = 0; c < columns; ++c) {
            sum += expf(static_cast<float>(x[c]) - m);
            if (How == soft::half_sum) sum = static_cast<float>(static_cast<half>(sum));
        }
    }
    for (long c = 0; c < columns; ++c)
        y[c] = static_cast<T>(expf(static_cast<float>(x[c]) - m) / sum);
}
template <class T, soft How>
kernel_test softmax_of(const char* name) {
    return tileproof::softmax<T>(name).launch([](const pointers& p) {
        const long rows = p.dim("rows"), columns = p.dim("columns");
        if (rows && columns)
            softmaxes<element<T>, How>
                <<<blocks(rows), 64>>>(in<T>(p, "x"), out<T>(p, "y"), rows, columns);
    });
}
const kernel_test right_softmax = softmax_of<float, soft::two_passes>("right_softmax");
const kernel_test right_softmax_online = softmax_of<float, soft::online>("right_softmax_online");
const kernel_test right_softmax_f16 = softmax_of<_Float16, soft::online>("right_softmax_f16");
const kernel_test softmax_without_maximum =
    softmax_of<float, soft::no_maximum>("softmax_without_maximum");
const kernel_test softmax_with_half_sum =
    softmax_of<float, soft::half_sum>("softmax_with_half_sum");

// --- layer norm and RMS norm, a thread a row
enum class norm { two_passes, welford, squares, no_epsilon, epsilon_outside, one_less };

template <norm How>
__global__ void layernorms(const float* x, const float* gamma, const float* beta, float* y,
                           long rows, long columns) {
    const long r = own_index();
    if (r >= rows) return;
    x += r * columns, y += r * columns;
    const float n = static_cast<float>(columns), epsilon = How == norm::no_epsilon ? 0 : 1e-5f;
    float mean = 0, v = 0;
    if (How == norm::welford) {
        for (long c = 0; c < columns; ++c) {
            const float d = x[c] - mean;
            mean += d / static_cast<float>(c + 1);
            v += d * (x[c] - mean);
        }
        v /= n;
    } else if (How == norm::squares) {
        for (long c = 0; c < columns; ++c) mean += x[c], v += x[c] * x[c];
        mean /= n;
        v = fmaxf(v / n - mean * mean, 0);  // which rounding can make negative
    } else {
        for (long c = 0; c < columns; ++c) mean += x[c];
        mean /= n;
        for (long c = 0; c < columns; ++c) v += (x[c] - mean) * (x[c] - mean);
        v /= How == norm::one_less ? n - 1 : n;
    }
    const float root =
        How == norm::epsilon_outside ? 1 / (sqrtf(v) + 1e-5f) : 1 / sqrtf(v + epsilon);
    for (long c = 0; c < columns; ++c) y[c] = (x[c] - mean) * root * gamma[c] + beta[c];
}
template <norm How>
kernel_test layernorm_of(const char* name,
                         tileproof::variance how = tileproof::variance::around_the_mean) {
    return tileproof::layernorm<float>(name, 1e-5, how).launch([](const pointers& p) {
        const long rows = p.dim("rows"), columns = p.dim("columns");
        if (rows && columns)
            layernorms<How><<<blocks(rows), 64>>>(p.in<float>("x"), p.in<float>("gamma"),
                                                  p.in<float>("beta"), p.out<float>("y"), rows,
                                                  columns);
    });
}
const kernel_test right_layernorm = layernorm_of<norm::two_passes>("right_layernorm");
const kernel_test right_layernorm_by_welford =
    layernorm_of<norm::welford>("right_layernorm_by_welford");
const kernel_test right_layernorm_by_squares =
    layernorm_of<norm::squares>("right_layernorm_by_squares", tileproof::variance::mean_of_squares);
const kernel_test layernorm_loses_digits = layernorm_of<norm::squares>("layernorm_loses_digits");
const kernel_test layernorm_without_epsilon =
    layernorm_of<norm::no_epsilon>("layernorm_without_epsilon");
const kernel_test layernorm_epsilon_outside =
    layernorm_of<norm::epsilon_outside>("layernorm_epsilon_outside");
const kernel_test layernorm_by_one_less = layernorm_of<norm::one_less>("layernorm_by_one_less");

template <bool Epsilon>
__global__ void rmsnorms(const float* x, const float* gamma, float* y, long rows, long columns) {
    const long r = own_index();
    if (r >= rows) return;
    float squares = 0;
    for (long c = 0; c < columns; ++c) squares += x[r * columns + c] * x[r * columns + c];
    const float root = rsqrtf(squares / static_cast<float>(columns) + (Epsilon ? 1e-6f : 0));
    for (long c = 0; c < columns; ++c) y[r * columns + c] = x[r * columns + c] * root * gamma[c];
}
template <bool Epsilon>
kernel_test rmsnorm_of(const char* name) {
    return tileproof::rmsnorm<float>(name).launch([](const pointers& p) {
        const long rows = p.dim("rows"), columns = p.dim("columns");
        if (rows && columns)
            rmsnorms<Epsilon><<<blocks(rows), 64>>>(p.in<float>("x"), p.in<float>("gamma"),
                                                    p.out<float>("y"), rows, columns);
    });
}
const kernel_test right_rmsnorm = rmsnorm_of<true>("right_rmsnorm");
const kernel_test rmsnorm_without_epsilon = rmsnorm_of<false>("rmsnorm_without_epsilon");

// --- rows by index
enum class by { row, first_column, thread };

template <by How>
__global__ void gathers(const float* x, const std::int32_t* index, float* y, long n, long columns) {
    const long i = own_index();
    if (i >= n) return;
    y[i] = x[index[How == by::thread ? i % (n / columns) : i / columns] * columns +
             (How == by::first_column ? 0 : i % columns)];
}
template <by How>
kernel_test gather_of(const char* name) {
    return tileproof::gather<float>(name).launch([](const pointers& p) {
        const long n = p.dim("count") * p.dim("columns");
        if (n)
            gathers<How><<<blocks(n), 64>>>(p.in<float>("x"), p.in<std::int32_t>("index"),
                                            p.out<float>("y"), n, p.dim("columns"));
    });
}
const kernel_test right_gather_of_rows = gather_of<by::row>("right_gather_of_rows");
const kernel_test gather_of_first_column = gather_of<by::first_column>("gather_of_first_column");
const kernel_test gather_by_thread = gather_of<by::thread>("gather_by_thread");

template <bool Inverse>
__global__ void scatters(const float* x, const std::int32_t* index, float* y, long n,
                         long columns) {
    const long i = own_index();
    if (i >= n) return;
    const long to = index[i / columns] * columns + i % columns;
    if (Inverse)
        y[i] = x[to];
    else
        y[to] = x[i];
}
template <bool Inverse>
kernel_test scatter_of(const char* name) {
    return tileproof::scatter<float>(name).launch([](const pointers& p) {
        const long n = p.dim("rows") * p.dim("columns");
        if (n)
            scatters<Inverse><<<blocks(n), 64>>>(p.in<float>("x"), p.in<std::int32_t>("index"),
                                                 p.out<float>("y"), n, p.dim("columns"));
    });
}
const kernel_test right_scatter = scatter_of<false>("right_scatter");
const kernel_test scatter_is_a_gather = scatter_of<true>("scatter_is_a_gather");

template <bool Atomic>
__global__ void adds_rows(const float* x, const std::int32_t* index, float* y, long n,
                          long columns) {
    const long i = own_index();
    if (i >= n) return;
    float* const to = &y[index[i / columns] * columns + i % columns];
    if (Atomic)
        atomicAdd(to, x[i]);
    else
        *to = x[i];
}
template <bool Atomic>
kernel_test scatter_add_of(const char* name) {
    return tileproof::scatter_add<float>(name).launch([](const pointers& p) {
        const long n = p.dim("count") * p.dim("columns");
        if (n)
            adds_rows<Atomic><<<blocks(n), 64>>>(p.in<float>("x"), p.in<std::int32_t>("index"),
                                                 p.out<float>("y"), n, p.dim("columns"));
    });
}
const kernel_test right_scatter_add = scatter_add_of<true>("right_scatter_add");
const kernel_test scatter_stores_instead = scatter_add_of<false>("scatter_stores_instead");

// --- products
enum class act { relu, gelu_tanh, relu_first, most_of_half };

template <class T, act How>
__global__ void linears(const T* a, const T* b, const T* bias, T* c, long m, long n, long k) {
    const long i = own_index();
    if (i >= m * n) return;
    float sum = 0;
    for (long l = 0; l < k; ++l)
        sum += static_cast<float>(a[i / n * k + l]) * static_cast<float>(b[l * n + i % n]);
    const float add = static_cast<float>(bias[i % n]);
    if (How == act::relu_first)
        sum = fmaxf(sum, 0) + add;
    else if (How == act::relu || How == act::most_of_half)
        sum = fmaxf(sum + add, 0);
    else
        sum = sum + add,
        sum = sum / 2 * (1 + tanhf(0.7978845608f * (sum + 0.044715f * sum * sum * sum)));
    c[i] = static_cast<T>(How == act::most_of_half ? fminf(sum, 65504) : sum);
}
template <class T, act How>
kernel_test linear_of(const char* name, tileproof::activation f) {
    return tileproof::linear<T>(name, f).launch([](const pointers& p) {
        const long m = p.dim("m"), n = p.dim("n");
        if (m * n)
            linears<element<T>, How><<<blocks(m * n), 64>>>(
                in<T>(p, "a"), in<T>(p, "b"), in<T>(p, "bias"), out<T>(p, "c"), m, n, p.dim("k"));
    });
}
const kernel_test right_linear = linear_of<float, act::relu>("right_linear", tileproof::relu());
const kernel_test right_linear_f16 =
    linear_of<_Float16, act::relu>("right_linear_f16", tileproof::relu());
const kernel_test linear_adds_after_relu =
    linear_of<float, act::relu_first>("linear_adds_after_relu", tileproof::relu());
const kernel_test linear_approximates_gelu =
    linear_of<float, act::gelu_tanh>("linear_approximates_gelu", tileproof::gelu());

const kernel_test linear_ends_at_65504 =
    linear_of<float, act::most_of_half>("linear_ends_at_65504", tileproof::relu());

template <bool Batch>
__global__ void products(const double* a, const double* b, double* c, long batch, long m, long n,
                         long k) {
    const long i = own_index();
    if (i >= batch * m * n) return;
    const long g = i / (m * n), r = i / n % m;
    double sum = 0;
    for (long l = 0; l < k; ++l)
        sum += a[(g * m + r) * k + l] * b[((Batch ? g : 0) * k + l) * n + i % n];
    c[i] = sum;
}
template <bool Batch>
kernel_test product_of(const char* name) {
    return tileproof::batched_product<double>(name).launch([](const pointers& p) {
        const long all = p.dim("batch") * p.dim("m") * p.dim("n");
        if (all)
            products<Batch><<<blocks(all), 64>>>(p.in<double>("a"), p.in<double>("b"),
                                                 p.out<double>("c"), p.dim("batch"), p.dim("m"),
                                                 p.dim("n"), p.dim("k"));
    });
}
const kernel_test right_batched_product = product_of<true>("right_batched_product");
const kernel_test batched_product_of_first_b = product_of<false>("batched_product_of_first_b");

struct window {
    long images, channels, filters, p, q, r, s, stride, padding, h, w;
};
enum class conv { right, reads_outside, flips, sides_exchanged, most_of_half };

template <conv How>
__global__ void convolutions(const float* x, const float* weights, float* y, window d) {
    const long i = own_index();
    if (i >= d.images * d.filters * d.p * d.q) return;
    const long q = i % d.q, p = i / d.q % d.p, f = i / d.q / d.p % d.filters,
               image = i / d.q / d.p / d.filters;
    float sum = 0;
    for (long c = 0; c < d.channels; ++c)
        for (long r = 0; r < d.r; ++r)
            for (long s = 0; s < d.s; ++s) {
                const long row = p * d.stride + r - d.padding,
                           column = q * d.stride + s - d.padding;
                if (How != conv::reads_outside &&
                    (row < 0 || row >= d.h || column < 0 || column >= d.w))
                    continue;
                const long at = How == conv::flips             ? (d.r - 1 - r) * d.s + d.s - 1 - s
                                : How == conv::sides_exchanged ? s * d.r + r
                                                               : r * d.s + s;
                sum += x[((image * d.channels + c) * d.h + row) * d.w + column] *
                       weights[(f * d.channels + c) * d.r * d.s + at];
            }
    y[i] = How == conv::most_of_half ? fminf(sum, 65504) : sum;
}
template <conv How>
kernel_test convolution_of(const char* name, long stride, long padding) {
    return tileproof::convolution<float>(name, stride, padding).launch([=](const pointers& a) {
        window d{a.dim("images"), a.dim("channels"), a.dim("filters"), a.dim("p"), a.dim("q"),
                 a.dim("r"),      a.dim("s"),        stride,           padding};
        d.h = (d.p - 1) * stride + d.r - 2 * padding, d.w = (d.q - 1) * stride + d.s - 2 * padding;
        const long all = d.images * d.filters * d.p * d.q;
        if (all)
            convolutions<How><<<blocks(all), 64>>>(a.in<float>("x"), a.in<float>("weights"),
                                                   a.out<float>("y"), d);
    });
}
const kernel_test right_convolution = convolution_of<conv::right>("right_convolution", 1, 0);
const kernel_test right_convolution_strided =
    convolution_of<conv::right>("right_convolution_strided", 2, 1);
const kernel_test convolution_reads_outside =
    convolution_of<conv::reads_outside>("convolution_reads_outside", 1, 1);
const kernel_test convolution_flips_weights =
    convolution_of<conv::flips>("convolution_flips_weights", 1, 0);
const kernel_test convolution_exchanges_sides =
    convolution_of<conv::sides_exchanged>("convolution_exchanges_sides", 1, 0);
const kernel_test convolution_ends_at_65504 =
    convolution_of<conv::most_of_half>("convolution_ends_at_65504", 1, 0);

// --- attention, online: a thread a query
enum class attend { right, no_scale, sees_next, unscaled_sum, no_maximum };

template <class T, attend How>
__global__ void attentions(const T* q, const T* k, const T* v, T* o, long batch, long queries,
                           long keys, long depth, bool causal) {
    const long i = own_index();
    if (i >= batch * queries) return;
    const long b = i / queries, own = i % queries;
    const long seen =
        causal ? own + keys - queries + 1 + (How == attend::sees_next && own + 1 < queries) : keys;
    const float scale = How == attend::no_scale ? 1 : 1 / sqrtf(static_cast<float>(depth));
    for (long d = 0; d < depth; ++d) {
        float m = -INFINITY, sum = 0, all = 0;
        for (long j = 0; j < seen; ++j) {
            float score = 0;
            for (long l = 0; l < depth; ++l)
                score += static_cast<float>(q[i * depth + l]) *
                         static_cast<float>(k[(b * keys + j) * depth + l]);
            score *= scale;
            const float higher = How == attend::no_maximum ? 0 : fmaxf(m, score),
                        old = expf(m - higher), now = expf(score - higher);
            sum = (How == attend::unscaled_sum ? sum : sum * old) + now;
            all = all * old + now * static_cast<float>(v[(b * keys + j) * depth + d]);
            m = higher;
        }
        o[i * depth + d] = static_cast<T>(all / sum);
    }
}
template <class T, attend How>
kernel_test attention_of(const char* name, tileproof::mask m) {
    return tileproof::attention<T>(name, m).launch([m](const pointers& p) {
        const long all = p.dim("batch") * p.dim("queries");
        if (all)
            attentions<element<T>, How><<<blocks(all), 64>>>(
                in<T>(p, "q"), in<T>(p, "k"), in<T>(p, "v"), out<T>(p, "o"), p.dim("batch"),
                p.dim("queries"), p.dim("keys"), p.dim("depth"), m == tileproof::mask::causal);
    });
}
const kernel_test right_attention =
    attention_of<float, attend::right>("right_attention", tileproof::mask::none);
const kernel_test right_causal_attention =
    attention_of<_Float16, attend::right>("right_causal_attention", tileproof::mask::causal);
const kernel_test attention_without_scale =
    attention_of<float, attend::no_scale>("attention_without_scale", tileproof::mask::none);
const kernel_test attention_sees_the_future =
    attention_of<float, attend::sees_next>("attention_sees_the_future", tileproof::mask::causal);
const kernel_test attention_forgets_to_rescale = attention_of<float, attend::unscaled_sum>(
    "attention_forgets_to_rescale", tileproof::mask::none);
const kernel_test attention_without_maximum =
    attention_of<float, attend::no_maximum>("attention_without_maximum", tileproof::mask::none);

}  // namespace
