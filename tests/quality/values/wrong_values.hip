// SPDX-License-Identifier: MIT
// Kernels that store wrong values and do nothing else wrong: no race, no access outside, no element left out. `wrong NAME`
// stands at the line that is wrong, or where one is missing; likely_lines_test.cpp asks whether it is named.
#include <hip/hip_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <tileproof/custom_contract.hpp>
#include <tileproof/kernel_test.hpp>

namespace {

using tileproof::arrays;
using tileproof::custom;
using tileproof::kernel_test;
using tileproof::pointers;

unsigned blocks(long n) { return static_cast<unsigned>((n + 63) / 64); }
__device__ long own_index() { return blockIdx.x * 64L + threadIdx.x; }

// ---- element by element: z[i] of x[i], y[i] and n

template <class T, class Kernel, class Right>
kernel_test of_elements(const char* name, Kernel kernel, Right right) {
    return custom(name, {"n"})
        .template input<T>("x", {"n"})
        .values_from(-100, 100)
        .template input<T>("y", {"n"})
        .values_from(-100, 100)
        .template output<T>("z", {"n"})
        .reference([right](const arrays& a) {
            const auto x = a.in<T>("x"), y = a.in<T>("y");
            for (long i = 0; i < a.dim("n"); ++i) a.out<T>("z")(i) = right(x, y, i, a.dim("n"));
        })
        .launch([kernel](const pointers& p) {
            if (const long n = p.dim("n"))
                kernel<<<blocks(n), 64>>>(p.in<T>("x"), p.in<T>("y"), p.out<T>("z"), n);
        });
}

__global__ void sign_of_a_term(const int* x, const int* y, int* z, long n) {
    const long i = own_index();
    if (i >= n) return;
    const int a = x[i];
    const int b = y[i];
    const int scaled = 3 * a;
    const int sum = scaled - b;  // wrong sign_of_a_term
    z[i] = sum;
}
const kernel_test e1 = of_elements<int>(
    "sign_of_a_term", sign_of_a_term, [](auto x, auto y, long i, long) { return 3 * x(i) + y(i); });

__global__ void term_left_out(const int* x, const int* y, int* z, long n) {
    const long i = own_index();
    if (i < n) {
        const int a = x[i];
        const int square = a * a;
        const int b = y[i];
        const int linear = 7 * b;
        z[i] = square + linear;  // wrong term_left_out
    }
}
const kernel_test e2 =
    of_elements<int>("term_left_out", term_left_out,
                     [](auto x, auto y, long i, long) { return x(i) * x(i) + 7 * y(i) + x(i); });

__global__ void last_but_one_neighbour(const int* x, const int* y, int* z, long n) {
    const long i = own_index();
    if (i >= n) return;
    const long left = i > 0 ? i - 1 : i;
    const long right = i + 1 < n - 1 ? i + 1 : i;  // wrong last_but_one_neighbour
    int sum = x[left];
    sum += 2 * x[i];
    sum += x[right];
    z[i] = sum + y[i];
}
const kernel_test e3 = of_elements<int>(
    "last_but_one_neighbour", last_but_one_neighbour, [](auto x, auto y, long i, long n) {
        return x(i > 0 ? i - 1 : i) + 2 * x(i) + x(i + 1 < n ? i + 1 : i) + y(i);
    });

__global__ void clamped_too_late(const int* x, const int* y, int* z, long n) {
    const long i = own_index();
    if (i >= n) return;
    int v = x[i] + y[i];
    if (v > 101) v = 101;  // wrong clamped_too_late
    if (v < -100) v = -100;
    z[i] = v;
}
const kernel_test e4 = of_elements<int>(
    "clamped_too_late", clamped_too_late,
    [](auto x, auto y, long i, long) { return std::clamp(x(i) + y(i), -100, 100); });

__global__ void slope_from_one(const int* x, const int* y, int* z, long n) {
    const long i = own_index();
    if (i >= n) return;
    const int v = x[i];
    int activated;
    if (v >= 1)  // wrong slope_from_one
        activated = v + 5;
    else
        activated = v / 4;
    z[i] = activated * y[i];
}
const kernel_test e5 = of_elements<int>(
    "slope_from_one", slope_from_one,
    [](auto x, auto y, long i, long) { return (x(i) >= 0 ? x(i) + 5 : x(i) / 4) * y(i); });

__global__ void gated_by_itself(const int* x, const int* y, int* z, long n) {
    const long i = own_index();
    if (i >= n) return;
    const int gate = x[i];
    const int value = y[i];
    const int open = gate > 0 ? gate : 0;
    const int gated = open * gate;  // wrong gated_by_itself
    z[i] = gated + value % 3;
}
const kernel_test e6 = of_elements<int>(
    "gated_by_itself", gated_by_itself,
    [](auto x, auto y, long i, long) { return std::max(x(i), 0) * y(i) + y(i) % 3; });

// The sign of the upper four bits is lost.
__global__ void nibble_without_sign(const int* x, const int* y, int* z, long n) {
    const long i = own_index();
    if (i >= n) return;
    const int packed = x[i];
    const int low = (packed << 28) >> 28;
    const int high = (packed >> 4) & 15;  // wrong nibble_without_sign
    z[i] = low * y[i] + high;
}
const kernel_test e7 =
    of_elements<int>("nibble_without_sign", nibble_without_sign, [](auto x, auto y, long i, long) {
        const auto nibble = [](int v) { return ((v & 15) ^ 8) - 8; };
        return nibble(x(i)) * y(i) + nibble(x(i) >> 4);
    });

__global__ void every_other_pair(const int* x, const int* y, int* z, long n) {
    const long i = own_index();
    if (i >= n) return;
    const long first = i / 2 * 2;
    const long other = first + 1 < n ? first + 1 : first;
    const int re = x[first] * y[first];
    const int im = x[other] * y[other];
    int part = re + im;
    if (i % 2 == 0) part = re + im;  // wrong every_other_pair
    z[i] = part;
}
const kernel_test e8 =
    of_elements<int>("every_other_pair", every_other_pair, [](auto x, auto y, long i, long n) {
        const long a = i / 2 * 2, b = a + 1 < n ? a + 1 : a;
        return i % 2 == 0 ? x(a) * y(a) - x(b) * y(b) : x(a) * y(a) + x(b) * y(b);
    });

// ---- to other types

template <class T, class Out, class Kernel, class Right>
kernel_test to_type(const char* name, double least, double most, Kernel kernel, Right right) {
    return custom(name, {"n"})
        .template input<T>("x", {"n"})
        .values_from(least, most)
        .template output<Out>("z", {"n"})
        .reference([right](const arrays& a) {
            const auto x = a.in<T>("x");
            for (long i = 0; i < a.dim("n"); ++i) a.out<Out>("z")(i) = right(x(i));
        })
        .launch([kernel](const pointers& p) {
            if (const long n = p.dim("n"))
                kernel<<<blocks(n), 64>>>(p.in<T>("x"), p.out<Out>("z"), n);
        });
}

__global__ void square_in_32_bits(const int* x, long* z, long n) {
    const long i = own_index();
    if (i >= n) return;
    const int v = x[i];
    const long square = v * v;  // wrong square_in_32_bits
    z[i] = square + 1;
}
const kernel_test t1 = to_type<int, long>("square_in_32_bits", -2e9, 2e9, square_in_32_bits,
                                          [](long v) { return v * v + 1; });

__global__ void cut_off_not_rounded(const float* x, int* z, long n) {
    const long i = own_index();
    if (i >= n) return;
    const float scaled = x[i] * 8;
    const int whole = static_cast<int>(scaled);  // wrong cut_off_not_rounded
    const int least = whole < -127 ? -127 : whole;
    z[i] = least > 127 ? 127 : least;
}
const kernel_test t2 = to_type<float, int>(
    "cut_off_not_rounded", -20, 20, cut_off_not_rounded,
    [](float v) { return std::clamp(static_cast<int>(std::nearbyint(v * 8)), -127, 127); });

__global__ void shifted_as_unsigned(const int* x, int* z, long n) {
    const long i = own_index();
    if (i >= n) return;
    const unsigned bits = x[i];
    const int upper = bits >> 3;  // wrong shifted_as_unsigned
    const int lower = x[i] & 7;
    z[i] = upper * 10 + lower;
}
const kernel_test t3 = to_type<int, int>("shifted_as_unsigned", -1000, 1000, shifted_as_unsigned,
                                         [](int v) { return (v >> 3) * 10 + (v & 7); });

// ---- rows: y[r] of x[r, ...]

template <class T, class Kernel, class Right>
kernel_test of_rows(const char* name, Kernel kernel, Right right) {
    return custom(name, {"rows", "columns"})
        .at_least({0, 1})
        .template input<T>("x", {"rows", "columns"})
        .values_from(-100, 100)
        .template output<T>("y", {"rows"})
        .reference([right](const arrays& a) {
            const auto x = a.in<T>("x");
            for (long r = 0; r < a.dim("rows"); ++r)
                a.out<T>("y")(r) = right([&](long c) { return x(r, c); }, a.dim("columns"));
        })
        .within(1e-5, 1e-3)
        .launch([kernel](const pointers& p) {
            if (const long rows = p.dim("rows"))
                kernel<<<rows, 64>>>(p.in<T>("x"), p.out<T>("y"), p.dim("columns"));
        });
}
const auto sum_of = [](auto x, long n) {
    int sum = 0;
    for (long c = 0; c < n; ++c) sum += x(c);
    return sum;
};
const auto greatest_of = [](auto x, long n) {
    int most = x(0);
    for (long c = 1; c < n; ++c) most = std::max<int>(most, x(c));
    return most;
};

__global__ void sum_from_one(const int* x, int* y, long columns) {
    __shared__ int part[64];
    const int* row = x + blockIdx.x * columns;
    int sum = 1;  // wrong sum_from_one
    for (long c = threadIdx.x; c < columns; c += 64) sum += row[c];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
        if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) y[blockIdx.x] = part[0];
}
const kernel_test r1 = of_rows<int>("sum_from_one", sum_from_one, sum_of);

