// SPDX-License-Identifier: MIT
// Calls that visit the elements of a tile one after the other (tile_shapes.hpp).
#include "tile_shapes.hpp"

namespace {

CALL(swept, (16), [] {
    auto t = make_static_distributed_tensor<float>(d);
    index_t n = 0;
    sweep_tile(t, [&](auto i) {
        t(i) = 1;
        ++n;
    });
    return n;
}())
CALL(swept_by_type, (16), [] {
    index_t n = 0;
    sweep_tile<decltype(make_static_distributed_tensor<float>(d))>([&](auto) { ++n; });
    return n;
}())
CALL(swept_in_pairs, (8, 1), [] {
    auto t = numbered(d);
    index_t n = 0;
    float apart = 0;
    sweep_tile<decltype(t)>(
        [&](auto a, auto b) {
            ++n;
            apart = t[b] - t[a];
        },
        sequence<1, 2>{});
    return make_tuple(n, apart);
}())
CALL(swept_in_fours, (4, 10, 11, 14, 15), [] {
    auto t = numbered(d);
    index_t n = 0;
    array<float, 4> last;
    sweep_tile<decltype(t)>(
        [&](auto a, auto b, auto c, auto e) {
            ++n;
            last(0) = t[a];
            last(1) = t[b];
            last(2) = t[c];
            last(3) = t[e];
        },
        sequence<2, 2>{});
    return make_tuple(n, last[0], last[1], last[2], last[3]);
}())
CALL(sweeper_counts, (16, 8), [] {
    auto t = make_static_distributed_tensor<float>(d);
    auto one = [&](auto) {};
    auto two = [&](auto, auto) {};
    return make_tuple(
        tile_sweeper<decltype(t), decltype(one)>::get_num_of_access(),
        tile_sweeper<decltype(t), decltype(two), sequence<1, 2>>::get_num_of_access());
}())
CALL(sweeper_calls_one, (6), [] {
    auto t = numbered(d);
    float seen = 0;
    tile_sweeper s(t, [&](auto i) { seen = t[i]; });
    s(number<6>{});
    return seen;
}())
CALL(span_swept, (10), [] {
    auto t = make_static_distributed_tensor<float>(d);
    clear_tile(t);
    constexpr auto spans = decltype(t)::get_distributed_spans();
    index_t sum = 0;
    sweep_tile_span(spans[number<0>{}], [&](auto i) { sum += i.impl_.at(number<0>{}) + 1; });
    return sum;
}())
CALL(spans_swept, (120), [] {
    auto t = numbered(d);
    constexpr auto spans = decltype(t)::get_distributed_spans();
    float sum = 0;
    sweep_tile_span(spans[number<0>{}], [&](auto i) {
        sweep_tile_span(spans[number<1>{}], [&](auto j) {
            constexpr auto ij = make_tuple(i, j);
            sum += t[ij];
        });
    });
    return sum;
}())
CALL(span_swept_in_pairs, (1, 3), [] {
    constexpr auto spans = distribution::get_distributed_spans();
    array<index_t, 2> a;
    index_t k = 0;
    sweep_tile_uspan(
        spans[number<1>{}], [&](auto, auto j) { a(k++) = j.impl_.at(number<0>{}); }, sequence<2>{});
    return a;
}())

}  // namespace
