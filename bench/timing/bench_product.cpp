// SPDX-License-Identifier: MIT
#include "bench/timing/timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "bench/timing/library_blas.hpp"
#include "kernels/catalogue.hpp"
#include "kernels/product/number_bits.hpp"
#include "system/memory.hpp"

namespace tileproof::bench {

using namespace kernels;
using devices::buffer;
using devices::device;

namespace {

std::vector<std::uint16_t> whole_numbers(long_index_t count, unsigned seed) {
    std::uint16_t bits[17];
    for (int i = 0; i < 17; ++i) bits[i] = f16_from_float(static_cast<float>(i - 8));
    std::minstd_rand random(seed);
    std::vector<std::uint16_t> numbers(static_cast<std::size_t>(count));
    for (std::uint16_t& n : numbers) n = bits[random() / 7 % 17];
    return numbers;
}

}  // namespace

product_problem packed_product(long_index_t m, long_index_t n, long_index_t k) {
    product_problem p{.m = m, .n = n, .k = k};
    pack(p);
    return p;
}

bool product_is_right(device& d, const product_problem& p, const std::vector<std::uint16_t>& a,
                      const std::vector<std::uint16_t>& b, const void* result) {
    const auto is_right = [&](long_index_t r, long_index_t c) {
        float sum = 0, actual = 0;
        for (long_index_t k = 0; k < p.k; ++k)
            sum += f16_to_float(a[static_cast<std::size_t>(p.a.at(r, k))]) *
                   f16_to_float(b[static_cast<std::size_t>(p.b.at(k, c))]);
        d.copy_out(&actual, static_cast<const float*>(result) + p.d.at(r, c), sizeof actual);
        return actual == sum;
    };
    for (int i = 0; i < 300; ++i)
        if (!is_right(i * 7919 % p.m, i * 104729 % p.n)) return false;
    return is_right(0, p.n - 1) && is_right(p.m - 1, 0) && is_right(p.m - 1, p.n - 1);
}

std::vector<product_problem> default_product_shapes(const device& d) {
    if (d.host_readable()) return {packed_product(128, 128, 128)};
    std::vector<product_problem> all;
    for (long_index_t n : {512, 1024, 2048, 4096, 8192}) all.push_back(packed_product(n, n, n));
    return all;
}

std::vector<timed_product> bench_product(device& d, const bench_options<product_problem>& options) {
    const device_tools tools = tools_to_time(d);
    const library_blas blas(d.name());
    std::vector<timed_product> all;
    for (const product_problem& p :
         options.shapes.empty() ? default_product_shapes(d) : options.shapes) {
        // Two for each of m n k products, and enough calls in one graph for a millisecond or so.
        const double operations =
            2.0 * static_cast<double>(p.m) * static_cast<double>(p.n) * static_cast<double>(p.k);
        const int calls =
            d.host_readable() ? 1 : std::clamp(static_cast<int>(1e12 / operations), 2, 100);
        timed_product shape{p, operations};
        const double halves = static_cast<double>(p.a.elements(p.m, p.k)) +
                              static_cast<double>(p.b.elements(p.k, p.n));
        system::require_memory(
            (d.host_readable() ? 4 : 2) * halves +
                (d.host_readable() ? 4.0 * static_cast<double>(p.d.elements(p.m, p.n)) : 0.0),
            fmt::format("A product of {} x {} x {}", p.m, p.n, p.k));
        const std::vector<std::uint16_t> a = whole_numbers(p.a.elements(p.m, p.k), 1),
                                         b = whole_numbers(p.b.elements(p.k, p.n), 2);
        const buffer on_a = d.allocate({.bytes = a.size() * 2}),
                     on_b = d.allocate({.bytes = b.size() * 2});
        const std::size_t bytes = static_cast<std::size_t>(p.d.elements(p.m, p.n)) * sizeof(float);
        const buffer on_d = d.allocate({.bytes = bytes});
        d.copy_in(on_a.data(), a.data(), on_a.size());
        d.copy_in(on_b.data(), b.data(), on_b.size());
        const auto time = [&](const std::string& name, const auto& work) {
            timed_kernel timed{name, 0, false, {}};
            d.fill(on_d.data(), 0xa5, bytes);
            d.synchronize();
            try {
                timed.seconds = tools.seconds_per_call(work, calls, options.rounds);
                d.synchronize();
                timed.verified = product_is_right(d, p, a, b, on_d.data());
                if (!timed.verified) timed.problem = "The result is wrong.";
            } catch (const device_error& e) {
                timed.problem = e.what();
            }
            shape.timings.push_back(std::move(timed));
            options.on_step();
        };
        for (const product_kernel& k : d.kernels().products)
            if ((options.only.empty() || options.only == k.name) && k.refusal(p).empty())
                time(k.name, [&](void* stream) {
                    k.start(p, on_a.data(), on_b.data(), nullptr, on_d.data(), stream);
                });
        if (blas.has_gemm()) {
            time(blas.name() + " gemm", [&](void* stream) {
                if (!blas.multiply(p, on_a.data(), on_b.data(), on_d.data(), stream))
                    throw device_error("The library failed.");
            });
            const timed_kernel& library = shape.timings.back();
            if (library.verified) shape.yardstick_seconds = library.seconds;
        }
        all.push_back(std::move(shape));
    }
    return all;
}

}  // namespace tileproof::bench