__global__ void greatest_from_zero(const int* x, int* y, long columns) {
    __shared__ int part[64];
    int most = 0;  // wrong greatest_from_zero
    for (long c = threadIdx.x; c < columns; c += 64) {
        const int v = x[blockIdx.x * columns + c];
        if (v > most) most = v;
    }
    part[threadIdx.x] = most;
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
        if (threadIdx.x < d && part[threadIdx.x + d] > part[threadIdx.x])
            part[threadIdx.x] = part[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) y[blockIdx.x] = part[0];
}
const kernel_test r2 = of_rows<int>("greatest_from_zero", greatest_from_zero, greatest_of);

__global__ void tree_ends_early(const int* x, int* y, long columns) {
    __shared__ int part[64];
    int sum = 0;
    for (long c = threadIdx.x; c < columns; c += 64) sum += x[blockIdx.x * columns + c];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int d = 32; d > 1; d /= 2) {  // wrong tree_ends_early
        if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) y[blockIdx.x] = part[0];
}
const kernel_test r3 = of_rows<int>("tree_ends_early", tree_ends_early, sum_of);

__global__ void takes_the_other(const int* x, int* y, long columns) {
    __shared__ int part[64];
    int most = -1000;
    for (long c = threadIdx.x; c < columns; c += 64) {
        const int v = x[blockIdx.x * columns + c];
        most = v > most ? v : most;
    }
    part[threadIdx.x] = most;
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
        if (threadIdx.x < d) {
            const int mine = part[threadIdx.x];
            const int other = part[threadIdx.x + d];
            part[threadIdx.x] = mine < other ? mine : other;  // wrong takes_the_other
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) y[blockIdx.x] = part[0];
}
const kernel_test r4 = of_rows<int>("takes_the_other", takes_the_other, greatest_of);

