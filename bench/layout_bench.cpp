// SPDX-License-Identifier: MIT
// The cost of a layout: made from text, asked for one offset, listed, inverted, judged, moved.
//
//   BM_all_offsets/six_transforms   items_per_second is offsets per second on one core
#include <benchmark/benchmark.h>

#include <tileproof/layout.hpp>

namespace {

using namespace tileproof;

// A base and five transforms: the chain of the target of 30 M offsets per second.
constexpr const char* six_transforms =
    "naive [512,1024] strides [1032,1] -> {pad(1,2): 0 -> 0; unmerge(32,32): 1 -> 1,2} -> "
    "{pass: 0 -> 0; xor: 1,2 -> 1,2} -> {pass: 0 -> 0; merge: 1,2 -> 1}";
constexpr const char* article =
    "naive [256,128] strides [128,1] -> {unmerge(4,64): 0 -> 0,1; pass: 1 -> 2} -> "
    "{pass: 0 -> 0; merge: 1,2 -> 1}";
constexpr const char* divided =
    "packed [2,3,64,5,8] -> {pass: 0 -> 0; merge_divmod: 1,2 -> 1; merge_divmod: 3,4 -> 2}";

void BM_all_offsets(benchmark::State& state, const char* text) {
    const layout l = layout::parse(text);
    std::vector<long_index_t> offsets;
    for (auto _ : state) {
        l.all_offsets(offsets);
        benchmark::DoNotOptimize(offsets.data());
    }
    state.SetItemsProcessed(state.iterations() * l.size());
}
BENCHMARK_CAPTURE(BM_all_offsets, six_transforms, six_transforms);
BENCHMARK_CAPTURE(BM_all_offsets, article, article);
BENCHMARK_CAPTURE(BM_all_offsets, divided, divided);
BENCHMARK_CAPTURE(BM_all_offsets, packed, "packed [256,1024]");

void BM_offset_of_one_index(benchmark::State& state, const char* text) {
    const layout l = layout::parse(text);
    std::vector<long_index_t> index = l.index_at(l.size() / 2 + 77);
    for (auto _ : state) {
        benchmark::DoNotOptimize(index.data());
        benchmark::ClobberMemory();
        long_index_t offset = 0;
        benchmark::DoNotOptimize(l.view().offset(index, offset));
        benchmark::DoNotOptimize(offset);
    }
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK_CAPTURE(BM_offset_of_one_index, six_transforms, six_transforms);
BENCHMARK_CAPTURE(BM_offset_of_one_index, article, article);

void BM_layout_from_text(benchmark::State& state, const char* text) {
    for (auto _ : state) {
        const layout l = layout::parse(text);
        benchmark::DoNotOptimize(l.size());
    }
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK_CAPTURE(BM_layout_from_text, six_transforms, six_transforms);
BENCHMARK_CAPTURE(BM_layout_from_text, article, article);

// One small random case of a campaign, without the reference: made, listed, judged, inverted.
void BM_layout_case(benchmark::State& state) {
    const layout_description description = parse_layout(
        "naive [12,10] strides [16,1] offset 1 -> {pad(1,2): 0 -> 0; unmerge(2,5): 1 -> 1,2} -> "
        "{pass: 0 -> 0; merge: 1,2 -> 1}");
    std::vector<long_index_t> offsets;
    for (auto _ : state) {
        const layout l(description);
        l.all_offsets(offsets);
        benchmark::DoNotOptimize(l.injectivity().kind);
        for (const long_index_t offset : offsets)
            if (offset >= 0) benchmark::DoNotOptimize(l.inverse(offset));
    }
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(BM_layout_case);

}  // namespace
