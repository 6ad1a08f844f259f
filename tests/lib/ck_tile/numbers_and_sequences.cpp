// SPDX-License-Identifier: MIT
// Calls of numbers, small functions and sequences (call.hpp). Each expected value is worked out by hand.
#include "call.hpp"

namespace {

template <index_t I>
OF_CALLS constexpr index_t deduced(number<I>) {
    return I;
}
template <index_t... I>
OF_CALLS constexpr index_t deduced_sum(sequence<I...>) {
    return (0 + ... + I);
}
template <index_t I, index_t... Rest>
OF_CALLS constexpr index_t deduced_first(sequence<I, Rest...>) {
    return I;
}
template <bool B>
OF_CALLS constexpr int deduced_bool(bool_constant<B>) {
    return B ? 1 : 2;
}

CALL(number_has_a_value, (4), number<4>::value)
CALL(number_is_called, (4), number<4>{}())
CALL(number_converts, (7), number<4>{} + 3)
CALL(number_plus_number, (7), decltype(number<4>{} + number<3>{})::value)
CALL(number_minus_number, (1), decltype(number<4>{} - number<3>{})::value)
CALL(number_times_number, (12), decltype(number<4>{} * number<3>{})::value)
CALL(number_by_number, (2), decltype(number<9>{} / number<4>{})::value)
CALL(number_modulo_number, (1), decltype(number<9>{} % number<4>{})::value)
CALL(number_shifted, (32), decltype(number<4>{} << number<3>{})::value)
CALL(number_compared, (1, 0), decltype(number<4>{} == number<4>{})::value,
     decltype(number<4>{} < number<3>{})::value)
CALL(number_negated, (-4), decltype(-number<4>{})::value)
CALL(number_deduces, (6), deduced(number<6>{}))
CALL(computed_number_deduces, (24), deduced(number<6>{} * number<4>{}))
CALL(bool_constant_deduces, (1, 2), deduced_bool(bool_constant<true>{}),
     deduced_bool(bool_constant<false>{}))
CALL(number_as_template_argument, (8), sequence<number<8>{}>::at(0))
CALL(numbers_of_a_length_and_a_tile, (3), integer_divide_ceil(number<10>{}, number<4>{}))

CALL(divide_floor, (2), integer_divide_floor(10, 4))
CALL(divide_ceil, (3), integer_divide_ceil(10, 4))
CALL(divide_ceil_of_a_multiple, (2), integer_divide_ceil(8, 4))
CALL(divide_ceil_by_a_number, (3), integer_divide_ceil(10, number<4>{}))
CALL(least_multiple, (12), integer_least_multiple(10, 4))
CALL(greatest_of_three, (9), ck_tile::max(3, 9, 5))
CALL(greatest_with_a_number, (5), ck_tile::max(number<3>{}, 5))
CALL(least_of_three, (3), ck_tile::min(3, 9, 5))
CALL(clamped, (2, 7, 5), clamp(1, 2, 7), clamp(9, 2, 7), clamp(5, 2, 7))
CALL(greatest_common_divisor, (6), gcd(12, 18))
CALL(gcd_of_numbers, (6), decltype(gcd(number<12>{}, number<18>{}))::value)
CALL(least_common_multiple, (36), lcm(12, 18))
CALL(power_of_two_above, (8), next_power_of_two(5))
CALL(log2_floor, (5), integer_log2_floor(40))
CALL(power_of_two, (1, 0), is_power_of_two_integer(64), is_power_of_two_integer(48))
CALL(function_objects, (7, 12, 1), plus<index_t>{}(3, 4), multiplies<index_t>{}(3, 4),
     less<index_t>{}(3, 4))
CALL(function_objects_of_any, (12, -1), multiplies{}(3, 4), minus{}(3, 4))
CALL(greater_and_smaller, (4, 3), maximize<index_t>{}(3, 4), minimize<index_t>{}(3, 4))
CALL(identity_gives_its_argument, (5), identity{}(5))
CALL(scaled, (10), scales<int>{2}(5))

CALL(sequence_size, (3), sequence<4, 1, 32>::size())
CALL(sequence_at_integer, (32), sequence<4, 1, 32>::at(2))
CALL(sequence_at_number, (32), sequence<4, 1, 32>::at(number<2>{}))
CALL(sequence_at_template, (1), sequence<4, 1, 32>::at<1>())
CALL(sequence_brackets, (4, 1), sequence<4, 1, 32>{}[0], sequence<4, 1, 32>{}[number<1>{}])
CALL(sequence_front_and_back, (4, 32), sequence<4, 1, 32>::front(), sequence<4, 1, 32>::back())
CALL(sequence_pops, (1, 32, 4, 1), sequence<4, 1, 32>::pop_front(), sequence<4, 1, 32>::pop_back())
CALL(sequence_pushes_back, (4, 1, 9), sequence<4, 1>::push_back(number<9>{}))
CALL(sequence_pushes_a_sequence, (4, 1, 9, 8), sequence<4, 1>::push_back(sequence<9, 8>{}))
CALL(sequence_pushes_front, (9, 4, 1), sequence<4, 1>::push_front(number<9>{}))
CALL(sequence_reversed, (32, 1, 4), sequence<4, 1, 32>::reverse())
CALL(sequence_extracts, (32, 4), sequence<4, 1, 32>::extract(sequence<2, 0>{}))
CALL(sequence_extracts_numbers, (32, 4), sequence<4, 1, 32>::extract(number<2>{}, number<0>{}))
CALL(sequence_modified, (4, 7, 32), sequence<4, 1, 32>::modify(number<1>{}, number<7>{}))
CALL(sequence_reordered_new_to_old, (32, 4, 1),
     sequence<4, 1, 32>::reorder_new_to_old(sequence<2, 0, 1>{}))
CALL(sequence_reordered_old_to_new, (1, 32, 4),
     sequence<4, 1, 32>::reorder_old_to_new(sequence<2, 0, 1>{}))
CALL(sequence_transformed, (5, 2), sequence<4, 1>::transform([](auto x) { return x + 1; }))
CALL(sequence_deduces, (37, 4), deduced_sum(sequence<4, 1, 32>{}),
     deduced_first(sequence<4, 1, 32>{}))
CALL(absolute_difference_added, (8, 8), sad_u16(3, 5, 6), sad_u16(5, 3, 6))
CALL(saturated, (127, -128, 5), saturates<int8_t>{}(300.f), saturates<int8_t>{}(-300),
     saturates<int8_t>{}(5.f))
CALL(array_made_with, (3, 2, 2, 2), make_array_with<index_t, 4>({3, 2}))
// The authors' test of seven rounds: counter and key 0 give 5f6fb709 0d893f64 4f121f81 4f730a48.
template <index_t Count, class Draw>
OF_CALLS auto bytes_of(const Draw& draw) {
    uint8_t bytes[Count] = {};
    draw(bytes);
    array<index_t, Count> all;
    for (index_t i = 0; i < Count; ++i) all[i] = bytes[i];
    return all;
}
CALL(random_words, (0x5f6fb709, 0x0d893f64, 0x4f121f81, 0x4f730a48), [] {
    const auto words = philox(0, 0).get_philox_4x32(0);
    return make_tuple(words.x, words.y, words.z, words.w);
}())
CALL(random_bytes,
     (0x09, 0xb7, 0x6f, 0x5f, 0x64, 0x3f, 0x89, 0x0d, 0x81, 0x1f, 0x12, 0x4f, 0x48, 0x0a, 0x73,
      0x4f),
     bytes_of<16>([](uint8_t* out) { philox(0, 0).get_random_16x8(out, 0); }))
CALL(random_bytes_of_two_words, (0x64, 0x3f, 0x89, 0x0d, 0x48, 0x0a, 0x73, 0x4f),
     bytes_of<8>([](uint8_t* out) { philox(0, 0).get_random_8x8(out, 0, 1); }))
CALL(random_bytes_of_a_word, (0x81, 0x1f, 0x12, 0x4f),
     bytes_of<4>([](uint8_t* out) { philox(0, 0).get_random_4x8(out, 0, 2); }))
CALL(random_of_a_seed, (1), [] {
    // Another seed, offset or subsequence, another word.
    const auto word = [](unsigned long long seed, unsigned long long offset,
                         unsigned long long subsequence) {
        return philox(seed, offset).get_philox_4x32(subsequence).x;
    };
    const auto first = word(5, 6, 7);
    return index_t{first != word(5ull << 32, 6, 7) && first != word(5, 6ull << 32, 7) &&
                   first != word(5, 6, 7ull << 32) && first == word(5, 6, 7)};
}())
CALL(sequence_equal, (1, 0), sequence<1, 2>{} == sequence<1, 2>{},
     sequence<1, 2>{} == sequence<2, 1>{})

CALL(sequences_merged, (1, 2, 3), merge_sequences(sequence<1, 2>{}, sequence<3>{}))
CALL(three_sequences_merged, (1, 2, 3),
     merge_sequences(sequence<1>{}, sequence<2>{}, sequence<3>{}))
CALL(merged_type, (1, 2), sequence_merge_t<sequence<1>, sequence<2>>{})
CALL(merged_type_by_struct, (1, 2), typename sequence_merge<sequence<1>, sequence<2>>::type{})
CALL(uniform, (8, 8, 8), uniform_sequence_gen_t<3, 8>{})
CALL(uniform_by_struct, (0, 0), typename uniform_sequence_gen<2, 0>::type{})
CALL(arithmetic, (2, 5), typename arithmetic_sequence_gen<2, 8, 3>::type{})
CALL(counted, (0, 1, 2), make_index_sequence<3>{})
CALL(generated, (0, 2, 4),
     generate_sequence_v2([](auto i) { return number<2 * i.value>{}; }, number<3>{}))
CALL(sequence_of_numbers, (5, 6), make_sequence(number<5>{}, number<6>{}))
CALL(tuple_to_sequence, (5, 6), to_sequence(make_tuple(number<5>{}, number<6>{})))
CALL(sequence_to_tuple, (5, 6), sequence_to_tuple_of_number(sequence<5, 6>{}))
CALL(reduced, (24), reduce_on_sequence(sequence<2, 3, 4>{}, multiplies<index_t>{}, number<1>{}))
CALL(reduced_by_any, (9), reduce_on_sequence(sequence<2, 3, 4>{}, plus{}, number<0>{}))
CALL(reverse_inclusive_scan, (24, 12, 4),
     reverse_inclusive_scan_sequence(sequence<2, 3, 4>{}, multiplies<index_t>{}, number<1>{}))
CALL(reverse_exclusive_scan, (12, 4, 1),
     reverse_exclusive_scan_sequence(sequence<2, 3, 4>{}, multiplies<index_t>{}, number<1>{}))
CALL(inclusive_scan, (2, 6, 24),
     inclusive_scan_sequence(sequence<2, 3, 4>{}, multiplies<index_t>{}, number<1>{}))
CALL(exclusive_scan, (0, 2, 5),
     exclusive_scan_sequence(sequence<2, 3, 4>{}, plus<index_t>{}, number<0>{}))
CALL(prefix_sum, (0, 2, 5, 9), prefix_sum_sequence(sequence<2, 3, 4>{}))
CALL(sequences_transformed, (6, 12),
     transform_sequences([](auto a, auto b) { return a * b; }, sequence<2, 3>{}, sequence<3, 4>{}))
CALL(sequence_plus_sequence, (11, 22), sequence<1, 2>{} + sequence<10, 20>{})
CALL(sequence_minus_sequence, (9, 18), sequence<10, 20>{} - sequence<1, 2>{})
CALL(sequence_times_sequence, (10, 40), sequence<1, 2>{} * sequence<10, 20>{})
CALL(sequence_by_sequence, (5, 10), sequence<10, 20>{} / sequence<2, 2>{})
CALL(sequence_plus_number, (3, 4), sequence<1, 2>{} + number<2>{})
CALL(sequence_times_number, (3, 6), sequence<1, 2>{} * number<3>{})
CALL(picked_by_ids, (32, 4), pick_sequence_elements_by_ids(sequence<4, 1, 32>{}, sequence<2, 0>{}))
CALL(picked_by_mask, (4, 32),
     pick_sequence_elements_by_mask(sequence<4, 1, 32>{}, sequence<1, 0, 1>{}))
CALL(modified_by_ids, (7, 1, 9),
     modify_sequence_elements_by_ids(sequence<4, 1, 32>{}, sequence<9, 7>{}, sequence<2, 0>{}))
CALL(any_and_all, (1, 0), sequence_any_of(sequence<1, 2>{}, [](auto x) { return x == 2; }),
     sequence_all_of(sequence<1, 2>{}, [](auto x) { return x == 2; }))
CALL(sorted, (1, 2, 3, 1, 2, 0), typename sequence_sort<sequence<3, 1, 2>, less<index_t>>::type{},
     typename sequence_sort<sequence<3, 1, 2>, less<index_t>>::sorted2unsorted_map{})
CALL(sorted_and_unique, (1, 3),
     typename sequence_unique_sort<sequence<3, 1, 3>, less<index_t>, equal<index_t>>::type{})
CALL(inverse_map, (1, 2, 0), typename sequence_map_inverse<sequence<2, 0, 1>>::type{})
CALL(slices_from_the_last, (1, 2, 8, 4, 1, 1, 0),
     reverse_slice_sequence(sequence<4, 2, 8>{}, number<16>{}))
CALL(slices_from_the_first, (4, 2, 1, 1, 1, 8),
     slice_sequence(sequence<4, 2, 8>{}, number<8>{}).template at<0>(),
     slice_sequence(sequence<4, 2, 8>{}, number<8>{}).template at<1>())

}  // namespace