__global__ void half_a_wave(const int* x, int* y, long columns) {
    if (threadIdx.x >= 32) return;
    int sum = 0;
    for (long c = threadIdx.x; c < columns; c += 32) sum += x[blockIdx.x * columns + c];
    for (int d = 8; d > 0; d /= 2)  // wrong half_a_wave
        sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (threadIdx.x == 0) y[blockIdx.x] = sum;
}
const kernel_test r5 = of_rows<int>("half_a_wave", half_a_wave, sum_of);

__global__ void tail_begins_late(const int* x, int* y, long columns) {
    if (threadIdx.x > 0) return;
    const int* row = x + blockIdx.x * columns;
    const long whole = columns / 4 * 4;
    int sum = 0;
    for (long c = 0; c < whole; c += 4) {
        sum += row[c] + row[c + 1];
        sum += row[c + 2] + row[c + 3];
    }
    for (long c = whole + 1; c < columns; ++c)  // wrong tail_begins_late
        sum += row[c];
    y[blockIdx.x] = sum;
}
const kernel_test r6 = of_rows<int>("tail_begins_late", tail_begins_late, sum_of);

__global__ void strides_too_far(const int* x, int* y, long columns) {
    __shared__ int part[64];
    int sum = 0;
    const long first = blockIdx.x * columns;
    for (long c = threadIdx.x; c < columns; c += 2 * blockDim.x)  // wrong strides_too_far
        sum += x[first + c];
    part[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x > 0) return;
    for (int t = 1; t < 64; ++t) sum += part[t];
    y[blockIdx.x] = sum;
}
const kernel_test r7 = of_rows<int>("strides_too_far", strides_too_far, sum_of);

