// SPDX-License-Identifier: MIT
// Calls of tiles in registers: set, cast, sliced, computed element by element (tile_shapes.hpp).
#include "tile_shapes.hpp"

namespace {

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
CALL(cast_towards_zero, (0x3c00, 0xbc00, 0x7bff, 0x3bff), [] {
    auto t = make_static_distributed_tensor<float>(d);
    auto& x = t.get_thread_buffer();
    clear_tile(t);
    x(0) = 1.0009f;  // between 1 and 1 + 2^-10
    x(1) = -1.0009f;
    x(2) = 70000;  // beyond the greatest half
    x(3) = 0.99999f;
    const auto half = impl::cast_tile_pk_fp16_fp32<half_t>(t);
    const auto bits = [&](index_t i) {
        return index_t{bit_cast<unsigned short>(half.get_thread_buffer()[i])};
    };
    return make_tuple(bits(0), bits(1), bits(2), bits(3));
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

}  // namespace
