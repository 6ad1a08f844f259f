// SPDX-License-Identifier: MIT
#include "bench/timing/timing.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/timing/library_blas.hpp"
#include "system/memory.hpp"

namespace tileproof::bench {

using namespace kernels;

namespace {

constexpr std::uint64_t data_seed = 20220101;

// Enough calls in one graph for a millisecond or more.
int calls_for(double bytes) { return bytes < 1e7 ? 200 : bytes < 5e8 ? 20 : 10; }

}  // namespace

std::vector<transpose_problem> default_bench_shapes(const devices::device& d) {
    if (d.host_readable())
        return {packed_transpose(2560, 32, 4), packed_transpose(1024, 1024, 4),
                packed_transpose(4096, 4096, 4), packed_transpose(1023, 1025, 2)};
    return {packed_transpose(2560, 32, 4),     packed_transpose(4096, 4096, 4),
            packed_transpose(8192, 8192, 8),   packed_transpose(8192, 8192, 4),
            packed_transpose(16384, 16384, 2), packed_transpose(16384, 16384, 4),
            packed_transpose(16384, 16384, 1), packed_transpose(8191, 8193, 8),
            packed_transpose(8191, 8193, 4),   packed_transpose(8191, 8193, 2),
            packed_transpose(8191, 8193, 1),   packed_transpose(16383, 16385, 2),
            packed_transpose(16383, 16385, 1)};
}

std::vector<timed_shape> bench_transpose(devices::device& d,
                                         const bench_options<transpose_problem>& options) {
    const device_tools tools = tools_to_time(d);
    const library_blas blas(d.name());
    std::vector<timed_shape> all;
    for (const transpose_problem& p :
         options.shapes.empty() ? default_bench_shapes(d) : options.shapes) {
        timed_shape shape{p, 2.0 * static_cast<double>(p.rows) * static_cast<double>(p.columns) *
                                 p.element_bytes};
        const std::size_t bytes =
            static_cast<std::size_t>(std::max(p.input_elements(), p.output_elements())) *
            static_cast<std::size_t>(p.element_bytes);
        if (d.host_readable())
            system::require_memory(2.0 * static_cast<double>(bytes),
                                   fmt::format("A transpose of {} x {} elements of {} bytes",
                                               p.rows, p.columns, p.element_bytes));
        const devices::buffer in = d.allocate({.bytes = bytes}), out = d.allocate({.bytes = bytes});
        tools.generate(in.data(), static_cast<std::uint64_t>(p.input_elements()), p.element_bytes,
                       data_seed, nullptr);
        const int calls = calls_for(2.0 * static_cast<double>(bytes));
        // `most_wrong`: a kernel moves bits; a library multiplies by one, which changes NaNs and may flush
        // subnormals, together less than one in 64 of random bits.
        const auto time = [&](const std::string& name, std::uint64_t most_wrong, const auto& work) {
            d.fill(out.data(), 0xa5, bytes);
            timed_kernel timed{name, 0, false, {}};
            try {
                timed.seconds = tools.seconds_per_call(work, calls, options.rounds);
                d.synchronize();
                timed.verified =
                    tools.check_transposed(p, out.data(), data_seed).wrong <= most_wrong;
                if (!timed.verified) timed.problem = "The result is wrong.";
            } catch (const device_error& e) {
                timed.problem = e.what();
            }
            shape.timings.push_back(std::move(timed));
            options.on_step();
        };
        d.synchronize();
        shape.yardstick_seconds = tools.seconds_per_call(
            [&](void* stream) { tools.plain_copy(in.data(), out.data(), bytes, stream); }, calls,
            options.rounds);
        for (const transpose_kernel& k : d.kernels().transposes)
            if ((options.only.empty() || options.only == k.name) && k.refusal(p).empty())
                time(k.name, 0, [&](void* stream) { k.start(p, in.data(), out.data(), stream); });
        if (blas.has_geam() && p.element_bytes >= 4)
            time(blas.name() + " geam", static_cast<std::uint64_t>(p.rows * p.columns / 64),
                 [&](void* stream) {
                     if (!blas.transpose(p, in.data(), out.data(), stream))
                         throw device_error("The library failed.");
                 });
        all.push_back(std::move(shape));
    }
    return all;
}

}  // namespace tileproof::bench
