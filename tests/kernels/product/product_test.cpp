// SPDX-License-Identifier: MIT
// Matrix products on every device at hand: exact where sums are, within the derived bound elsewhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "kernels/catalogue.hpp"
#include "kernels/product/number_bits.hpp"
#include "tests/kernels/on_device.hpp"

namespace tileproof::kernels {

using devices::buffer;
using devices::placement;

namespace {

double stored(const std::byte* at, product_types t, bool result) {
    std::uint16_t half = 0;
    float single = 0;
    if (t == product_types::i32_i8) {
        if (!result) return static_cast<std::int8_t>(*at);
        std::int32_t whole = 0;
        std::memcpy(&whole, at, 4);
        return whole;
    }
    if (result ? t == product_types::f16_f16 : t != product_types::f32_from_float) {
        std::memcpy(&half, at, 2);
        return t == product_types::f32_bf16 ? bf16_to_float(half) : f16_to_float(half);
    }
    std::memcpy(&single, at, 4);
    return result ? static_cast<double>(single) : f16_to_float(f16_from_float_toward_zero(single));
}

void store(std::byte* at, double value, product_types t, bool result) {
    if (t == product_types::i32_i8) {
        const auto whole = static_cast<std::int32_t>(value);
        const auto small = static_cast<std::int8_t>(value);
        result ? std::memcpy(at, &whole, 4) : std::memcpy(at, &small, 1);
    } else if (result ? t == product_types::f16_f16 : t != product_types::f32_from_float) {
        const std::uint16_t half = t == product_types::f32_bf16
                                       ? bf16_from_float(static_cast<float>(value))
                                       : f16_from_float(static_cast<float>(value));
        std::memcpy(at, &half, 2);
    } else {
        const auto single = static_cast<float>(value);
        std::memcpy(at, &single, 4);
    }
}

// All memory of a product; what no element lives in holds NaN (0x7f bytes with integers).
struct operands {
    std::vector<std::byte> a, b, c, d;
};

class Products : public on_device {
  protected:
    // Fills A, B, C with value(random) and the gaps with NaN, runs, and checks each element of D.
    template <class F>
    void check(const product_problem& p, F value, bool exact, unsigned seed = 1) {
        check(device().kernels().products.front(), p, value, exact, seed);
    }
    template <class F>
    void check(const product_kernel& kernel, const product_problem& p, F value, bool exact,
               unsigned seed = 1) {
        ASSERT_EQ(kernel.refusal(p), "");
        const product_type_info info = info_of(p.types);
        std::minstd_rand random(seed);
        const auto make = [&](const product_operand& o, long_index_t rows, long_index_t columns,
                              bool result) {
            const std::size_t bytes =
                static_cast<std::size_t>(result ? info.c_bytes : info.ab_bytes);
            std::vector<std::byte> all(static_cast<std::size_t>(o.elements(rows, columns)) * bytes,
                                       std::byte{0x7f});
            for (std::size_t i = 0; i + 1 < all.size() && bytes > 1; i += bytes)
                store(&all[i], std::numeric_limits<double>::quiet_NaN(),
                      p.types == product_types::i32_i8 ? product_types::f32_f16 : p.types, result);
            for (long_index_t r = 0; r < rows; ++r)
                for (long_index_t c = 0; c < columns; ++c)
                    store(&all[static_cast<std::size_t>(o.at(r, c)) * bytes], value(random),
                          p.types, result);
            return all;
        };
        const operands host{make(p.a, p.m, p.k, false), make(p.b, p.k, p.n, false),
                            make(p.c, p.m, p.n, true), make(p.d, p.m, p.n, true)};
        const auto place = [&](const std::vector<std::byte>& bytes, int element) {
            buffer b = device().allocate(
                {.bytes = bytes.size(),
                 .where = device().has_fences() ? placement::fence_after : placement::plain,
                 .alignment = std::max(static_cast<std::size_t>(element), kernel.takes.alignment)});
            device().copy_in(b.data(), bytes.data(), bytes.size());
            return b;
        };
        const buffer a = place(host.a, info.ab_bytes), b = place(host.b, info.ab_bytes),
                     c = place(host.c, info.c_bytes), d = place(host.d, info.c_bytes);
        kernel.start(p, a.data(), b.data(), p.beta == 0 ? nullptr : c.data(), d.data(), nullptr);
        device().synchronize();
        std::vector<std::byte> out(host.d.size());
        device().copy_out(out.data(), d.data(), out.size());
        ASSERT_FALSE(d.damage()) << d.damage()->sentence();
        std::vector<std::byte> outside = out;
        const std::size_t ab = static_cast<std::size_t>(info.ab_bytes),
                          cb = static_cast<std::size_t>(info.c_bytes);
        for (long_index_t i = 0; i < p.m; ++i)
            for (long_index_t j = 0; j < p.n; ++j) {
                double sum = 0, magnitude = 0;
                for (long_index_t k = 0; k < p.k; ++k) {
                    const double x = stored(&host.a[static_cast<std::size_t>(p.a.at(i, k)) * ab],
                                            p.types, false) *
                                     stored(&host.b[static_cast<std::size_t>(p.b.at(k, j)) * ab],
                                            p.types, false);
                    sum += x;
                    magnitude += std::abs(x);
                }
                const std::size_t at_c = static_cast<std::size_t>(p.c.at(i, j)) * cb;
                const double old = p.beta == 0 ? 0 : stored(&host.c[at_c], p.types, true);
                const double expected = p.alpha * sum + p.beta * old;
                const std::size_t at = static_cast<std::size_t>(p.d.at(i, j)) * cb;
                const double actual = stored(&out[at], p.types, true);
                std::memcpy(&outside[at], &host.d[at], cb);
                if (exact) {
                    ASSERT_EQ(actual, expected) << "at " << i << ", " << j << " of " << text(p);
                    continue;
                }
                // n u / (1 - n u) of the sum of magnitudes, n roundings, doubled for truncating hardware, and
                // three more of the result's type for alpha, beta and the store.
                const double u = p.types == product_types::f16_f16 ? 0x1p-11 : 0x1p-24;
                const double n = 2.0 * static_cast<double>(p.k + 2), bound = n * u / (1 - n * u);
                const double most =
                    std::abs(p.alpha) * bound * magnitude +
                    3 * u * (std::abs(p.alpha) * magnitude + std::abs(p.beta * old)) + 0x1p-24;
                ASSERT_LE(std::abs(actual - expected), most)
                    << "at " << i << ", " << j << " of " << text(p);
            }
        ASSERT_EQ(std::memcmp(outside.data(), host.d.data(), outside.size()), 0)
            << "gaps of D were written: " << text(p);
    }
    static std::string text(const product_problem& p) {
        return std::to_string(p.m) + " x " + std::to_string(p.n) + " x " + std::to_string(p.k) +
               ", " + info_of(p.types).name;
    }
};

constexpr product_types all_types[] = {product_types::f32_f16, product_types::f32_bf16,
                                       product_types::f16_f16, product_types::i32_i8,
                                       product_types::f32_from_float};
const auto small_whole = [](auto& random) { return static_cast<double>(random() % 5) - 2; };

TEST_P(Products, AreExactWhereEveryPartialSumIsRepresentable) {
    for (product_types t : all_types)
        for (long_index_t n : {1, 15, 16, 17, 70})
            for (long_index_t k : {0, 1, 16, 31, 33}) {
                product_problem p{.m = 65, .n = n, .k = k, .types = t};
                pack(p);
                check(p, small_whole, true);
            }
}

TEST_P(Products, TakeEveryMajorAndLeadingDimension) {
    for (product_types t : all_types)
        for (int majors = 0; majors < 16; ++majors) {
            product_problem p{.m = 21, .n = 37, .k = 19, .types = t};
            p.a.column_major = majors & 1;
            p.b.column_major = majors & 2;
            p.c.column_major = majors & 4;
            p.d.column_major = majors & 8;
            pack(p);
            p.a.leading += 3;
            p.b.leading += 1;
            p.c.leading += 2;
            p.d.leading += 5;
            p.alpha = -2;
            p.beta = 3;
            check(p, small_whole, true);
        }
}

TEST_P(Products, OfEveryKernelAreRightInItsRange) {
    for (const product_kernel& kernel : device().kernels().products)
        for (const product_types t : kernel.takes.types)
            for (const long_index_t k : {1, 2, 5, 9}) {
                product_problem p{.m = 2 * kernel.takes.m_step,
                                  .n = 3 * kernel.takes.n_step,
                                  .k = k * kernel.takes.k_step,
                                  .types = t,
                                  .alpha = -2,
                                  .beta = 3};
                pack(p);
                for (product_operand* o : {&p.a, &p.b, &p.c, &p.d}) {
                    const long_index_t step = kernel.takes.leading_step;
                    o->leading = (o->leading / step + 2) * step;
                }
                SCOPED_TRACE(kernel.name);
                check(kernel, p, small_whole, true);
            }
}

TEST_P(Products, LieWithinTheDerivedBound) {
    for (product_types t : {product_types::f32_f16, product_types::f32_bf16, product_types::f16_f16,
                            product_types::f32_from_float}) {
        product_problem p{.m = 50, .n = 41, .k = 77, .types = t, .alpha = 0.75, .beta = -1.5};
        pack(p);
        check(
            p, [](auto& random) { return static_cast<double>(random()) / 1073741824.0 - 1; },
            false);
    }
}

// alpha sum is no float, and beta c takes all of it away but its last digit: see scaled_sum.hpp.
TEST_P(Products, RoundAlphaTimesTheSumOnlyAfterBetaTimesCIsAdded) {
    for (const product_types t : {product_types::f32_f16, product_types::f16_f16})
        for (const product_kernel& kernel : device().kernels().products) {
            product_problem p{
                .m = kernel.takes.m_step, .n = kernel.takes.n_step, .k = kernel.takes.k_step};
            p.types = t;
            pack(p);
            // In f16 C has no room for the digits of alpha: they go to beta.
            const bool half = t == product_types::f16_f16;
            p.alpha = 1 + 0x1p-14;
            p.beta = half ? -(1 + 0x1p-10 + 0x1p-14) : -1;
            if (!kernel.refusal(p).empty()) continue;
            std::vector<std::uint16_t> a(static_cast<std::size_t>(p.m * p.k)),
                b(static_cast<std::size_t>(p.k * p.n));
            for (long_index_t i = 0; i < p.m; ++i)
                a[static_cast<std::size_t>(p.a.at(i, 0))] = f16_from_float(1);
            for (long_index_t j = 0; j < p.n; ++j)
                b[static_cast<std::size_t>(p.b.at(0, j))] = f16_from_float(1 + 0x1p-10f);
            const auto elements = static_cast<std::size_t>(p.m * p.n);
            const std::vector<float> c(elements, 1 + 0x1p-10f + 0x1p-14f);
            const std::vector<std::uint16_t> half_c(elements, f16_from_float(1));
            const auto on_device = [&](const auto& host) {
                buffer there = device().allocate({.bytes = host.size() * sizeof host[0]});
                device().copy_in(there.data(), host.data(), there.size());
                return there;
            };
            const buffer on_a = on_device(a), on_b = on_device(b),
                         on_c = half ? on_device(half_c) : on_device(c),
                         on_d = device().allocate({.bytes = on_c.size()});
            kernel.start(p, on_a.data(), on_b.data(), on_c.data(), on_d.data(), nullptr);
            device().synchronize();
            std::vector<float> d(elements);
            std::vector<std::uint16_t> half_d(elements);
            device().copy_out(half ? static_cast<void*>(half_d.data()) : d.data(), on_d.data(),
                              on_d.size());
            for (std::size_t e = 0; e < elements; ++e)
                ASSERT_EQ(half ? f16_to_float(half_d[e]) : d[e], 0x1p-24f)
                    << kernel.name << ", " << info_of(t).name << ", element " << e;
        }
}

TEST_P(Products, SumsOfIntegersWrap) {
    product_problem p{.m = 16, .n = 16, .k = 200, .types = product_types::i32_i8};
    pack(p);
    check(
        p, [](auto& random) { return static_cast<double>(random() % 256) - 128; }, true);
}

TEST_P(Products, OneHotProbesReadTheLaneMapOff) {
    for (product_types t : all_types)
        for (long_index_t hot = 0; hot < 16; hot += 3) {
            product_problem p{.m = 16, .n = 16, .k = 16, .types = t};
            pack(p);
            long_index_t count = 0;  // A has a one in column `hot` of row 5, B counts
            check(
                p,
                [&](auto&) {
                    const long_index_t x = count++;
                    if (x < 256) return x == 5 * 16 + hot ? 1.0 : 0.0;
                    return static_cast<double>(x % 128);
                },
                true);
        }
}

TEST_P(Products, TwoLayersAgreeWithTwoProducts) {
    constexpr long_index_t n = 53;
    std::minstd_rand random(7);
    std::vector<std::uint16_t> w1(256), w2(256), x(16 * n);
    for (auto* v : {&w1, &w2, &x})
        for (std::uint16_t& e : *v) e = f16_from_float(static_cast<float>(random() % 7) - 3);
    const buffer a = device().allocate({.bytes = 512}), b = device().allocate({.bytes = 512}),
                 in = device().allocate({.bytes = x.size() * 2}),
                 out = device().allocate({.bytes = x.size() * 4});
    device().copy_in(a.data(), w1.data(), 512);
    device().copy_in(b.data(), w2.data(), 512);
    device().copy_in(in.data(), x.data(), x.size() * 2);
    device().kernels().mlps.front().start(n, a.data(), b.data(), in.data(), out.data(), nullptr);
    device().synchronize();
    std::vector<float> y(x.size());
    device().copy_out(y.data(), out.data(), y.size() * 4);
    for (long_index_t j = 0; j < n; ++j) {
        float hidden[16];
        for (int i = 0; i < 16; ++i) {
            hidden[i] = 0;
            for (int k = 0; k < 16; ++k)
                hidden[i] += f16_to_float(w1[static_cast<std::size_t>(i * 16 + k)]) *
                             f16_to_float(x[static_cast<std::size_t>(k * n + j)]);
            hidden[i] = std::max(hidden[i], 0.0f);
        }
        for (int i = 0; i < 16; ++i) {
            float sum = 0;
            for (int k = 0; k < 16; ++k)
                sum += f16_to_float(w2[static_cast<std::size_t>(i * 16 + k)]) * hidden[k];
            ASSERT_EQ(y[static_cast<std::size_t>(i * n + j)], sum) << i << ", " << j;
        }
    }
}

TEST_P(Products, RefuseWhatMakesNoSense) {
    const product_kernel& k = device().kernels().products.front();
    product_problem p{.m = 4, .n = 4, .k = 4, .types = product_types::i32_i8, .alpha = 0.5};
    pack(p);
    EXPECT_NE(k.refusal(p).find("whole numbers"), std::string::npos) << k.refusal(p);
    p.alpha = 1;
    p.b.leading = 3;
    EXPECT_NE(k.refusal(p).find("leading dimension of B is 3"), std::string::npos) << k.refusal(p);
}

TILEPROOF_ON_EVERY_DEVICE(Products);

TEST(NumberBits, ConvertsEveryHalfThereAndBack) {
    for (unsigned h = 0; h < 65536; ++h) {
        const auto bits = static_cast<std::uint16_t>(h);
        if ((h & 0x7c00u) == 0x7c00u && (h & 0x3ffu))
            continue;  // a NaN stays one, its payload may not
        ASSERT_EQ(f16_from_float(f16_to_float(bits)), bits);
        ASSERT_EQ(f16_from_float_toward_zero(f16_to_float(bits)), bits);
    }
}

TEST(NumberBits, RoundsBetweenNeighboursAsAskedFor) {
    for (unsigned h = 0; h < 0x7bffu; ++h) {
        const float low = f16_to_float(static_cast<std::uint16_t>(h));
        const float high = f16_to_float(static_cast<std::uint16_t>(h + 1)),
                    middle = (low + high) / 2;
        ASSERT_EQ(f16_from_float(middle), h % 2 ? h + 1 : h);
        ASSERT_EQ(f16_from_float(std::nextafter(middle, high)), h + 1);
        ASSERT_EQ(f16_from_float(std::nextafter(middle, low)), h);
        ASSERT_EQ(f16_from_float_toward_zero(std::nextafter(high, low)), h);
        ASSERT_EQ(f16_from_float_toward_zero(-std::nextafter(high, low)), h | 0x8000u);
    }
    EXPECT_EQ(f16_from_float(65520.0f), 0x7c00);
    EXPECT_EQ(f16_from_float_toward_zero(1e30f), 0x7bff);
    EXPECT_EQ(f16_from_float(std::numeric_limits<float>::quiet_NaN()) & 0x7e00, 0x7e00);
}

}  // namespace
}  // namespace tileproof::kernels
