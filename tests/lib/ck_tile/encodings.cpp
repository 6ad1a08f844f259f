// SPDX-License-Identifier: MIT
// Calls of tile encodings, distributions and threads (tile_shapes.hpp).
#include "tile_shapes.hpp"

namespace {

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

}  // namespace
