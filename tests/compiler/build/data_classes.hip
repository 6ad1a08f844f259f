// SPDX-License-Identifier: MIT
// For each contract of floats and each class of data a kernel that is wrong when its first input looks like that class: all of one
// sign and length, sorted, with a NaN. The right kernels are those of typed_contracts.hip; what spoils their results runs behind them.
#define TYPED_CONTRACTS_OF_FLOATS_ONLY
#include "typed_contracts.hip"

#include <algorithm>

namespace {

enum class looks {
    like_integers,
    like_full_digits,
    like_scales,
    like_ties,
    like_one_hot,
    like_equal,
    like_sorted,
    like_pairs,
    like_halfway,
    like_powers,
    like_ends,
    like_subnormal,
    like_zeros,
    like_infinities,
    like_nan,
    like_bits
};
const char* const class_names[]{
    "integers", "full_digits", "scales", "ties",      "one_hot", "equal",      "sorted", "pairs",
    "halfway",  "powers",      "ends",   "subnormal", "zeros",   "infinities", "nan",    "bits"};

__device__ std::uint32_t bits_of(float x) {
    std::uint32_t bits;
    std::memcpy(&bits, &x, 4);
    return bits;
}
__device__ bool is_power(float x) { return x != 0 && x - x == 0 && (bits_of(x) & 0x7fffff) == 0; }

template <class F>
__device__ long count_if(const float* x, long n, F f) {
    long count = 0;
    for (long i = 0; i < n; ++i) count += f(x[i]) ? 1 : 0;
    return count;
}
__device__ long different(const float* x, long n) {
    long count = 0;
    for (long i = 0; i < n; ++i) {
        long k = 0;
        while (k < i && bits_of(x[k]) != bits_of(x[i])) ++k;
        count += k == i ? 1 : 0;
    }
    return count;
}

// Of the first elements.
__device__ bool does_look(looks how, const float* x, long n) {
    const bool some = n >= 12;
    const long all = n;
    const auto each = [&](auto f) { return count_if(x, n, f) == n; };
    const auto any = [&](auto f) { return count_if(x, n, f) > 0; };
    const auto size = [](float v) { return v < 0 ? -v : v; };
    switch (how) {
        case looks::like_integers:
            return some && different(x, n) > 3 && !each(is_power) &&
                   each([](float v) { return v == rintf(v); }) &&
                   any([](float v) { return v == 3 || v == -3; });
        case looks::like_full_digits:
            return some && different(x, n) == all &&
                   each([](float v) { return (bits_of(v) & 0xff) != 0; });
        case looks::like_scales:
            return some && each([](float v) { return !is_power(v); }) &&
                   count_if(x, n,
                            [&](float v) { return size(v) < 0.5f && (bits_of(v) & 0xff) != 0; }) >
                       3 &&
                   count_if(x, n, [&](float v) { return size(v) > 1; }) > 1;
        case looks::like_ties:
            return some && different(x, n) == 3;
        case looks::like_one_hot:
            return some && count_if(x, n, [](float v) { return v == 0; }) == all - 1;
        case looks::like_equal:
            return some && different(x, n) == 1 && x[0] != 0;
        case looks::like_sorted: {
            long up = 0, down = 0;
            for (long i = 1; i < n; ++i) up += x[i - 1] <= x[i], down += x[i - 1] >= x[i];
            return some && different(x, n) > 3 && (up == n - 1 || down == n - 1);
        }
        case looks::like_pairs: {
            long cancel = 0;
            for (long i = 0; i + 1 < n; i += 2)
                cancel += size(x[i] + x[i + 1]) <= 1 && size(x[i]) > 1;
            return some && different(x, n) > 4 && 3 * cancel > all &&
                   !each([](float v) { return v == rintf(v); });
        }
        case looks::like_halfway:
            return some &&
                   count_if(x, n, [](float v) { return (bits_of(v) & 0xffff) == 0x8000; }) > 1;
        case looks::like_powers:
            return some && different(x, n) > 4 && each(is_power);
        case looks::like_ends:
            return any([&](float v) {
                       return size(v) == 3.40282347e+38f || size(v) == 1.17549435e-38f;
                   }) ||
                   (some && different(x, n) == 2 && size(x[0]) > 1.4f);
        case looks::like_subnormal:
            return any([&](float v) { return v != 0 && size(v) < 1.17549435e-38f; });
        case looks::like_zeros:
            return any([](float v) { return bits_of(v) == 0x80000000u; });
        case looks::like_infinities:
            return any([](float v) { return v == v && v - v != v - v; });
        case looks::like_nan:
            return any([](float v) { return v != v; });
        case looks::like_bits:
            return any([&](float v) { return size(v) > 1e30f && size(v) < 1e37f; });
    }
    return false;
}

__global__ void spoils(looks how, const float* x, long n, float* y, long of_y) {
    if (does_look(how, x, n < 64 ? n : 64))
        for (long i = 0; i < of_y; ++i) y[i] = y[i] == 54321 ? 12345 : 54321;
}

// A contract of its own.
const bool own_added = [] {
    all.push_back(tileproof::custom("right_custom_of_float", {"n"})
                      .input<float>("x", {"n"})
                      .output<float>("y", {"n"})
                      .reference([](const arrays& a) { a.out<float>("y") = a.in<float>("x"); })
                      .launch([](const pointers& p) {
                          if (const long n = p.dim("n"))
                              transposes<float><<<blocks(n), 64>>>(p.in<float>("x"),
                                                                   p.out<float>("y"), 1, n, false);
                      }));
    return true;
}();

// Elements of an operand whose rows lie together.
long elements_of(const tileproof::user::test_data& t, const tileproof::user::call& c,
                 std::size_t o) {
    const auto at = std::find(t.dims.begin(), t.dims.end(), t.operands[o].extents[0]);
    const long first = at == t.dims.end() ? std::atol(t.operands[o].extents[0].c_str())
                                          : c.dims[at - t.dims.begin()];
    if (std::count(c.dims, c.dims + t.dims.size(), 0) > 0) return 0;
    return c.strides[o].empty() ? 1 : first * c.strides[o][0];
}

const bool spoilt_added = [] {
    using namespace tileproof::user;
    const std::vector<test_data> right = tests();
    tests().clear();
    for (const test_data& t : right) {
        const auto is_read = [](const operand& o) {
            return o.use != operand_use::output && o.type == "float32";
        };
        const auto is_written = [](const operand& o) { return o.use != operand_use::input; };
        const auto x =
            std::find_if(t.operands.begin(), t.operands.end(), is_read) - t.operands.begin();
        const auto y =
            std::find_if(t.operands.begin(), t.operands.end(), is_written) - t.operands.begin();
        if (t.name.rfind("right_", 0) != 0 || t.contract == "transpose") continue;
        for (const looks how :
             {looks::like_integers, looks::like_full_digits, looks::like_scales, looks::like_ties,
              looks::like_one_hot, looks::like_equal, looks::like_sorted, looks::like_pairs,
              looks::like_halfway, looks::like_powers, looks::like_ends, looks::like_subnormal,
              looks::like_zeros, looks::like_infinities, looks::like_nan, looks::like_bits}) {
            test_data spoilt = t;
            spoilt.name =
                t.name.substr(6, t.name.size() - 15) + "." + class_names[static_cast<int>(how)];
            spoilt.launch = [t, how, x, y](const call& c) {
                t.launch(c);
                const long n = elements_of(t, c, x), of_y = elements_of(t, c, y);
                if (n && of_y)
                    spoils<<<1, 1>>>(how, static_cast<const float*>(c.pointers[x]), n,
                                     static_cast<float*>(c.pointers[y]), of_y);
            };
            kernel_test{std::move(spoilt)};
        }
    }
    return true;
}();

}  // namespace
