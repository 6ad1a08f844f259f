// SPDX-License-Identifier: MIT
// Calls of windows: loads, stores, moves, null windows (tile_shapes.hpp).
#include "tile_shapes.hpp"

namespace {

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
    w.set_bottom_tensor_view_data_ptr(other.data);
    return held(load_tile(make_tile_window(w, d)), 0);
}())
CALL_OF_THREAD(37, window_of_const_memory, (18 * 16 + 4), [] {
    table m;
    const float* p = m.data;
    auto v = make_naive_tensor_view<address_space_enum::global>(p, make_tuple(128, 16),
                                                                make_tuple(16, 1));
    return held(load_tile(make_tile_window(v, lengths, {0, 0}, d)), 0);
}())
CALL_OF_THREAD(37, window_of_padded_view, (0, 18 * 16 + 12), [] {
    table m;
    auto v = pad_tensor_view(make_naive_tensor_view<address_space_enum::global>(
                                 m.data, make_tuple(128, 13), make_tuple(16, 1)),
                             make_tuple(number<128>{}, number<8>{}), sequence<false, true>{});
    const auto t = load_tile(make_tile_window(v, lengths, {0, 8}, d));
    return make_tuple(held(t, 1), held(t, 0));
}())
CALL_OF_THREAD(229, window_of_four_warps, ((96 + 18) * 16 + 4), [] {
    table m;
    auto w = make_tile_window(make_naive_tensor_view<address_space_enum::global>(
                                  m.data, make_tuple(256, 16), make_tuple(16, 1)),
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

CALL_OF_THREAD(37, window_loads_itself, (18 * 16 + 4, 50 * 16 + 4, 18 * 16 + 4), [] {
    table m;
    auto w = make_tile_window(m.view(), lengths, {0, 0}, d);
    return make_tuple(held(w.load(), 0), held(w.load(bool_constant<false>{}), 4),
                      held(load_tile(w, bool_constant<false>{}), 0));
}())
CALL_OF_THREAD(37, window_stores_itself, (7), [] {
    table m;
    auto w = make_tile_window(m.view(), lengths, {0, 0}, d);
    auto t = load_tile(w);
    t.get_thread_buffer()(number<5>{}) = 7;
    w.store(t);
    return m.data[50 * 16 + 5];
}())
CALL(window_accesses, (4, 4, 1, 4, 4, 2, 0), [] {
    table m;
    auto w = make_tile_window(m.view(), lengths, {0, 0}, d);
    using traits = typename decltype(w)::load_store_traits;
    async_load_fence();
    return make_tuple(w.get_num_access(), index_t{traits::NumAccess}, index_t{traits::VectorDimY},
                      index_t{traits::ScalarPerVector}, index_t{traits::vector_t::size()},
                      traits::SFC_Ys::get_index(number<2>{})[0],
                      traits::SFC_Ys::get_index(number<2>{})[1]);
}())
CALL(fences_wait_for_nothing_here, (1), [] {
    auto t = make_static_distributed_tensor<float>(d);
    clear_tile(t);
    buffer_load_fence(0, t.get_thread_buffer());
    buffer_store_fence();
    return 1;
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

CALL(window_sliced, (64, 0, 64, 8), [] {
    table m;
    const auto w = get_slice_tile(make_tile_window(m.view(), lengths, {0, 0}), sequence<64, 0>{},
                                  sequence<128, 8>{});
    return make_tuple(w.get_window_origin()[0], w.get_window_origin()[1],
                      index_t{w.get_window_lengths()[number<0>{}]},
                      index_t{w.get_window_lengths()[number<1>{}]});
}())

}  // namespace