__global__ void mean_of_whole_numbers(const float* x, float* y, long columns) {
    if (threadIdx.x > 0) return;
    int sum = 0;
    for (long c = 0; c < columns; ++c) {
        const float v = x[blockIdx.x * columns + c];
        sum += static_cast<int>(v > 0);
    }
    const float share = sum / static_cast<int>(columns);  // wrong mean_of_whole_numbers
    y[blockIdx.x] = share;
}
const kernel_test r8 =
    of_rows<float>("mean_of_whole_numbers", mean_of_whole_numbers, [](auto x, long n) {
        float sum = 0;
        for (long c = 0; c < n; ++c) sum += x(c) > 0;
        return sum / static_cast<float>(n);
    });

__global__ void variance_of_all(const float* x, float* y, long columns) {
    if (threadIdx.x > 0) return;
    const float* row = x + blockIdx.x * columns;
    float sum = 0;
    for (long c = 0; c < columns; ++c) sum += row[c];
    const float mean = sum / columns;
    float squares = 0;
    for (long c = 0; c < columns; ++c) {
        const float d = row[c] - mean;
        squares += d * d;
    }
    const long freedom = columns;  // wrong variance_of_all
    y[blockIdx.x] = squares / (freedom > 1 ? freedom : 1);
}
const kernel_test r9 = of_rows<float>("variance_of_all", variance_of_all, [](auto x, long n) {
    double sum = 0, squares = 0;
    for (long c = 0; c < n; ++c) sum += x(c);
    for (long c = 0; c < n; ++c) squares += (x(c) - sum / n) * (x(c) - sum / n);
    return static_cast<float>(squares / std::max(n - 1, 1L));
});

__global__ void last_of_equal_ones(const int* x, int* y, long columns) {
    if (threadIdx.x > 0) return;
    const int* row = x + blockIdx.x * columns;
    int least = row[0] / 40;
    int place = 0;
    for (int c = 1; c < columns; ++c) {
        const int v = row[c] / 40;
        if (v <= least) {  // wrong last_of_equal_ones
            least = v;
            place = c;
        }
    }
    y[blockIdx.x] = place;
}
const kernel_test r10 = of_rows<int>("last_of_equal_ones", last_of_equal_ones, [](auto x, long n) {
    int place = 0;
    for (int c = 1; c < n; ++c)
        if (x(c) / 40 < x(place) / 40) place = c;
    return place;
});

