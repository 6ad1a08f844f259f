// SPDX-License-Identifier: MIT
// Calls of transforms, adaptors, descriptors, coordinates and views (call.hpp). Each expected value is worked out by hand.
#include "call.hpp"

namespace {

// One dim of length 9 with a transform on it, asked at an index.
template <class Transform>
OF_CALLS auto at(const Transform& transform, index_t i) {
    return transform_tensor_descriptor(make_naive_tensor_descriptor_packed(make_tuple(9)),
                                       make_tuple(transform), make_tuple(sequence<0>{}),
                                       make_tuple(sequence<0>{}))
        .calculate_offset(multi_index<1>{i});
}
template <class Transform>
OF_CALLS auto length_of(const Transform& transform) {
    return transform_tensor_descriptor(make_naive_tensor_descriptor_packed(make_tuple(9)),
                                       make_tuple(transform), make_tuple(sequence<0>{}),
                                       make_tuple(sequence<0>{}))
        .get_length(number<0>{});
}
constexpr auto rows_of_8 = make_naive_tensor_descriptor(make_tuple(number<3>{}, number<4>{}),
                                                        make_tuple(number<8>{}, number<1>{}));
constexpr auto split = transform_tensor_descriptor(
    make_naive_tensor_descriptor(make_tuple(number<256>{}, number<128>{}),
                                 make_tuple(number<128>{}, number<1>{})),
    make_tuple(make_unmerge_transform(make_tuple(number<4>{}, number<64>{})),
               make_pass_through_transform(number<128>{})),
    make_tuple(sequence<0>{}, sequence<1>{}), make_tuple(sequence<0, 1>{}, sequence<2>{}));
const auto six_by_four = make_naive_tensor_descriptor_packed(make_tuple(6, 4));
template <class Transform>
OF_CALLS auto on_both(const Transform& t) {
    return transform_tensor_descriptor(six_by_four, make_tuple(t), make_tuple(sequence<0, 1>{}),
                                       make_tuple(sequence<0, 1>{}));
}
template <class Transform>
OF_CALLS auto merged(const Transform& t) {
    return transform_tensor_descriptor(six_by_four, make_tuple(t), make_tuple(sequence<0, 1>{}),
                                       make_tuple(sequence<0>{}));
}
const auto padded = transform_tensor_descriptor(
    make_naive_tensor_descriptor_packed(make_tuple(3, 4)),
    make_tuple(make_pass_through_transform(3), make_right_pad_transform(4, 2)),
    make_tuple(sequence<0>{}, sequence<1>{}), make_tuple(sequence<0>{}, sequence<1>{}));

CALL(pass_through, (5, 9), at(make_pass_through_transform(9), 5),
     length_of(make_pass_through_transform(9)))
CALL(pad, (4, 12), at(make_pad_transform(9, 1, 2), 5), length_of(make_pad_transform(9, 1, 2)))
CALL(right_pad, (5, 11), at(make_right_pad_transform(9, 2), 5),
     length_of(make_right_pad_transform(9, 2)))
CALL(pad_without_check, (4, 12), at(make_pad_transform(9, 1, 2, bool_constant<true>{}), 5),
     length_of(make_pad_transform(9, 1, 2, bool_constant<true>{})))
CALL(right_pad_of_numbers, (11), length_of(make_right_pad_transform(9, number<2>{})))
CALL(slice, (7, 6), at(make_slice_transform(9, 2, 8), 5), length_of(make_slice_transform(9, 2, 8)))
CALL(modulo, (2, 12), at(make_modulo_transform(3, 12), 5), length_of(make_modulo_transform(3, 12)))
CALL(offset, (7, 7), at(make_offset_transform(7, 2), 5), length_of(make_offset_transform(7, 2)))
CALL(unmerge_of_integers, (5),
     transform_tensor_descriptor(make_naive_tensor_descriptor_packed(make_tuple(9)),
                                 make_tuple(make_unmerge_transform(make_tuple(3, 3))),
                                 make_tuple(sequence<0>{}), make_tuple(sequence<0, 1>{}))
         .calculate_offset(multi_index<2>{1, 2}))
CALL(embed, (7),
     transform_tensor_descriptor(make_naive_tensor_descriptor_packed(make_tuple(9)),
                                 make_tuple(make_embed_transform(make_tuple(2, 3),
                                                                 make_tuple(3, 2))),
                                 make_tuple(sequence<0>{}), make_tuple(sequence<0, 1>{}))
         .calculate_offset(multi_index<2>{1, 2}))
// A convolution's backward data: row h - y of an image of 4, where there is one.
CALL(embed_runs_backwards, (3, 1, 2, 0, 1), [] {
    const auto padded_rows =
        transform_tensor_descriptor(make_naive_tensor_descriptor_packed(make_tuple(4)),
                                    make_tuple(make_pad_transform(4, number<0>{}, number<0>{})),
                                    make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
    const auto taps = transform_tensor_descriptor(
        padded_rows, make_tuple(make_embed_transform(make_tuple(2, 6), make_tuple(-1, 1))),
        make_tuple(sequence<0>{}), make_tuple(sequence<0, 1>{}));
    const auto valid = [&](index_t y, index_t h) {
        return index_t{
            coordinate_has_valid_offset(taps, make_tensor_coordinate(taps, multi_index<2>{y, h}))};
    };
    return make_tuple(taps.calculate_offset(multi_index<2>{1, 4}), valid(1, 4),
                      taps.calculate_offset(multi_index<2>{1, 3}), valid(1, 0), valid(0, 3));
}())
CALL(xor_of_two_dims, (5 * 4 + 3),
     on_both(make_xor_transform(make_tuple(6, 4))).calculate_offset(multi_index<2>{5, 2}))
CALL(merge, (22),
     merged(make_merge_transform(make_tuple(6, 4))).calculate_offset(multi_index<1>{22}))
CALL(merge_by_magic_division, (22),
     merged(make_merge_transform_v2_magic_division(make_tuple(6, 4)))
         .calculate_offset(multi_index<1>{22}))
CALL(merge_by_division, (22),
     merged(make_merge_transform_v3_division_mod(make_tuple(6, 4)))
         .calculate_offset(multi_index<1>{22}))
CALL(merge_length, (24), merged(make_merge_transform(make_tuple(6, 4))).get_length(number<0>{}))
CALL(freeze, (3 * 4 + 2),
     transform_tensor_descriptor(
         six_by_four, make_tuple(make_freeze_transform(3), make_pass_through_transform(4)),
         make_tuple(sequence<0>{}, sequence<1>{}), make_tuple(sequence<>{}, sequence<0>{}))
         .calculate_offset(multi_index<1>{2}))
CALL(insert, (14),
     transform_tensor_descriptor(six_by_four,
                                 make_tuple(make_insert_transform(7),
                                            make_pass_through_transform(6),
                                            make_pass_through_transform(4)),
                                 make_tuple(sequence<>{}, sequence<0>{}, sequence<1>{}),
                                 make_tuple(sequence<0>{}, sequence<1>{}, sequence<2>{}))
         .calculate_offset(multi_index<3>{5, 3, 2}))
CALL(replicate, (22),
     transform_tensor_descriptor(six_by_four,
                                 make_tuple(make_pass_through_transform(6),
                                            make_pass_through_transform(4),
                                            make_replicate_transform(make_tuple(2, 2))),
                                 make_tuple(sequence<0>{}, sequence<1>{}, sequence<>{}),
                                 make_tuple(sequence<0>{}, sequence<1>{}, sequence<2, 3>{}))
         .calculate_offset(multi_index<4>{5, 2, 1, 0}))
CALL(dims_exchanged, (14),
     transform_tensor_descriptor(
         six_by_four, make_tuple(make_pass_through_transform(6), make_pass_through_transform(4)),
         make_tuple(sequence<0>{}, sequence<1>{}), make_tuple(sequence<1>{}, sequence<0>{}))
         .calculate_offset(multi_index<2>{2, 3}))

CALL(naive_offset, (10), rows_of_8.calculate_offset(multi_index<2>{1, 2}))
CALL(naive_offset_of_a_tuple, (10), rows_of_8.calculate_offset(make_tuple(1, 2)))
CALL(naive_offset_of_an_array, (10), rows_of_8.calculate_offset(array<index_t, 2>{1, 2}))
CALL(naive_offset_of_a_sequence, (10), rows_of_8.calculate_offset(sequence<1, 2>{}))
CALL(naive_element_space, (20), rows_of_8.get_element_space_size())
CALL(naive_is_static, (1), decltype(rows_of_8)::is_static())
CALL(naive_lengths, (3, 4), rows_of_8.get_length(number<0>{}), rows_of_8.get_length(number<1>{}))
CALL(all_lengths, (3, 4), rows_of_8.get_lengths())
CALL(length_is_a_number, (4), remove_cvref_t<decltype(rows_of_8.get_length(number<1>{}))>::value)
CALL(naive_dimensions, (2, 2), rows_of_8.get_num_of_dimension(),
     decltype(rows_of_8)::get_num_of_top_dimension())
CALL(naive_of_integers, (10, 20),
     make_naive_tensor_descriptor(make_tuple(3, 4), make_tuple(8, 1))
         .calculate_offset(multi_index<2>{1, 2}),
     make_naive_tensor_descriptor(make_tuple(3, 4), make_tuple(8, 1)).get_element_space_size())
CALL(packed, (6, 12),
     make_naive_tensor_descriptor_packed(make_tuple(number<3>{}, number<4>{}))
         .calculate_offset(multi_index<2>{1, 2}),
     make_naive_tensor_descriptor_packed(make_tuple(3, 4)).get_element_space_size())
CALL(packed_with_a_guarantee, (6),
     make_naive_tensor_descriptor_packed(make_tuple(3, 4), number<4>{})
         .calculate_offset(multi_index<2>{1, 2}))
CALL(aligned, (8),
     make_naive_tensor_descriptor_aligned(make_tuple(number<4>{}, number<5>{}), number<8>{})
         .calculate_offset(multi_index<2>{1, 0}))
CALL(with_offset, (12),
     make_naive_tensor_descriptor_with_offset(make_tuple(3, 4), make_tuple(8, 1), 2)
         .calculate_offset(multi_index<2>{1, 2}))
CALL(mixed_lengths, (4, 10),
     make_naive_tensor_descriptor(make_tuple(3, number<4>{}), make_tuple(8, number<1>{}))
         .get_length(number<1>{}),
     make_naive_tensor_descriptor(make_tuple(3, number<4>{}), make_tuple(8, number<1>{}))
         .calculate_offset(multi_index<2>{1, 2}))
CALL(guaranteed_stride, (1),
     make_naive_tensor_descriptor(make_tuple(8, 16), make_tuple(16, 1), number<8>{}, number<1>{})
         .get_top_dimension_safe_vector_length_strides()
         .template at<1>()[1])
CALL(guaranteed_vectors, (8),
     make_naive_tensor_descriptor(make_tuple(8, 16), make_tuple(16, 1), number<8>{}, number<1>{})
         .get_top_dimension_safe_vector_length_strides()
         .template at<0>()[1])

CALL(split_offset, (8578), split.calculate_offset(multi_index<3>{1, 3, 2}))
CALL(split_lengths, (4, 64, 128), split.get_lengths())
CALL(split_transforms, (3), split.get_num_of_transform())
CALL(split_hidden_dimensions, (6), split.get_num_of_hidden_dimension())
CALL(split_lower_ids, (0, 1, 2), decltype(split)::get_lower_dimension_hidden_idss())
CALL(split_upper_ids, (1, 2, 3, 4, 5), decltype(split)::get_upper_dimension_hidden_idss())
CALL(split_top_ids, (3, 4, 5), decltype(split)::get_top_dimension_hidden_ids())
CALL(split_transform_tuple, (3), remove_cvref_t<decltype(split.get_transforms())>::size())
CALL(lds_descriptor_of_a_gemm, (0, 8, 1, 17 * 8), [] {
    constexpr auto blocks = make_naive_tensor_descriptor(
        make_tuple(number<4>{}, number<16>{}, number<8>{}),
        make_tuple(number<(16 + 1) * 8>{}, number<8>{}, number<1>{}), number<8>{}, number<1>{});
    constexpr auto m_k = transform_tensor_descriptor(
        blocks,
        make_tuple(make_pass_through_transform(number<16>{}),
                   make_merge_transform(make_tuple(number<4>{}, number<8>{}))),
        make_tuple(sequence<1>{}, sequence<0, 2>{}), make_tuple(sequence<0>{}, sequence<1>{}));
    return make_tuple(
        m_k.calculate_offset(make_tuple(0, 0)), m_k.calculate_offset(make_tuple(1, 0)),
        m_k.calculate_offset(make_tuple(0, 1)), m_k.calculate_offset(make_tuple(0, 8)));
}())

CALL(coordinate_offset, (8578), make_tensor_coordinate(split, multi_index<3>{1, 3, 2}).get_offset())
CALL(coordinate_hidden_index, (8578, 67, 2, 1, 3, 2),
     make_tensor_coordinate(split, multi_index<3>{1, 3, 2}))
CALL(coordinate_index, (1, 3, 2),
     make_tensor_coordinate(split, multi_index<3>{1, 3, 2}).get_index())
CALL(coordinate_of_a_tuple, (8578), make_tensor_coordinate(split, make_tuple(1, 3, 2)).get_offset())
CALL(coordinate_moved, (2 * 4 + 0, 2, 0), [] {
    auto c = make_tensor_coordinate(padded, multi_index<2>{1, 3});
    move_tensor_coordinate(padded, c, multi_index<2>{1, -3});
    return make_tuple(c.get_offset(), c.get_index()[0], c.get_index()[1]);
}())
CALL(coordinate_valid, (1, 0),
     coordinate_has_valid_offset(padded, make_tensor_coordinate(padded, multi_index<2>{1, 3})),
     coordinate_has_valid_offset(padded, make_tensor_coordinate(padded, multi_index<2>{1, 4})))
CALL(coordinate_valid_inside, (0),
     coordinate_has_valid_offset_assuming_top_index_is_valid(
         padded, make_tensor_coordinate(padded, multi_index<2>{1, 5})))
CALL(coordinate_moved_through_a_pad, (4), [] {
    auto c = make_tensor_coordinate(padded, multi_index<2>{0, 5});
    move_tensor_coordinate(padded, c, make_multi_index(1, -5));
    return c.get_offset();
}())
CALL(merged_coordinate_moved, (22), [] {
    const auto d = merged(make_merge_transform(make_tuple(6, 4)));
    auto c = make_tensor_coordinate(d, multi_index<1>{3});
    move_tensor_coordinate(d, c, multi_index<1>{19});
    return c.get_offset();
}())

const auto unmerged =
    make_single_stage_tensor_adaptor(make_tuple(make_unmerge_transform(make_tuple(4, 6))),
                                     make_tuple(sequence<0>{}), make_tuple(sequence<0, 1>{}));
const auto shifted = make_single_stage_tensor_adaptor(
    make_tuple(make_pass_through_transform(4), make_pad_transform(6, 1, 1)),
    make_tuple(sequence<0>{}, sequence<1>{}), make_tuple(sequence<1>{}, sequence<0>{}));
CALL(adaptor_bottom_index, (67),
     make_single_stage_tensor_adaptor(make_tuple(make_unmerge_transform(make_tuple(number<4>{},
                                                                                   number<64>{}))),
                                      make_tuple(sequence<0>{}), make_tuple(sequence<0, 1>{}))
         .calculate_bottom_index(multi_index<2>{1, 3}))
CALL(adaptors_chained, (2 * 6 + 2),
     chain_tensor_adaptors(unmerged, shifted).calculate_bottom_index(multi_index<2>{3, 2}))
CALL(adaptor_transformed, (2 * 6 + 2),
     transform_tensor_adaptor(
         unmerged, make_tuple(make_pass_through_transform(4), make_pad_transform(6, 1, 1)),
         make_tuple(sequence<0>{}, sequence<1>{}), make_tuple(sequence<1>{}, sequence<0>{}))
         .calculate_bottom_index(multi_index<2>{3, 2}))
CALL(adaptor_as_descriptor, (14, 24),
     make_tensor_descriptor_from_adaptor(chain_tensor_adaptors(unmerged, shifted), 24)
         .calculate_offset(multi_index<2>{3, 2}),
     make_tensor_descriptor_from_adaptor(unmerged, 24).get_element_space_size())
CALL(adaptor_coordinate, (14),
     make_tensor_adaptor_coordinate(chain_tensor_adaptors(unmerged, shifted), multi_index<2>{3, 2})
         .get_bottom_index())
CALL(adaptor_coordinate_top, (3, 2),
     make_tensor_adaptor_coordinate(chain_tensor_adaptors(unmerged, shifted), multi_index<2>{3, 2})
         .get_top_index())
CALL(adaptor_coordinate_moved, (3 * 6 + 3), [] {
    const auto a = chain_tensor_adaptors(unmerged, shifted);
    auto c = make_tensor_adaptor_coordinate(a, multi_index<2>{3, 2});
    move_tensor_adaptor_coordinate(a, c, multi_index<2>{1, 1});
    return c.get_bottom_index()[0];
}())
CALL(adaptor_dimensions, (1, 2), unmerged.get_num_of_bottom_dimension(),
     unmerged.get_num_of_top_dimension())
CALL(adaptor_valid, (0), [] {
    const auto a = chain_tensor_adaptors(unmerged, shifted);
    return adaptor_coordinate_is_valid_assuming_top_index_is_valid(
        a, make_tensor_adaptor_coordinate(a, multi_index<2>{0, 2}));
}())

// A transform asked by itself.
CALL(transform_upper_lengths, (12, 4, 64, 24, 6), make_pad_transform(9, 1, 2).get_upper_lengths(),
     make_unmerge_transform(make_tuple(number<4>{}, 64)).get_upper_lengths(),
     make_merge_transform(make_tuple(6, 4)).get_upper_lengths(),
     make_slice_transform(9, 2, 8).get_upper_lengths())
CALL(transform_up_lengths, (4, 64),
     make_unmerge_transform(make_tuple(number<4>{}, 64)).up_lengths_[number<0>{}],
     make_unmerge_transform(make_tuple(number<4>{}, 64)).up_lengths_[number<1>{}])
template <class Transform, index_t Lower>
OF_CALLS auto lower_of(const Transform& t, multi_index<1> upper, number<Lower>) {
    multi_index<Lower> lower;
    t.calculate_lower_index(lower, upper);
    return lower;
}
CALL(transform_lower_index, (4, 5, 2, 7), lower_of(make_pad_transform(9, 1, 2), {5}, number<1>{}),
     lower_of(make_merge_transform(make_tuple(6, 4)), {22}, number<2>{}),
     lower_of(make_slice_transform(9, 2, 8), {5}, number<1>{}))
CALL(transform_lower_index_updated, (1, 0, 2, 0), [] {
    const auto t = make_merge_transform(make_tuple(6, 4));
    multi_index<2> step, lower{0, 3};
    t.update_lower_index(step, multi_index<1>{5}, lower, multi_index<1>{8});
    return make_tuple(step[0] - 1, step[1] + 3, lower[0], lower[1]);
}())
CALL(transform_valid, (0, 0, 1), [] {
    const auto t = make_pad_transform(9, 1, 2);
    return make_tuple(
        index_t{t.is_valid_upper_index_always_mapped_to_valid_lower_index()},
        index_t{t.is_valid_upper_index_mapped_to_valid_lower_index(multi_index<1>{0})},
        index_t{t.is_valid_upper_index_mapped_to_valid_lower_index(multi_index<1>{1})});
}())
CALL(unmerge_by_its_type, (67, 4, 64), [] {
    using type = unmerge<tuple<number<4>, number<64>>, false>;
    const auto a =
        make_single_stage_tensor_adaptor(make_tuple(type{make_tuple(number<4>{}, number<64>{})}),
                                         make_tuple(sequence<0>{}), make_tuple(sequence<0, 1>{}));
    return make_tuple(a.calculate_bottom_index(multi_index<2>{1, 3})[0],
                      index_t{a.get_transforms().at(number<0>{}).get_upper_lengths()[number<0>{}]},
                      index_t{a.get_transforms().at(number<0>{}).get_upper_lengths()[number<1>{}]});
}())
CALL(hidden_lengths, (4, 64, 128), split.get_hidden_dimension_length(number<3>{}),
     split.get_hidden_dimension_length(number<4>{}), split.get_hidden_dimension_length(number<5>{}))
CALL(adaptor_elements, (24), unmerged.get_element_size())
CALL(element_space_member, (20), rows_of_8.element_space_size_)
CALL(index_types, (3, 6, 1, 2, 3), remove_cvref_t<decltype(split)>::TopIndex::size(),
     remove_cvref_t<decltype(split)>::HiddenIndex::size(),
     remove_cvref_t<decltype(unmerged)>::BottomIndex::size(),
     remove_cvref_t<decltype(make_tensor_adaptor_coordinate(unmerged,
                                                            multi_index<2>{}))>::TopIndex::size(),
     remove_cvref_t<decltype(make_tensor_coordinate(padded,
                                                    multi_index<2>{}))>::HiddenIndex::size() -
         2)
CALL(coordinate_moved_unjudged, (8), [] {
    auto c = make_tensor_coordinate(padded, multi_index<2>{1, 3});
    move_tensor_coordinate<false>(padded, c, multi_index<2>{1, -3});
    return c.get_offset();
}())
CALL(adaptor_moved_with_the_step_below, (3 * 6 + 3, 7), [] {
    const auto a = chain_tensor_adaptors(unmerged, shifted);
    auto c = make_tensor_adaptor_coordinate(a, multi_index<2>{3, 2});
    multi_index<1> below;
    move_tensor_adaptor_coordinate(a, c, multi_index<2>{1, 1}, below);
    return make_tuple(c.get_bottom_index()[0], below[0]);
}())
using curve = space_filling_curve<sequence<2, 6>, sequence<0, 1>, sequence<1, 2>>;
CALL(curve_accesses, (6, 12, 2), curve::get_num_of_access(), curve::TensorSize,
     curve::ScalarPerVector)
CALL(curve_turns_back, (0, 4, 1, 4, 1, 0), curve::get_index(number<2>{}),
     curve::get_index(number<3>{}), curve::get_index(number<5>{}))
CALL(curve_steps, (1, 0, 0, 2, 1, 0), curve::get_forward_step(number<2>{}),
     curve::get_backward_step(number<4>{}), curve::get_step_between(number<1>{}, number<4>{}))
CALL(curve_in_another_order, (1, 0, 1, 2),
     space_filling_curve<sequence<2, 6>, sequence<1, 0>, sequence<1, 2>>::get_index(number<1>{}),
     space_filling_curve<sequence<2, 6>, sequence<1, 0>, sequence<1, 2>>::get_index(number<2>{}))
CALL(curve_that_does_not_turn, (1, 0),
     space_filling_curve<sequence<2, 6>, sequence<0, 1>, sequence<1, 2>, false>::get_index(
         number<3>{}))

// Views over the numbers 0 to 11 as 3 x 4.
struct memory {
    float data[12];
    OF_CALLS memory() {
        for (int i = 0; i < 12; ++i) data[i] = static_cast<float>(i);
    }
};
template <class View>
OF_CALLS auto read(const View& v, index_t i, index_t j) {
    return v.template get_vectorized_elements<thread_buffer<float, 1>>(
        make_tensor_coordinate(v.get_tensor_descriptor(), multi_index<2>{i, j}))[0];
}
CALL(naive_view, (6), [] {
    memory m;
    return read(make_naive_tensor_view<address_space_enum::global>(m.data, make_tuple(3, 4),
                                                                   make_tuple(4, 1)),
                1, 2);
}())
CALL(naive_view_with_a_guarantee, (6), [] {
    memory m;
    return read(make_naive_tensor_view<address_space_enum::global>(
                    m.data, make_tuple(3, 4), make_tuple(4, 1), number<4>{}, number<1>{}),
                1, 2);
}())
CALL(packed_view, (6), [] {
    memory m;
    return read(make_naive_tensor_view_packed<address_space_enum::global>(m.data, make_tuple(3, 4)),
                1, 2);
}())
CALL(packed_view_with_a_guarantee, (6), [] {
    memory m;
    return read(make_naive_tensor_view_packed<address_space_enum::global>(m.data, make_tuple(3, 4),
                                                                          number<4>{}),
                1, 2);
}())
CALL(view_of_a_descriptor, (6), [] {
    memory m;
    return read(
        make_tensor_view<address_space_enum::lds>(
            m.data, make_naive_tensor_descriptor_packed(make_tuple(number<3>{}, number<4>{}))),
        1, 2);
}())
CALL(view_transformed, (6), [] {
    memory m;
    const auto v =
        make_naive_tensor_view_packed<address_space_enum::global>(m.data, make_tuple(3, 4));
    return read(
        transform_tensor_view(
            v, make_tuple(make_pass_through_transform(3), make_pass_through_transform(4)),
            make_tuple(sequence<0>{}, sequence<1>{}), make_tuple(sequence<1>{}, sequence<0>{})),
        2, 1);
}())
CALL(view_padded, (6, 0, 4, 8), [] {
    memory m;
    const auto v = pad_tensor_view(
        make_naive_tensor_view_packed<address_space_enum::global>(m.data, make_tuple(3, 4)),
        make_tuple(number<2>{}, number<8>{}), sequence<true, true>{});
    return make_tuple(read(v, 1, 2), read(v, 3, 0),
                      index_t{v.get_tensor_descriptor().get_length(number<0>{})},
                      index_t{v.get_tensor_descriptor().get_length(number<1>{})});
}())
CALL(view_padded_in_one_dim, (3, 8), [] {
    memory m;
    const auto v = pad_tensor_view(
        make_naive_tensor_view_packed<address_space_enum::global>(m.data, make_tuple(3, 4)),
        make_tuple(number<2>{}, number<8>{}), sequence<false, true>{});
    return make_tuple(index_t{v.get_tensor_descriptor().get_length(number<0>{})},
                      index_t{v.get_tensor_descriptor().get_length(number<1>{})});
}())
CALL(view_stores_by_default, (20), [] {
    memory m;
    auto v = make_naive_tensor_view_packed<address_space_enum::global>(m.data, make_tuple(3, 4));
    thread_buffer<float, 1> x;
    x(0) = 20;
    v.template update_vectorized_elements<thread_buffer<float, 1>>(
        make_tensor_coordinate(v.get_tensor_descriptor(), multi_index<2>{1, 2}), x);
    return m.data[6];
}())
CALL(buffer_read_and_set, (6, 0, 20, 6, 0), [] {
    memory m;
    auto b = make_buffer_view<address_space_enum::generic>(m.data, 12);
    const float inside = b.template get<float>(6, true), outside = b.template get<float>(6, false);
    b.template set<float>(5, true, 20.f);
    b.template set<float>(6, false, 20.f);
    return make_tuple(inside, outside, b(5), b(6), index_t{b.is_static_buffer()});
}())
CALL(buffer_updated, (26), [] {
    memory m;
    auto b = make_buffer_view<address_space_enum::generic>(m.data, 12);
    b.template update<memory_operation_enum::add, float>(6, true, 20.f);
    return m.data[6];
}())
CALL(view_sets, (20), [] {
    memory m;
    auto v = make_naive_tensor_view_packed<address_space_enum::global>(m.data, make_tuple(3, 4));
    thread_buffer<float, 1> x;
    x(0) = 20;
    v.template set_vectorized_elements<thread_buffer<float, 1>>(
        make_tensor_coordinate(v.get_tensor_descriptor(), multi_index<2>{1, 2}), x);
    return m.data[6];
}())
CALL(view_dimensions, (2),
     decltype(make_naive_tensor_view_packed<address_space_enum::global>(
         static_cast<float*>(nullptr), make_tuple(3, 4)))::get_num_of_dimension())
CALL(view_names_its_type, (1),
     std::is_same_v<typename decltype(make_naive_tensor_view_packed<address_space_enum::global>(
                        static_cast<float*>(nullptr), make_tuple(3, 4)))::DataType,
                    float>)
CALL(view_operation, (1, 1),
     decltype(make_naive_tensor_view<address_space_enum::global, memory_operation_enum::atomic_add>(
         static_cast<float*>(nullptr), make_tuple(3, 4), make_tuple(4, 1)))::DstInMemOp ==
         memory_operation_enum::atomic_add,
     decltype(make_naive_tensor_view<address_space_enum::global>(static_cast<float*>(nullptr),
                                                                 make_tuple(3, 4),
                                                                 make_tuple(4, 1)))::DstInMemOp ==
         memory_operation_enum::set)
CALL(buffer_of_a_view, (12), [] {
    memory m;
    return make_naive_tensor_view_packed<address_space_enum::global>(m.data, make_tuple(3, 4))
        .get_buffer_view()
        .buffer_size_;
}())

}  // namespace
