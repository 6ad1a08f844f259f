// SPDX-License-Identifier: MIT
// The cpu-checked device with every check on: transposes, copies, products and layers of fixed shapes, in nanoseconds
// per output element (for a product: per term of a sum). transpose_bench has the same kernels on cpu. This measures
// the cost of a case of fixed size; compare.sh finds which of two builds judges more cases.
//
//   checked_bench --benchmark_filter=kernels/        checked_kernels/copy_wide   ... ns_per_element=64.2n
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "devices/device.hpp"
#include "kernels/catalogue.hpp"

namespace {

using namespace tileproof::devices;
using namespace tileproof::kernels;

// Runs `launch` on buffers of these sizes in bytes; the last one is written.
void checked_kernel(benchmark::State& state, const std::vector<std::size_t>& bytes, double elements,
                    auto launch) {
    device& d = find_device("cpu-checked");
    std::vector<buffer> all;
    for (const std::size_t b : bytes) {
        all.push_back(d.allocate({.bytes = b}));
        d.fill(all.back().data(), 1, b);
    }
    for (auto _ : state) {
        launch(all);
        d.synchronize();
    }
    state.counters["ns_per_element"] =
        benchmark::Counter(elements * 1e-9, benchmark::Counter::kIsIterationInvariantRate |
                                                benchmark::Counter::kInvert);
}

void add(const std::string& name, auto run) {
    benchmark::RegisterBenchmark(name.c_str(), run)->Unit(benchmark::kMillisecond);
}

void add_copies_and_transposes(const catalogue& all) {
    const auto moves = [](const std::string& name, auto kernel, auto problem, std::size_t bytes) {
        add(name, [=](benchmark::State& state) {
            const auto elements = static_cast<double>(problem.rows * problem.columns);
            checked_kernel(state, {bytes, bytes}, elements, [&](const std::vector<buffer>& b) {
                kernel.start(problem, b[0].data(), b[1].data(), nullptr);
            });
        });
    };
    // The LDS-tiled kernel has one thread per element, like the naive ones.
    for (const std::string name : {"read_contiguous", "write_contiguous", "tiled"})
        for (const transpose_kernel& k : all.transposes)
            for (const std::size_t n : {1024, 4096})
                if (k.name == "transpose_" + name)
                    moves("checked_transpose/" + name + "/" + std::to_string(n), k,
                          packed_transpose(n, n, 4), n * n * 4);
    constexpr std::size_t n = 512;
    for (const int element : {1, 4}) {
        const std::string suffix = "/" + std::to_string(8 * element) + " bits";
        const std::size_t bytes = n * n * static_cast<std::size_t>(element);
        for (const transpose_kernel& k : all.transposes)
            moves("checked_kernels/" + k.name + suffix, k, packed_transpose(n, n, element), bytes);
        for (const copy_kernel& k : all.copies)
            moves("checked_kernels/" + k.name + suffix, k, packed_copy(n, n, element), bytes);
    }
}

void add_products(const catalogue& all) {
    constexpr long long n = 128;
    for (const product_kernel& k : all.products)
        for (const product_types types : k.takes.types) {
            product_problem p{.m = n, .n = n, .k = n, .types = types};
            pack(p);
            const product_type_info info = info_of(types);
            const std::size_t in = static_cast<std::size_t>(n * n * info.ab_bytes),
                              out = static_cast<std::size_t>(n * n * info.c_bytes);
            add("checked_kernels/" + k.name + "/" + info.name, [=](benchmark::State& state) {
                checked_kernel(state, {in, in, out}, n * n * n, [&](const std::vector<buffer>& b) {
                    k.start(p, b[0].data(), b[1].data(), nullptr, b[2].data(), nullptr);
                });
            });
        }
    for (const mlp_kernel& k : all.mlps)
        add("checked_kernels/" + k.name, [=](benchmark::State& state) {
            constexpr long long columns = 4096;
            checked_kernel(state, {512, 512, 16 * columns * 2, 16 * columns * 4}, 16 * columns,
                           [&](const std::vector<buffer>& b) {
                               k.start(columns, b[0].data(), b[1].data(), b[2].data(), b[3].data(),
                                       nullptr);
                           });
        });
}

const bool added = [] {
    const catalogue& all = find_device("cpu-checked").kernels();
    add_copies_and_transposes(all);
    add_products(all);
    return true;
}();

}  // namespace
