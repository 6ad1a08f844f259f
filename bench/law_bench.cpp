// SPDX-License-Identifier: MIT
// How many random layouts per second are made and judged on one core.
//
//   BM_layout_case          one random layout: made, listed, judged by L1, L2, L3 and L4
//   BM_reference            only the physical reference
// items_per_second is layouts per second. The target is 2,000 for BM_layout_case.
#include "properties/layout/generator/layout_generator.hpp"
#include "properties/layout/generator/malformed.hpp"
#include "properties/layout/generator/smaller.hpp"
#include "properties/layout/layout_laws.hpp"
#include "properties/layout/observed.hpp"
#include "properties/layout/refusal.hpp"

#include <benchmark/benchmark.h>

#include <stdexcept>

namespace {

using namespace tileproof;
using namespace tileproof::properties;

// Layouts drawn as in a campaign, sizes 0 to 100 in turn.
class stream {
  public:
    layout_description next() { return random_layout(m_from, m_case++ % 101); }
    malformed_layout next_malformed() { return random_malformed(m_from, m_case++ % 101); }

  private:
    draw m_from{std::uint64_t{2024}};
    int m_case = 0;
};

void require(const law_result& result) {
    if (result.failed()) throw std::runtime_error(result.sentence());
}

void BM_random_layout(benchmark::State& state) {
    stream layouts;
    for (auto _ : state) benchmark::DoNotOptimize(layouts.next());
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(BM_random_layout);

void BM_layout_case(benchmark::State& state) {
    stream layouts;
    for (auto _ : state) {
        const observed_layout seen(dynamic_layouts(), layouts.next());
        for (const auto law : {check_bounds, check_reference, check_injective, check_inverse})
            require(law(seen));
    }
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(BM_layout_case);

void BM_reference(benchmark::State& state) {
    layout_limits small;
    small.vast = false;  // the reference refuses vast ones
    draw from{std::uint64_t{2024}};
    int size = 0;
    for (auto _ : state)
        benchmark::DoNotOptimize(
            reference::show(physical(random_layout(from, size++ % 101, small))));
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(BM_reference);

void BM_pairs(benchmark::State& state) {
    stream layouts;
    for (auto _ : state) {
        const observed_layout seen(dynamic_layouts(), layouts.next());
        require(check_pairs(dynamic_layouts(), seen));
    }
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(BM_pairs);

void BM_malformed_case(benchmark::State& state) {
    stream layouts;
    for (auto _ : state) require(check_refusal(dynamic_layouts(), layouts.next_malformed()));
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(BM_malformed_case);

// All one-step simplifications of one layout.
void BM_smaller(benchmark::State& state) {
    stream layouts;
    for (auto _ : state) benchmark::DoNotOptimize(smaller(layouts.next()));
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(BM_smaller);

}  // namespace
