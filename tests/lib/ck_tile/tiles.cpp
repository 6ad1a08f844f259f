// SPDX-License-Identifier: MIT
// Calls of tile distributions, windows and tiles (call.hpp), by threads of a block of 256. Expected values are worked
// out by hand: in `copy`, thread 37 of warp 0 has lane 37 = 2 * 18 + 1, so row 18 and columns 4 to 7 of each 32 rows
// that its warp has.
#include "call.hpp"

namespace {

// 128 x 8: row = 32 Y0 + lane / 2 (one warp), column = 4 (lane % 2) + Y1.
using copy =
    tile_distribution_encoding<sequence<1>, tuple<sequence<4, 1, 32>, sequence<2, 4>>,
                               tuple<sequence<1>, sequence<1, 2>>,
                               tuple<sequence<1>, sequence<2, 0>>, sequence<1, 2>, sequence<0, 1>>;
// 256 x 8 on four warps: row = 128 Y0 + 32 warp + lane / 2.
using wide =
    tile_distribution_encoding<sequence<1>, tuple<sequence<2, 4, 32>, sequence<2, 4>>,
                               tuple<sequence<1>, sequence<1, 2>>,
                               tuple<sequence<1>, sequence<2, 0>>, sequence<1, 2>, sequence<0, 1>>;
// Sums of rows of `copy`: 128 rows, each held by both lanes of a pair.
using rows =
    tile_distribution_encoding<sequence<1, 2>, tuple<sequence<4, 1, 32>>,
                               tuple<sequence<1>, sequence<1, 0>>,
                               tuple<sequence<1>, sequence<2, 1>>, sequence<1>, sequence<0>>;
// 256 x 8: row = 64 Y0 + lane, column = Y1.
using columns =
    tile_distribution_encoding<sequence<>, tuple<sequence<4, 64>, sequence<8>>, tuple<sequence<1>>,
                               tuple<sequence<1>>, sequence<1, 2>, sequence<0, 0>>;
constexpr auto d = make_static_tile_distribution(copy{});
using distribution = remove_cvref_t<decltype(d)>;
constexpr auto lengths = make_tuple(number<128>{}, number<8>{});

// 128 x 16 numbers: element (i, j) is 16 i + j.
struct table {
    std::vector<float> data = std::vector<float>(128 * 16 + 16);
    table() {
        for (int i = 0; i < 128 * 16; ++i) data[i] = static_cast<float>(i);
    }
    auto view() {
        return make_naive_tensor_view<address_space_enum::global>(
            data.data(), make_tuple(128, 16), make_tuple(16, 1), number<4>{}, number<1>{});
    }
};
// Register i holds i.
template <class Distribution>
auto numbered(const Distribution& of) {
    auto t = make_static_distributed_tensor<float>(of);
    static_for<0, decltype(t)::get_thread_buffer_size(), 1>{}(
        [&](auto i) { t.get_thread_buffer()(i) = static_cast<float>(i.value); });
    return t;
}
template <class Tile>
float held(const Tile& tile, index_t i) {
    return tile.get_thread_buffer()[i];
}

CALL(encoding_dims, (2, 2, 2, 1), index_t{copy::NDimX}, index_t{copy::NDimP}, index_t{copy::NDimY},
     index_t{copy::NDimR})
CALL(encoding_lengths, (4, 1, 32), typename copy::HsLengthss{}[number<0>{}])
CALL(encoding_names, (1, 1, 2, 0, 1), typename copy::RsLengths{}, typename copy::Ys2RHsMajor{},
     typename copy::Ys2RHsMinor{})
CALL(encoding_values, (4, 1, 32, 1, 2), copy::hs_lengthss_[number<0>{}],
     copy::ps_to_rhss_major_[number<1>{}])
CALL(encoding_y_lengths, (4, 4), copy::detail::ys_lengths_)
CALL(encoding_span_of_y, (0, 1), copy::detail::ys_to_span_major_)
CALL(encoding_p_owns_r, (0, 1), index_t{rows::detail::does_p_own_r_[1][0]},
     index_t{rows::detail::does_p_own_r_[1][1]})
CALL(encoding_p_over_r, (1), rows::detail::ps_over_rs_derivative_[1][1])
CALL(encoding_r_length, (2), index_t{rows::rs_lengths_[number<1>{}]})

CALL(distribution_dims, (2, 2, 2, 1), distribution::get_num_of_dimension_x(),
     distribution::get_num_of_dimension_p(), distribution::get_num_of_dimension_y(),
     distribution::get_num_of_dimension_r())
CALL(distribution_constants, (2, 2), index_t{distribution::NDimY}, index_t{distribution::NDimP})
CALL(distribution_lengths, (128, 8), d.get_lengths())
CALL(distribution_encoding, (1), std::is_same_v<typename distribution::DstrEncode, copy>)
CALL(distribution_gives_its_encoding, (1),
     std::is_same_v<remove_cvref_t<decltype(d.get_static_tile_distribution_encoding())>, copy>)
CALL(distribution_is_static, (1), distribution::is_static())
CALL(distribution_spans, (4, 4),
     typename remove_cvref_t<decltype(distribution::get_distributed_spans()[number<0>{}])>::Impl{},
     typename remove_cvref_t<decltype(distribution::get_distributed_spans()[number<1>{}])>::Impl{})
CALL(distribution_index, (18, 4), d.calculate_index(array<index_t, 2>{0, 37}))
CALL_OF_THREAD(37, distribution_index_of_this_thread, (18, 4), d.calculate_index())
CALL(distribution_registers, (16), d.get_ys_to_d_descriptor().get_element_space_size())
CALL(distribution_register, (6), d.get_ys_to_d_descriptor().calculate_offset(make_tuple(1, 2)))
CALL(distribution_adaptor, (32 + 18, 4 + 2),
     d.get_ps_ys_to_xs_adaptor().calculate_bottom_index(multi_index<4>{0, 37, 1, 2}))
CALL(distribution_replica, (0, 1),
     make_static_tile_distribution(rows{}).calculate_rs_index_from_ps_index(array<index_t, 2>{
         0, 37})[0],
     make_static_tile_distribution(rows{}).calculate_rs_index_from_ps_index(array<index_t, 2>{
         0, 37})[1])
CALL(distribution_y_of_indices, (1, 2),
     distribution::get_y_indices_from_distributed_indices(
         make_tuple(ck_tile::detail::make_tile_distributed_index(sequence<1>{}),
                    ck_tile::detail::make_tile_distributed_index(sequence<2>{}))))
CALL(embedded_encoding, (2, 16, 3),
     remove_cvref_t<decltype(ck_tile::detail::make_embed_tile_distribution_encoding(
         tile_distribution_encoding<sequence<>, tuple<sequence<2>, sequence<3>>, tuple<>, tuple<>,
                                    sequence<1, 2>, sequence<0, 0>>{},
         tile_distribution_encoding<sequence<>, tuple<sequence<16>, sequence<4, 4>>,
                                    tuple<sequence<2, 1>>, tuple<sequence<0, 0>>, sequence<2>,
                                    sequence<1>>{}))>::hs_lengthss_[number<0>{}],
     3)
CALL(reduced_encoding, (1, 0),
     index_t{remove_cvref_t<decltype(ck_tile::detail::make_reduce_tile_distribution_encoding(
         copy{}, sequence<1>{}))>::NDimX},
     index_t{remove_cvref_t<decltype(ck_tile::detail::make_reduce_tile_distribution_encoding(
                 copy{}, sequence<1>{}))>::NDimX -
             1})

CALL_OF_THREAD(37, thread_and_lane, (37, 37, 0), get_thread_id(), get_lane_id(), get_warp_id())
CALL_OF_THREAD(101, thread_of_another_warp, (101, 37, 1), get_thread_id(), get_lane_id(),
               get_warp_id())
CALL(block_and_wave, (0, 64), get_block_id(), get_warp_size())

CALL(tensor_made, (16), make_static_distributed_tensor<float>(d).get_thread_buffer_size())
CALL(tensor_names, (1, 1, 16),
     std::is_same_v<typename decltype(make_static_distributed_tensor<float>(d))::DataType, float>,
     std::is_same_v<
         typename decltype(make_static_distributed_tensor<float>(d))::StaticTileDistribution,
         distribution>,
     index_t{decltype(make_static_distributed_tensor<float>(d))::kThreadElementSpaceSize})
CALL(tensor_dims, (2), decltype(make_static_distributed_tensor<float>(d))::get_num_of_dimension())
CALL(tensor_buffer, (5), [] {
    auto t = make_static_distributed_tensor<float>(d);
    t.get_thread_buffer()(3) = 5;
    return t.get_thread_buffer()[number<3>{}];
}())
CALL(tensor_cleared, (0), [] {
    auto t = make_static_distributed_tensor<float>(d);
    clear_tile(t);
    return held(t, 7);
}())
CALL(tensor_set, (3), [] {
    auto t = make_static_distributed_tensor<float>(d);
    set_tile(t, 3.f);
    return held(t, 7);
}())
CALL(tensor_set_to_a_number, (0), [] {
    auto t = make_static_distributed_tensor<float>(d);
    set_tile(t, number<0>{});
    return held(t, 15);
}())
CALL(tensor_by_indices, (5), [] {
    auto t = make_static_distributed_tensor<float>(d);
    clear_tile(t);
    constexpr auto i = make_tuple(ck_tile::detail::make_tile_distributed_index(sequence<1>{}),
                                  ck_tile::detail::make_tile_distributed_index(sequence<2>{}));
    t(i) = 5;
    return t.get_thread_buffer()[number<6>{}];
}())
CALL(tensor_cast, (2), [] {
    auto t = make_static_distributed_tensor<float>(d);
    set_tile(t, 2.75f);
    return cast_tile<index_t>(t).get_thread_buffer()[number<3>{}];
}())
CALL(tensor_sliced_along_y, (4, 5, 6, 7), [] {
    auto t = numbered(d);
    const auto part = t.get_y_sliced_thread_data(sequence<1, 0>{}, sequence<1, 4>{});
    return make_tuple(part[number<0>{}], part[number<1>{}], part[number<2>{}], part[number<3>{}]);
}())
CALL(tensor_slice_set, (9), [] {
    auto t = make_static_distributed_tensor<float>(d);
    clear_tile(t);
    thread_buffer<float, 4> part;
    static_for<0, 4, 1>{}([&](auto i) { part(i) = 6.f + static_cast<float>(i.value); });
    t.set_y_sliced_thread_data(sequence<1, 0>{}, sequence<1, 4>{}, part);
    return held(t, 7);
}())

CALL_OF_THREAD(37, window_loads, (18 * 16 + 4, 18 * 16 + 7, 50 * 16 + 4), [] {
    table m;
    auto w = make_tile_window(m.view(), lengths, {0, 0}, d);
    const auto t = load_tile(w);
    return make_tuple(held(t, 0), held(t, 3), held(t, 4));
}())
CALL_OF_THREAD(37, window_at_an_origin, (18 * 16 + 12), [] {
    table m;
    auto w = make_tile_window(m.view(), lengths, {0, 8}, d);
    return held(load_tile(w), 0);
}())
CALL_OF_THREAD(37, window_at_an_index, (18 * 16 + 12), [] {
    table m;
    const auto origin = make_multi_index(0, 8);
    auto w = make_tile_window(m.view(), lengths, origin, d);
    return held(load_tile(w), 0);
}())
CALL_OF_THREAD(37, window_moved, (18 * 16 + 12), [] {
    table m;
    auto w = make_tile_window(m.view(), lengths, {0, 0}, d);
    move_tile_window(w, {0, 8});
    return held(load_tile(w), 0);
}())
CALL_OF_THREAD(37, window_moved_back, (18 * 16 + 4), [] {
    table m;
    auto w = make_tile_window(m.view(), lengths, {0, 8}, d);
    move_tile_window(w, {0, -8});
    return held(load_tile(w), 0);
}())
CALL_OF_THREAD(37, window_set, (18 * 16 + 12), [] {
    table m;
    auto w = make_tile_window(m.view(), lengths, {0, 0}, d);
    w.set_window_origin({0, 8});
    return held(load_tile(w), 0);
}())
CALL_OF_THREAD(37, window_without_distribution, (18 * 16 + 4), [] {
    table m;
    auto plain = make_tile_window(m.view(), lengths, {0, 0});
    auto w = make_tile_window(plain, d);
    return held(load_tile(w), 0);
}())
CALL_OF_THREAD(37, window_without_distribution_moved, (18 * 16 + 12), [] {
    table m;
    auto plain = make_tile_window(m.view(), lengths, {0, 0});
    move_tile_window(plain, {0, 8});
    return held(load_tile(make_tile_window(plain, d)), 0);
}())
CALL_OF_THREAD(37, window_of_a_window_elsewhere, (18 * 16 + 12), [] {
    table m;
    auto plain = make_tile_window(m.view(), lengths, {0, 0});
    return held(load_tile(make_tile_window(plain, {0, 8}, d)), 0);
}())
CALL(window_of_a_window_without_distribution, (0, 8), [] {
    table m;
    auto plain = make_tile_window(m.view(), lengths, {0, 0});
    return make_tile_window(plain, {0, 8}).get_window_origin();
}())
CALL(window_origin, (0, 8), [] {
    table m;
    return make_tile_window(m.view(), lengths, {0, 8}, d).get_window_origin();
}())
CALL(window_lengths, (128, 8), [] {
    table m;
    return make_tile_window(m.view(), lengths, {0, 8}).get_window_lengths();
}())
CALL(window_lengths_with_distribution, (128, 8), [] {
    table m;
    return make_tile_window(m.view(), lengths, {0, 8}, d).get_window_lengths();
}())
CALL(window_view, (128, 16), [] {
    table m;
    return make_tile_window(m.view(), lengths, {0, 8})
        .get_bottom_tensor_view()
        .get_tensor_descriptor()
        .get_lengths();
}())
CALL(window_dims, (2), [] {
    table m;
    return make_tile_window(m.view(), lengths, {0, 8}).get_num_of_dimension();
}())
CALL(window_distribution, (1), [] {
    table m;
    auto w = make_tile_window(m.view(), lengths, {0, 8}, d);
    return std::is_same_v<remove_cvref_t<decltype(w.get_tile_distribution())>, distribution>;
}())
CALL(window_names, (1, 1), [] {
    table m;
    auto w = make_tile_window(m.view(), lengths, {0, 8}, d);
    return make_tuple(index_t{std::is_same_v<typename decltype(w)::DataType, float>},
                      index_t{std::is_same_v<typename decltype(w)::TileDstr, distribution>});
}())
CALL_OF_THREAD(37, window_over_other_memory, (1), [] {
    table m, other;
    other.data[18 * 16 + 4] = 1;
    auto w = make_tile_window(m.view(), lengths, {0, 0});
    w.set_bottom_tensor_view_data_ptr(other.data.data());
    return held(load_tile(make_tile_window(w, d)), 0);
}())
CALL_OF_THREAD(37, window_of_const_memory, (18 * 16 + 4), [] {
    table m;
    const float* p = m.data.data();
    auto v = make_naive_tensor_view<address_space_enum::global>(p, make_tuple(128, 16),
                                                                make_tuple(16, 1));
    return held(load_tile(make_tile_window(v, lengths, {0, 0}, d)), 0);
}())
CALL_OF_THREAD(37, window_of_padded_view, (0, 18 * 16 + 12), [] {
    table m;
    auto v = pad_tensor_view(make_naive_tensor_view<address_space_enum::global>(
                                 m.data.data(), make_tuple(128, 13), make_tuple(16, 1)),
                             make_tuple(number<128>{}, number<8>{}), sequence<false, true>{});
    const auto t = load_tile(make_tile_window(v, lengths, {0, 8}, d));
    return make_tuple(held(t, 1), held(t, 0));
}())
CALL_OF_THREAD(229, window_of_four_warps, ((96 + 18) * 16 + 4), [] {
    table m;
    auto w = make_tile_window(make_naive_tensor_view<address_space_enum::global>(
                                  m.data.data(), make_tuple(256, 16), make_tuple(16, 1)),
                              make_tuple(number<256>{}, number<8>{}), {0, 0},
                              make_static_tile_distribution(wide{}));
    return m.data[w.get_bottom_tensor_view().get_tensor_descriptor().calculate_offset(
        make_static_tile_distribution(wide{}).calculate_index())];
}())

CALL_OF_THREAD(37, tile_stored, (7), [] {
    table m;
    auto w = make_tile_window(m.view(), lengths, {0, 0}, d);
    auto t = load_tile(w);
    t.get_thread_buffer()(number<5>{}) = 7;
    store_tile(w, t);
    return m.data[50 * 16 + 5];
}())
CALL_OF_THREAD(37, tile_stored_without_distribution, (7), [] {
    table m;
    auto w = make_tile_window(m.view(), lengths, {0, 0});
    auto t = load_tile(make_tile_window(w, d));
    t.get_thread_buffer()(number<5>{}) = 7;
    store_tile(w, t);
    return m.data[50 * 16 + 5];
}())
CALL_OF_THREAD(37, tile_updated_stores, (7), [] {
    table m;
    auto w = make_tile_window(m.view(), lengths, {0, 0}, d);
    auto t = load_tile(w);
    t.get_thread_buffer()(number<5>{}) = 7;
    update_tile(w, t);
    return m.data[50 * 16 + 5];
}())
CALL_OF_THREAD(37, tile_updated_without_distribution, (7), [] {
    table m;
    auto w = make_tile_window(m.view(), lengths, {0, 0});
    auto t = load_tile(make_tile_window(w, d));
    t.get_thread_buffer()(number<5>{}) = 7;
    update_tile(w, t);
    return m.data[50 * 16 + 5];
}())

CALL(null_window_loads_nothing, (1), [] {
    return std::is_same_v<remove_cvref_t<decltype(load_tile(make_null_tile_window(lengths)))>,
                          null_tensor>;
}())
CALL(null_window_is_told, (1, 0), [] {
    table m;
    return make_tuple(index_t{is_null_tile_window(make_null_tile_window(lengths))},
                      index_t{is_null_tile_window(make_tile_window(m.view(), lengths, {0, 0}))});
}())
CALL(null_view_makes_null_window, (1),
     is_null_tile_window(make_tile_window(null_tensor_view{}, lengths, {0, 0})))
CALL(null_window_lengths, (128, 8), make_null_tile_window(lengths).get_window_lengths())
CALL(null_window_moves, (0, 0), [] {
    auto w = make_null_tile_window(lengths);
    move_tile_window(w, {0, 8});
    return w.get_window_origin();
}())

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
CALL(elementwise_in, (14), [] {
    auto t = numbered(d);
    return held(tile_elementwise_in([](auto x) { return 2 * x; }, t), 7);
}())
CALL(elementwise_of_two, (21), [] {
    auto t = numbered(d);
    return held(tile_elementwise_in([](auto x, auto y) { return x + 2 * y; }, t, t), 7);
}())
CALL(elementwise_inout, (8), [] {
    auto t = numbered(d);
    tile_elementwise_inout([](auto& x) { x += 1; }, t);
    return held(t, 7);
}())
CALL(elementwise_changes_type, (3), [] {
    auto t = make_static_distributed_tensor<float>(d);
    set_tile(t, 3.5f);
    return tile_elementwise_in([](const auto& x) { return type_convert<index_t>(x); }, t)
        .get_thread_buffer()[number<2>{}];
}())
CALL_OF_THREAD(37, x_of_indices, (50, 6),
               get_x_indices_from_distributed_indices(
                   d, make_tuple(ck_tile::detail::make_tile_distributed_index(sequence<1>{}),
                                 ck_tile::detail::make_tile_distributed_index(sequence<2>{}))))
CALL_OF_THREAD(37, tile_set_where, (0, 9, 9), [] {
    auto t = make_static_distributed_tensor<float>(d);
    clear_tile(t);
    set_tile_if(t, 9.f, [](auto x) { return x[number<0>{}] >= 50; });
    return make_tuple(held(t, 0), held(t, 4), held(t, 15));
}())
CALL(tile_sliced_by_rows, (16, 31, 128, 8), [] {
    auto t = numbered(make_static_tile_distribution(columns{}));
    const auto part = get_slice_tile(t, sequence<128, 0>{}, sequence<256, 8>{});
    return make_tuple(held(part, 0), held(part, 15), index_t{part.get_lengths()[number<0>{}]},
                      index_t{part.get_lengths()[number<1>{}]});
}())
// CK Tile 8e22e1a begins at column 0.
CALL(tile_sliced_by_columns, (4, 12), [] {
    auto t = numbered(make_static_tile_distribution(columns{}));
    const auto part = get_slice_tile(t, sequence<0, 4>{}, sequence<256, 8>{});
    return make_tuple(held(part, 0), held(part, 4));
}())
CALL(window_sliced, (64, 0, 64, 8), [] {
    table m;
    const auto w = get_slice_tile(make_tile_window(m.view(), lengths, {0, 0}), sequence<64, 0>{},
                                  sequence<128, 8>{});
    return make_tuple(w.get_window_origin()[0], w.get_window_origin()[1],
                      index_t{w.get_window_lengths()[number<0>{}]},
                      index_t{w.get_window_lengths()[number<1>{}]});
}())

}  // namespace
