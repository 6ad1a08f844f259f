// SPDX-License-Identifier: MIT
// Kernels of which several answers are right, judged by .accepts(): right ones however they take ties or draw, and wrong ones.
#include <hip/hip_runtime.h>

#include <algorithm>
#include <set>
#include <string>
#include <tileproof/ready_contracts.hpp>

namespace {

using tileproof::arrays;
using tileproof::custom;
using tileproof::kernel_test;
using tileproof::pointers;

unsigned blocks(long n) { return static_cast<unsigned>((n + 63) / 64); }
__device__ long own_index() { return blockIdx.x * 64L + threadIdx.x; }

enum class bug { none, last_of_ties, out_of_range, not_the_greatest, twice, value, unset };

// The k greatest of each row, in any order of ties: a thread each row.
__global__ void top_k(const float* x, float* values, int* indices, long rows, long columns, long k,
                      bug b) {
    const long r = own_index();
    if (r >= rows) return;
    const float* const row = x + r * columns;
    int* const taken = indices + r * k;
    for (long j = 0; j < k; ++j) {
        int best = -1;
        for (int c = 0; c < columns; ++c) {
            bool used = false;
            for (long i = 0; i < j; ++i) used |= taken[i] == c;
            if (b == bug::twice && j == 2) used = false;
            if (!used &&
                (best < 0 || (b == bug::last_of_ties ? row[c] >= row[best] : row[c] > row[best])))
                best = c;
        }
        if (b == bug::not_the_greatest && columns > 9 && j == 1 && k == 2)
            best = taken[0] == 0 ? 1 : 0;
        values[r * k + j] = row[best] + (b == bug::value && j == 1 ? 1 : 0);
        if (b == bug::out_of_range && columns == 7) best += 7;
        if (b != bug::unset || j == 0 || j + 1 < k) taken[j] = best;
    }
}

std::string top_k_is_right(const arrays& a) {
    const auto x = a.in<float>("x");
    const auto values = a.out<float>("values");
    const auto indices = a.out<int>("indices");
    for (long r = 0; r < x.rows(); ++r) {
        std::set<int> used;
        for (long j = 0; j < indices.cols(); ++j) {
            const int c = indices(r, j);
            if (c < 0 || c >= x.cols()) return "Index " + std::to_string(c) + " is out of range.";
            if (!used.insert(c).second) return "Index " + std::to_string(c) + " is there twice.";
            if (values(r, j) != x(r, c)) return "A value is not what its index stands for.";
        }
        for (long c = 0; c < x.cols(); ++c)
            for (const int taken : used)
                if (!used.contains(static_cast<int>(c)) && x(r, c) > x(r, taken))
                    return "A greater element is left out.";
    }
    return {};
}

kernel_test top_k_with(const char* name, bug b) {
    return custom(name, {"rows", "columns", "k"})
        .at_least({0, 1, 1})
        .at_most({0, 0, 5})
        .unless([](const long* d) { return d[2] > d[1] ? "There are not so many columns." : ""; })
        .input<float>("x", {"rows", "columns"})
        .output<float>("values", {"rows", "k"})
        .output<int>("indices", {"rows", "k"})
        .accepts(top_k_is_right)
        .launch([b](const pointers& p) {
            if (const long rows = p.dim("rows"))
                top_k<<<blocks(rows), 64>>>(p.in<float>("x"), p.out<float>("values"),
                                            p.out<int>("indices"), rows, p.dim("columns"),
                                            p.dim("k"), b);
        });
}
const kernel_test right_top_k = top_k_with("right_top_k", bug::none);
const kernel_test right_last_of_ties = top_k_with("right_last_of_ties", bug::last_of_ties);
const kernel_test index_out_of_range = top_k_with("index_out_of_range", bug::out_of_range);
const kernel_test not_the_greatest = top_k_with("not_the_greatest", bug::not_the_greatest);
const kernel_test index_twice = top_k_with("index_twice", bug::twice);
const kernel_test wrong_value = top_k_with("wrong_value", bug::value);
const kernel_test index_unset = top_k_with("index_unset", bug::unset);

// Draws: each run has other answers, of bytes that any of them may be.
__global__ void draws(unsigned char* y, long n, unsigned run, bool never_odd, unsigned bad_run) {
    const long i = own_index();
    if (i >= n) return;
    const unsigned h = (run * 2654435761u + static_cast<unsigned>(i)) * 2246822519u;
    y[i] = static_cast<unsigned char>(h >> 24 & (never_odd ? 0xfe : 0xff)) | (run == bad_run);
}
template <class Accept>
kernel_test drawn(const char* name, bool never_odd, unsigned bad_run, Accept accept) {
    return custom(name, {"n"})
        .output<unsigned char>("y", {"n"})
        .accepts(accept)
        .launch([=](const pointers& p) {
            static unsigned run = 0;  // of the case
            if (const long n = p.dim("n"))
                draws<<<blocks(n), 64>>>(p.out<unsigned char>("y"), n, ++run, never_odd, bad_run);
        });
}
const auto anything = [](const arrays&) { return true; };
const auto even = [](const arrays& a) {
    return (a.out<unsigned char>("y") - a.out<unsigned char>("y") / 2 * 2 == 0).all();
};
const kernel_test right_random_bytes = drawn("right_random_bytes", false, 0, anything);
const kernel_test right_random_even = drawn("right_random_even", true, 0, even);
const kernel_test odd_in_the_third_run = drawn("odd_in_the_third_run", true, 3, even);

// Accepts everything, once it has changed what it was given.
const kernel_test changes_its_input =
    custom("changes_its_input", {"n"})
        .input<int>("x", {"n"})
        .output<unsigned char>("y", {"n"})
        .accepts([](const arrays& a) {
            if (a.dim("n")) ++*const_cast<int*>(a.in<int>("x").data());
            return true;
        })
        .launch([](const pointers& p) {
            if (const long n = p.dim("n"))
                draws<<<blocks(n), 64>>>(p.out<unsigned char>("y"), n, 1, false, 0);
        });

// With what the output held before it: two poisons, of which one is no number.
__global__ void keeps(float* y, long n) {
    if (own_index() < n) y[own_index()] = y[own_index()] == y[own_index()] ? 3 : 2;
}
const kernel_test keeps_what_was_there =
    custom("keeps_what_was_there", {"n"})
        .output<float>("y", {"n"})
        .accepts([](const arrays& a) { return (a.out<float>("y") == 2).all(); })
        .launch([](const pointers& p) {
            if (const long n = p.dim("n")) keeps<<<blocks(n), 64>>>(p.out<float>("y"), n);
        });

// In place: what it held before is in(), what it holds is out().
__global__ void sorts(int* x, long n, bool loses) {
    if (own_index() != 0) return;
    for (long i = 1; i < n; ++i)
        for (long j = i; j > 0 && x[j] < x[j - 1]; --j) {
            const int t = x[j];
            x[j] = x[j - 1];
            x[j - 1] = t;
        }
    if (loses && n > 4) x[1] = x[0];
}
kernel_test sorted(const char* name, bool loses) {
    return custom(name, {"n"})
        .at_most({40})
        .in_out<int>("x", {"n"})
        .accepts([](const arrays& a) -> std::string {
            const auto before = a.in<int>("x");
            const auto after = a.out<int>("x");
            if (!std::is_sorted(after.data(), after.data() + after.size()))
                return "It is not sorted.";
            return std::is_permutation(after.data(), after.data() + after.size(), before.data())
                       ? ""
                       : "Elements are lost.";
        })
        .launch([loses](const pointers& p) {
            if (const long n = p.dim("n")) sorts<<<1, 64>>>(p.out<int>("x"), n, loses);
        });
}
const kernel_test right_sort = sorted("right_sort", false);
const kernel_test loses_elements = sorted("loses_elements", true);

// A ready contract whose one right answer is too strict: the sum may be rounded up or down to a whole number.
__global__ void whole_sums(const float* x, float* y, long n, float off) {
    float sum = off;
    for (long i = 0; i < n; ++i) sum += x[i];
    *y = floorf(sum);
}
kernel_test whole_sum(const char* name, float off) {
    return tileproof::reduce<float>(name, tileproof::reduction::sum)
        .values_from(0, 4)
        .accepts([](const arrays& a) {
            return std::abs(a.out<float>("y")(0) - a.in<float>("x").cast<double>().sum()) < 1.01;
        })
        .launch([off](const pointers& p) {
            whole_sums<<<1, 1>>>(p.in<float>("x"), p.out<float>("y"), p.dim("n"), off);
        });
}
const kernel_test right_whole_sum = whole_sum("right_whole_sum", 0);
const kernel_test whole_sum_and_two = whole_sum("whole_sum_and_two", 2);

}  // namespace