// `least = v;` is missing.
__global__ void least_not_kept(const int* x, int* y, long columns) {
    if (threadIdx.x > 0) return;
    const int* row = x + blockIdx.x * columns;
    int least = row[0];
    int place = 0;
    for (int c = 1; c < columns; ++c)
        if (row[c] < least) place = c;  // wrong least_not_kept
    y[blockIdx.x] = place;
}
const kernel_test r11 = of_rows<int>("least_not_kept", least_not_kept, [](auto x, long n) {
    int place = 0;
    for (int c = 1; c < n; ++c)
        if (x(c) < x(place)) place = c;
    return place;
});

// ---- matrices: z[r, c]

template <class Kernel, class Right>
kernel_test of_matrix(const char* name, Kernel kernel, Right right) {
    return custom(name, {"rows", "columns"})
        .input<int>("x", {"rows", "columns"})
        .values_from(-100, 100)
        .output<int>("z", {"rows", "columns"})
        .reference([right](const arrays& a) {
            for (long r = 0; r < a.dim("rows"); ++r)
                for (long c = 0; c < a.dim("columns"); ++c)
                    a.out<int>("z")(r, c) =
                        right(a.in<int>("x"), r, c, a.dim("rows"), a.dim("columns"));
        })
        .launch([kernel](const pointers& p) {
            const long rows = p.dim("rows"), columns = p.dim("columns");
            if (rows * columns)
                kernel<<<blocks(rows * columns), 64>>>(p.in<int>("x"), p.out<int>("z"), rows,
                                                       columns);
        });
}

__global__ void masks_the_diagonal(const int* x, int* z, long rows, long columns) {
    const long e = own_index();
    if (e >= rows * columns) return;
    const long r = e / columns;
    const long c = e % columns;
    const bool seen = c < r;  // wrong masks_the_diagonal
    const int v = x[r * columns + c];
    z[e] = seen ? v : -1000;
}
const kernel_test m1 =
    of_matrix("masks_the_diagonal", masks_the_diagonal,
              [](auto x, long r, long c, long, long) { return c <= r ? x(r, c) : -1000; });

__global__ void wraps_one_too_far(const int* x, int* z, long rows, long columns) {
    const long e = own_index();
    if (e >= rows * columns) return;
    const long c = e % columns;
    const long r = e / columns;
    const long next = (c + 2) % columns;  // wrong wraps_one_too_far
    const int here = x[r * columns + c];
    const int there = x[r * columns + next];
    z[r * columns + c] = there - here;
}
const kernel_test m2 = of_matrix(
    "wraps_one_too_far", wraps_one_too_far,
    [](auto x, long r, long c, long, long columns) { return x(r, (c + 1) % columns) - x(r, c); });

__global__ void sums_from_the_top(const int* x, int* z, long rows, long columns) {
    const long c = own_index();
    if (c >= columns) return;
    int sum = 0;
    for (long r = 0; r < rows; ++r) {
        z[r * columns + c] = sum;  // wrong sums_from_the_top
        sum += x[r * columns + c];
    }
}
const kernel_test m3 =
    of_matrix("sums_from_the_top", sums_from_the_top, [](auto x, long r, long c, long, long) {
        int sum = 0;
        for (long k = 0; k <= r; ++k) sum += x(k, c);
        return sum;
    });

__global__ void row_of_the_thread(const int* x, int* z, long rows, long columns) {
    const long e = own_index();
    if (e >= rows * columns) return;
    const long c = e % columns;
    const long r = e % rows;  // wrong row_of_the_thread
    const int weight = 1 + r % 3;
    z[e] = weight * x[e] + c;
}
const kernel_test m4 = of_matrix(
    "row_of_the_thread", row_of_the_thread,
    [](auto x, long r, long c, long, long) { return static_cast<int>((1 + r % 3) * x(r, c) + c); });

// ---- products: c[i, j] of a[i, ...] and b[..., j]

