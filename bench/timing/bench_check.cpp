// SPDX-License-Identifier: MIT
#include "bench/timing/timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <memory>
#include <mutex>
#include <thread>

#include "devices/find_tools.hpp"
#include "system/memory.hpp"

namespace tileproof::bench {

using namespace kernels;
using devices::buffer;
using devices::device;

namespace {

constexpr std::uint64_t check_seed = 20240229;

double seconds_of(auto work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

const transpose_kernel& best_of(device& d, const transpose_problem& p) {
    for (const transpose_kernel& k : d.kernels().transposes)
        if (k.name == "transpose_best") {
            if (const std::string no = k.refusal(p); !no.empty()) throw device_error(no);
            return k;
        }
    throw device_error("Device " + std::string(d.name()) + " has no transpose_best.");
}

// What differs in `count` columns of the output, from column c0 on. Few columns at a time: the Philox vector of an
// element is often that of the columns beside it.
template <int Bytes>
element_mismatches mismatches_in(const unsigned char* columns, const transpose_problem& p,
                                 long_index_t c0, long_index_t count) {
    constexpr long_index_t V = 16 / Bytes;
    element_mismatches found;
    for (long_index_t c = 0; c < count; c += V)
        for (long_index_t r = 0; r < p.rows; ++r) {
            std::uint64_t at = ~std::uint64_t{0};
            array<std::uint32_t, 4> words{};
            for (long_index_t v = c; v < std::min(c + V, count); ++v) {
                const auto n = static_cast<std::uint64_t>(r * p.columns + c0 + v);
                if (n / V != at) words = philox_vector(at = n / V, check_seed);
                const std::uint64_t expected =
                    element_of_vector<Bytes>(words, static_cast<int>(n % V));
                if (std::memcmp(columns + (v * p.rows + r) * Bytes, &expected, Bytes) == 0)
                    continue;
                ++found.wrong;
                found.first =
                    std::min(found.first, static_cast<std::uint64_t>((c0 + v) * p.rows + r));
            }
        }
    return found;
}

void add(element_mismatches& to, const element_mismatches& more) {
    to.wrong += more.wrong;
    to.first = std::min(to.first, more.first);
}

element_mismatches mismatches_on_host(const unsigned char* columns, const transpose_problem& p,
                                      long_index_t c0, long_index_t count, unsigned threads) {
    element_mismatches found;
    std::mutex one_at_a_time;
    std::atomic<long_index_t> next = 0;
    const auto work = [&] {
        constexpr long_index_t step = 16;
        for (long_index_t c; (c = next.fetch_add(step)) < count;) {
            const long_index_t width = std::min(step, count - c);
            const unsigned char* const from = columns + c * p.rows * p.element_bytes;
            const element_mismatches part =
                p.element_bytes == 1   ? mismatches_in<1>(from, p, c0 + c, width)
                : p.element_bytes == 2 ? mismatches_in<2>(from, p, c0 + c, width)
                : p.element_bytes == 4 ? mismatches_in<4>(from, p, c0 + c, width)
                                       : mismatches_in<8>(from, p, c0 + c, width);
            const std::lock_guard lock(one_at_a_time);
            add(found, part);
        }
    };
    std::vector<std::thread> pool;
    for (unsigned i = 1; i < threads; ++i) pool.emplace_back(work);
    work();
    for (std::thread& t : pool) t.join();
    return found;
}

// Copies the result back in parts of up to 256 MiB and compares each.
element_mismatches compare_on_host(device& d, const void* out, timed_check& c) {
    element_mismatches found;
    const transpose_problem& p = c.problem;
    const long_index_t column_bytes = p.rows * p.element_bytes;
    const long_index_t at_once =
        std::clamp<long_index_t>((long_index_t{256} << 20) / column_bytes, 1, p.columns);
    const auto part = std::make_unique<unsigned char[]>(  // touched here, not while the clock runs
        static_cast<std::size_t>(at_once * column_bytes));
    for (long_index_t c0 = 0; c0 < p.columns; c0 += at_once) {
        const long_index_t count = std::min(at_once, p.columns - c0);
        c.back_seconds += seconds_of([&] {
            d.copy_out(part.get(), static_cast<const unsigned char*>(out) + c0 * column_bytes,
                       static_cast<std::size_t>(count * column_bytes));
        });
        c.compare_seconds += seconds_of(
            [&] { add(found, mismatches_on_host(part.get(), p, c0, count, c.host_threads)); });
    }
    return found;
}

}  // namespace

device_tools tools_to_time(device& d) {
    if (d.checks_accesses())
        throw device_error("The times of device " + std::string(d.name()) +
                           " are those of its checks and mean nothing. Use cpu.");
    return devices::find_tools(d);
}

std::vector<transpose_problem> default_check_shapes(const device& d) {
    const long_index_t side = d.host_readable() ? 1 << 11 : 1 << 16;
    return {packed_transpose(side, side * 2, 1), packed_transpose(side, side, 2),
            packed_transpose(side / 2, side, 4), packed_transpose(side / 2, side / 2, 8)};
}

timed_check bench_check(device& d, const transpose_problem& p, int rounds) {
    const device_tools tools = tools_to_time(d);
    const transpose_kernel& best = best_of(d, p);
    timed_check c{.problem = p};
    c.host_threads = std::max(1u, std::thread::hardware_concurrency());
    const auto elements = static_cast<std::uint64_t>(p.rows * p.columns);
    const std::size_t bytes = elements * static_cast<std::size_t>(p.element_bytes);
    if (d.host_readable())
        system::require_memory(2.0 * static_cast<double>(bytes),
                               fmt::format("A check of {} x {} elements of {} bytes", p.rows,
                                           p.columns, p.element_bytes));
    const buffer in = d.allocate({.bytes = bytes}), out = d.allocate({.bytes = bytes});
    tools.generate(in.data(), elements, p.element_bytes, check_seed, nullptr);
    d.synchronize();
    c.copy_seconds = tools.seconds_per_call(
        [&](void* stream) { tools.plain_copy(in.data(), out.data(), bytes, stream); }, 3, rounds);
    d.fill(out.data(), 0xa5, bytes);
    d.synchronize();
    c.transpose_seconds = tools.seconds_per_call(
        [&](void* stream) { best.start(p, in.data(), out.data(), stream); }, 3, rounds);
    d.synchronize();

    std::vector<double> seconds;
    for (int i = 0; i < rounds; ++i)
        seconds.push_back(seconds_of(
            [&] { c.wrong_on_device += tools.check_transposed(p, out.data(), check_seed).wrong; }));
    std::nth_element(seconds.begin(), seconds.begin() + rounds / 2, seconds.end());
    c.check_seconds = seconds[static_cast<std::size_t>(rounds / 2)];

    // Somewhere in the middle, in no corner of a block of the check.
    const std::uint64_t planted = elements / 2 + elements / 7;
    auto* const at = static_cast<unsigned char*>(out.data()) +
                     planted * static_cast<std::uint64_t>(p.element_bytes);
    unsigned char byte = 0;
    d.copy_out(&byte, at, 1);
    const unsigned char changed = byte ^ 16;
    d.copy_in(at, &changed, 1);
    const element_mismatches here = compare_on_host(d, out.data(), c),
                             there = tools.check_transposed(p, out.data(), check_seed);
    c.found_on_device = there.wrong == 1 && there.first == planted;
    c.found_on_host = here.wrong == 1 && here.first == planted;
    c.wrong_on_host = here.wrong - c.found_on_host;
    return c;
}

}  // namespace tileproof::bench
