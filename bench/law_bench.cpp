// SPDX-License-Identifier: MIT
// How many random layouts per second are made and judged on one core.
//
//   BM_layout_case          one random layout: made, listed, judged by L1, L2, L3 and L4
//   BM_reference            only the physical reference
// items_per_second is layouts per second. The target is 2,000 for BM_layout_case.
#include "properties/layout/generator/layout_generator.hpp"
#include "properties/layout/generator/malformed.hpp"
#include "properties/layout/layout_laws.hpp"
#include "properties/layout/observed.hpp"

#include <benchmark/benchmark.h>

#include <stdexcept>

namespace {

using namespace tileproof;
using namespace tileproof::properties;

void require(const law_result& result) {
    if (result.failed()) throw std::runtime_error(result.sentence());
}

// Of layouts drawn as in a campaign, sizes 0 to 100 in turn.
void of_each(benchmark::State& state, auto drawn, auto work) {
    draw from{std::uint64_t{2024}};
    int size = 0;
    for (auto _ : state) work(drawn(from, size++ % 101));
    state.SetItemsProcessed(state.iterations());
}
void of_each_layout(benchmark::State& state, auto work) {
    of_each(
        state, [](draw& from, int size) { return random_layout(from, size); }, work);
}

void BM_random_layout(benchmark::State& state) {
    of_each_layout(state, [](auto&& layout) { benchmark::DoNotOptimize(layout); });
}
BENCHMARK(BM_random_layout);

void BM_layout_case(benchmark::State& state) {
    of_each_layout(state, [](auto&& layout) {
        const observed_layout seen(dynamic_layouts(), layout);
        for (const auto law : {check_bounds, check_reference, check_injective, check_inverse})
            require(law(seen));
    });
}
BENCHMARK(BM_layout_case);

void BM_reference(benchmark::State& state) {
    layout_limits small;
    small.vast = false;  // the reference refuses vast ones
    of_each(
        state, [&](draw& from, int size) { return random_layout(from, size, small); },
        [](auto&& layout) { benchmark::DoNotOptimize(reference::show(physical(layout))); });
}
BENCHMARK(BM_reference);

void BM_pairs(benchmark::State& state) {
    of_each_layout(state, [](auto&& layout) {
        const observed_layout seen(dynamic_layouts(), layout);
        require(check_pairs(dynamic_layouts(), seen));
    });
}
BENCHMARK(BM_pairs);

void BM_malformed_case(benchmark::State& state) {
    of_each(state, random_malformed,
            [](auto&& layout) { require(check_refusal(dynamic_layouts(), layout)); });
}
BENCHMARK(BM_malformed_case);

// All one-step simplifications of one layout.
void BM_smaller(benchmark::State& state) {
    of_each_layout(state, [](auto&& layout) { benchmark::DoNotOptimize(smaller(layout)); });
}
BENCHMARK(BM_smaller);

}  // namespace