template <class Kernel>
kernel_test of_products(const char* name, Kernel kernel) {
    return custom(name, {"m", "n", "k"})
        .input<int>("a", {"m", "k"})
        .values_from(-100, 100)
        .input<int>("b", {"k", "n"})
        .values_from(-100, 100)
        .output<int>("c", {"m", "n"})
        .reference([](const arrays& a) {
            a.out<int>("c") = (a.in<int>("a").matrix() * a.in<int>("b").matrix()).array();
        })
        .launch([kernel](const pointers& p) {
            const long m = p.dim("m"), n = p.dim("n"), k = p.dim("k");
            if (m * n)
                kernel<<<dim3((n + 7) / 8, (m + 7) / 8), dim3(8, 8)>>>(
                    p.in<int>("a"), p.in<int>("b"), p.out<int>("c"), m, n, k);
        });
}

__global__ void second_is_turned(const int* a, const int* b, int* c, long m, long n, long k) {
    const long j = blockIdx.x * 8 + threadIdx.x;
    const long i = blockIdx.y * 8 + threadIdx.y;
    if (i >= m || j >= n) return;
    int sum = 0;
    for (long p = 0; p < k; ++p) {
        const int left = a[i * k + p];
        const int right = b[j * k + p];  // wrong second_is_turned
        sum += left * right;
    }
    c[i * n + j] = sum;
}
const kernel_test p1 = of_products("second_is_turned", second_is_turned);

__global__ void keeps_the_last_tile(const int* a, const int* b, int* c, long m, long n, long k) {
    __shared__ int left[8][8], right[8][8];
    const int x = threadIdx.x, y = threadIdx.y;
    const long j = blockIdx.x * 8 + x, i = blockIdx.y * 8 + y;
    int sum = 0;
    for (long first = 0; first < k; first += 8) {
        left[y][x] = i < m && first + x < k ? a[i * k + first + x] : 0;
        right[y][x] = j < n && first + y < k ? b[(first + y) * n + j] : 0;
        __syncthreads();
        int of_tile = 0;
        for (int p = 0; p < 8; ++p) of_tile += left[y][p] * right[p][x];
        sum = of_tile;  // wrong keeps_the_last_tile
        __syncthreads();
    }
    if (i < m && j < n) c[i * n + j] = sum;
}
const kernel_test p2 = of_products("keeps_the_last_tile", keeps_the_last_tile);

__global__ void whole_tiles_of_k(const int* a, const int* b, int* c, long m, long n, long k) {
    __shared__ int left[8][8], right[8][8];
    const int x = threadIdx.x, y = threadIdx.y;
    const long j = blockIdx.x * 8 + x, i = blockIdx.y * 8 + y;
    int sum = 0;
    const long tiles = k / 8;  // wrong whole_tiles_of_k
    for (long t = 0; t < tiles; ++t) {
        const long first = t * 8;
        left[y][x] = i < m && first + x < k ? a[i * k + first + x] : 0;
        right[y][x] = j < n && first + y < k ? b[(first + y) * n + j] : 0;
        __syncthreads();
        for (int p = 0; p < 8; ++p) sum += left[y][p] * right[p][x];
        __syncthreads();
    }
    if (i < m && j < n) c[i * n + j] = sum;
}
const kernel_test p3 = of_products("whole_tiles_of_k", whole_tiles_of_k);

__global__ void tile_read_turned(const int* a, const int* b, int* c, long m, long n, long k) {
    __shared__ int left[8][8], right[8][8];
    const int x = threadIdx.x, y = threadIdx.y;
    const long j = blockIdx.x * 8 + x, i = blockIdx.y * 8 + y;
    int sum = 0;
    for (long first = 0; first < k; first += 8) {
        left[y][x] = i < m && first + x < k ? a[i * k + first + x] : 0;
        right[y][x] = j < n && first + y < k ? b[(first + y) * n + j] : 0;
        __syncthreads();
        for (int p = 0; p < 8; ++p) {
            const int l = left[y][p];
            const int r = right[x][p];  // wrong tile_read_turned
            sum += l * r;
        }
        __syncthreads();
    }
    if (i < m && j < n) c[i * n + j] = sum;
}
const kernel_test p4 = of_products("tile_read_turned", tile_read_turned);

// ---- others

__global__ void first_of_a_row(const int* begin, const int* x, int* y, long rows) {
    const long r = own_index();
    if (r >= rows) return;
    const int first = begin[r] + 1;  // wrong first_of_a_row
    const int last = begin[r + 1];
    int sum = 0;
    for (int i = first; i < last; ++i) sum += x[i];
    y[r] = sum;
}
const kernel_test o1 = custom("first_of_a_row", {"rows", "nnz"})
                           .input<int>("begin", {"rows + 1"})
                           .row_pointers("nnz")
                           .input<int>("x", {"nnz"})
                           .values_from(-100, 100)
                           .output<int>("y", {"rows"})
                           .reference([](const arrays& a) {
                               const auto begin = a.in<int>("begin");
                               for (long r = 0; r < a.dim("rows"); ++r) {
                                   int sum = 0;
                                   for (int i = begin(r); i < begin(r + 1); ++i)
                                       sum += a.in<int>("x")(i);
                                   a.out<int>("y")(r) = sum;
                               }
                           })
                           .launch([](const pointers& p) {
                               if (const long rows = p.dim("rows"))
                                   first_of_a_row<<<blocks(rows), 64>>>(
                                       p.in<int>("begin"), p.in<int>("x"), p.out<int>("y"), rows);
                           });

__global__ void filter_not_turned(const int* x, const int* w, int* y, long n, long taps) {
    const long i = own_index();
    if (i >= n) return;
    int sum = 0;
    for (long t = 0; t < taps; ++t) {
        const int weight = w[t];  // wrong filter_not_turned
        const long from = i + t;
        const int v = x[from];
        sum += weight * v;
    }
    y[i] = sum;
}
const kernel_test o2 =
    custom("filter_not_turned", {"n", "taps"})
        .at_most({100'000, 20})
        .input<int>("x", {"n + taps"})
        .values_from(-100, 100)
        .input<int>("w", {"taps"})
        .values_from(-100, 100)
        .output<int>("y", {"n"})
        .reference([](const arrays& a) {
            const long taps = a.dim("taps");
            for (long i = 0; i < a.dim("n"); ++i) {
                int sum = 0;
                for (long t = 0; t < taps; ++t)
                    sum += a.in<int>("w")(taps - 1 - t) * a.in<int>("x")(i + t);
                a.out<int>("y")(i) = sum;
            }
        })
        .launch([](const pointers& p) {
            if (const long n = p.dim("n"))
                filter_not_turned<<<blocks(n), 64>>>(p.in<int>("x"), p.in<int>("w"),
                                                     p.out<int>("y"), n, p.dim("taps"));
        });

__global__ void seven_bins(const int* keys, int* counts, long n) {
    __shared__ int own[16];
    if (threadIdx.x < 16) own[threadIdx.x] = 0;
    __syncthreads();
    for (long i = threadIdx.x; i < n; i += 64) {
        const int key = keys[i];
        const int bin = key & 7;  // wrong seven_bins
        atomicAdd(&own[bin], 1);
    }
    __syncthreads();
    if (threadIdx.x < 16) counts[threadIdx.x] = own[threadIdx.x];
}
const kernel_test o3 =
    custom("seven_bins", {"n", "bins"})
        .at_least({0, 16})
        .at_most({100'000, 16})
        .input<int>("keys", {"n"})
        .values_from(0, 255)
        .output<int>("counts", {"bins"})
        .reference([](const arrays& a) {
            a.out<int>("counts") = 0;
            for (long i = 0; i < a.dim("n"); ++i) ++a.out<int>("counts")(a.in<int>("keys")(i) & 15);
        })
        .launch([](const pointers& p) {
            seven_bins<<<1, 64>>>(p.in<int>("keys"), p.out<int>("counts"), p.dim("n"));
        });

}  // namespace
