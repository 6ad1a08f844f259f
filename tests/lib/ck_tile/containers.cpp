// SPDX-License-Identifier: MIT
// Calls of arrays, tuples, loops and number types (call.hpp). Each expected value is worked out by hand.
#include "call.hpp"

namespace {

template <index_t N>
OF_CALLS constexpr index_t deduced_rank(const multi_index<N>&) {
    return N;
}
template <class T, index_t N>
OF_CALLS constexpr index_t deduced_size(const array<T, N>&) {
    return N;
}

OF_CALLS auto one_to_four() {
    thread_buffer<float, 4> a;
    static_for<0, 4, 1>{}([&](auto i) { a(i) = static_cast<float>(i.value + 1); });
    return a;
}

CALL(array_holds_what_it_is_given, (1, 2, 3), array<index_t, 3>{1, 2, 3})
CALL(array_repeats_the_last, (1, 7, 7), array<index_t, 3>{1, 7})
CALL(array_repeats_the_only_one, (5, 5, 5), array<index_t, 3>{5})
CALL(array_of_nothing_is_zero, (0, 0), array<index_t, 2>{})
CALL(index_repeats_the_last, (1, 7, 7), multi_index<3>{1, 7})
CALL(array_brackets, (2), array<index_t, 3>{1, 2, 3}[1])
CALL(array_brackets_with_a_number, (2), array<index_t, 3>{1, 2, 3}[number<1>{}])
CALL(array_at, (2, 3, 1), array<index_t, 3>{1, 2, 3}.at(1),
     array<index_t, 3>{1, 2, 3}.at(number<2>{}), array<index_t, 3>{1, 2, 3}.template at<0>())
CALL(array_get, (2, 3), array<index_t, 3>{1, 2, 3}.get(1),
     array<index_t, 3>{1, 2, 3}.template get<2>())
CALL(array_is_called, (9), [] {
    array<index_t, 3> a{1, 2, 3};
    a(1) = 9;
    return a[1];
}())
CALL(array_size, (3), array<float, 3>::size())
CALL(array_value_type, (1), std::is_same_v<array<float, 3>::value_type, float>)
CALL(arrays_compared, (1, 0), array<index_t, 2>{1, 2} == array<index_t, 2>{1, 2},
     array<index_t, 2>{1, 2} == array<index_t, 2>{1, 3})
CALL(array_deduces, (3), deduced_size(array<float, 3>{}))
CALL(index_deduces, (4), deduced_rank(multi_index<4>{}))
CALL(array_made, (4, 5), make_array<index_t>(4, 5))
CALL(array_made_of_one_type, (4, 5), make_array(4, 5))
CALL(index_made, (4, 5), make_multi_index(4, 5))
CALL(zero_index, (0, 0, 0), make_zero_multi_index<3>())
CALL(sequence_to_index, (4, 5), to_multi_index(sequence<4, 5>{}))
CALL(sequence_to_array, (4, 5), to_array<index_t, 2>(sequence<4, 5>{}))
CALL(array_generated, (0, 1, 4), generate_array([](auto i) { return index_t{i * i}; }, number<3>{}))
CALL(indices_added, (4, 6), multi_index<2>{1, 2} + multi_index<2>{3, 4})
CALL(index_minus_index, (2, 2), multi_index<2>{3, 4} - multi_index<2>{1, 2})
CALL(index_times_integer, (3, 6), multi_index<2>{1, 2} * 3)
CALL(integer_times_index, (3, 6), 3 * multi_index<2>{1, 2})
CALL(index_moved, (4, 6), [] {
    multi_index<2> a{1, 2};
    a += multi_index<2>{3, 4};
    return a;
}())
CALL(index_moved_back, (2, 2), [] {
    multi_index<2> a{3, 4};
    a -= multi_index<2>{1, 2};
    return a;
}())
CALL(array_read_as_pairs, (3, 4), [] {
    auto a = one_to_four();
    using pair = thread_buffer<float, 2>;
    const auto second = a.template get_as<pair>()[number<1>{}];
    return make_tuple(second[0], second[1]);
}())
CALL(array_read_as_one_pair, (3, 4), [] {
    auto a = one_to_four();
    using pair = thread_buffer<float, 2>;
    const auto second = a.template get_as<pair>(number<1>{});
    return make_tuple(second[0], second[1]);
}())
CALL(array_set_as_pairs, (0, 0, 7, 8), [] {
    thread_buffer<float, 4> a;
    using pair = thread_buffer<float, 2>;
    pair p;
    p(0) = 7;
    p(1) = 8;
    a.template set_as<pair>(number<1>{}, p);
    return make_tuple(a[0], a[1], a[2], a[3]);
}())
CALL(buffer_at, (2), [] {
    thread_buffer<float, 4> a;
    a(2) = 2;
    return a.at(number<2>{});
}())

CALL(tuple_made, (1, 2), make_tuple(1, 2))
CALL(tuple_size, (2), decltype(make_tuple(1, 2))::size())
struct doubled {
    CK_TILE_HOST_DEVICE constexpr index_t operator()(index_t x) const { return 2 * x; }
};
CALL(host_device_function, (8), doubled{}(4))
CALL(tuple_at, (2, 1), make_tuple(1, 2).template at<1>(), make_tuple(1, 2).at(number<0>{}))
CALL(tuple_get, (2, 1), make_tuple(1, 2).template get<1>(), make_tuple(1, 2).get(number<0>{}))
CALL(tuple_brackets, (2), make_tuple(1, 2)[number<1>{}])
CALL(tuple_is_called, (1, 9), [] {
    auto t = make_tuple(1, 2);
    t(number<1>{}) = 9;
    return t;
}())
CALL(tuple_taken_apart, (3), [] {
    const auto [a, b] = make_tuple(1, 2);
    return a + b;
}())
CALL(tuple_of_types_taken_apart, (8, 5), [] {
    auto [a, b] = make_tuple(number<8>{}, 5);
    return make_tuple(a, b);
}())
CALL(tuple_constructed, (1, 2), tuple<index_t, long_index_t>{1, 2})
CALL(tuple_of_numbers, (4, 64), tuple<number<4>, number<64>>{})
CALL(tuple_of_numbers_is_static, (1, 0), tuple<number<4>>::is_static(),
     is_static_v<decltype(make_tuple(number<4>{}, number<1>{}))> ? 0 : 1)
CALL(tuple_element, (1),
     std::is_same_v<remove_cvref_t<decltype(tuple<float, index_t>{}.template at<1>())>, index_t>)
CALL(tuples_compared, (1, 0), make_tuple(1, 2) == make_tuple(1, 2),
     make_tuple(1, 2) == make_tuple(1, 3))
CALL(tuple_generated, (0, 2, 4),
     generate_tuple([](auto i) { return i * number<2>{}; }, number<3>{}))
CALL(tuple_tied, (5), [] {
    index_t a = 1;
    auto t = tie(a);
    t(number<0>{}) = 5;
    return a;
}())
CALL(tuple_of_references, (7, 8), [] {
    array<index_t, 2> a{7, 8};
    auto t = generate_tie(
        [&](auto i) -> auto& { return a(i); }, number<2>{});
    return make_tuple(index_t{t[number<0>{}]}, index_t{t[number<1>{}]});
}())
CALL(tuples_joined, (1, 2, 3), concat_tuple(make_tuple(1), make_tuple(2, 3)))
CALL(tuples_transformed, (2, 4), transform_tuples([](auto x) { return 2 * x; }, make_tuple(1, 2)))
CALL(tuples_transformed_together, (4, 6),
     transform_tuples([](auto x, auto y) { return x + y; }, make_tuple(1, 2), make_tuple(3, 4)))
CALL(tuple_embedded, (1, 1, 2, 2),
     embed_tuples([](auto x) { return make_tuple(x, x); }, make_tuple(1, 2)))
CALL(nested_tuple_unrolled, (1, 2, 3),
     unroll_nested_tuple(make_tuple(1, make_tuple(2, make_tuple(3)))))
CALL(tuple_unpacked, (6), unpack([](auto... e) { return (e + ...); }, make_tuple(1, 2, 3)))
CALL(two_tuples_unpacked, (123),
     unpack2([](auto a, auto b, auto c) { return 100 * a + 10 * b + c; }, make_tuple(1),
             make_tuple(2, 3)))
CALL(container_reduced, (24), container_reduce(make_tuple(2, 3, 4), multiplies{}, 1))
CALL(numbers_reduced, (24),
     container_reduce(make_tuple(number<2>{}, number<3>{}, number<4>{}), multiplies{}, number<1>{}))
CALL(sequence_in_container_reduce, (24), container_reduce(sequence<2, 3, 4>{}, multiplies{}, 1))
CALL(arrays_joined, (1, 2, 3), container_concat(array<index_t, 1>{1}, array<index_t, 2>{2, 3}))
CALL(containers_joined, (1, 2, 3), container_concat(make_tuple(1), make_tuple(2), make_tuple(3)))
CALL(container_pushes, (1, 2, 3), container_push_back(make_tuple(1, 2), 3))
CALL(container_pushes_front, (3, 1, 2), container_push_front(make_tuple(1, 2), 3))
CALL(container_reordered_new2old, (9, 7, 8),
     container_reorder_given_new2old(make_tuple(7, 8, 9), sequence<2, 0, 1>{}))
CALL(container_reordered_old2new, (8, 9, 7),
     container_reorder_given_old2new(make_tuple(7, 8, 9), sequence<2, 0, 1>{}))
CALL(array_reordered_new2old, (9, 7, 8),
     container_reorder_given_new2old(array<index_t, 3>{7, 8, 9}, sequence<2, 0, 1>{}))
CALL(subset, (9, 7), get_container_subset(array<index_t, 3>{7, 8, 9}, sequence<2, 0>{}))
CALL(subset_of_a_tuple, (9, 7), get_container_subset(make_tuple(7, 8, 9), sequence<2, 0>{}))
CALL(subset_set, (2, 8, 1), [] {
    array<index_t, 3> a{7, 8, 9};
    set_container_subset(a, sequence<2, 0>{}, array<index_t, 2>{1, 2});
    return a;
}())
CALL(array_scanned, (12, 4, 1),
     container_reverse_exclusive_scan(array<index_t, 3>{2, 3, 4}, multiplies<index_t>{},
                                      index_t{1}))
CALL(array_scanned_inclusively, (24, 12, 4),
     container_reverse_inclusive_scan(array<index_t, 3>{2, 3, 4}, multiplies<index_t>{},
                                      index_t{1}))
CALL(one_of_two, (3), conditional_expr<false>(make_tuple(1), 3))

CALL(loop_counts, (7), [] {
    index_t sum = 0;
    static_for<2, 8, 3>{}([&](auto i) { sum += i; });
    return sum;
}())
CALL(loop_counts_down, (321), [] {
    index_t sum = 0;
    static_for<3, 0, -1>{}([&](auto i) { sum = 10 * sum + i; });
    return sum;
}())
CALL(loop_index_is_a_type, (2), [] {
    index_t found = 0;
    static_for<0, 3, 1>{}([&](auto i) {
        if constexpr (i.value == 2) found = make_tuple(0, 1, 2)[i];
    });
    return found;
}())
CALL(loop_of_nothing, (0), [] {
    index_t n = 0;
    static_for<0, 0, 1>{}([&](auto) { ++n; });
    return n;
}())
CALL(loop_over_indices, (1, 10, 11), [] {
    array<index_t, 3> a;
    index_t k = 0;
    static_ford<sequence<2, 2>>{}([&](auto i) {
        if (k > 0) a(k - 1) = 10 * i[number<0>{}] + i[number<1>{}];
        ++k;
    });
    return a;
}())
CALL(loop_in_another_order, (0, 10, 1, 11), [] {
    array<index_t, 4> a;
    index_t k = 0;
    static_ford<sequence<2, 2>, sequence<1, 0>>{}(
        [&](auto i) { a(k++) = 10 * i.at(number<0>{}) + i.at(number<1>{}); });
    return a;
}())
CALL(loop_in_packs, (1, 23, 1001, 1023), [] {
    array<index_t, 4> a;
    index_t k = 0;
    static_uford<sequence<2, 4>, sequence<1, 2>>{}([&](auto i, auto j) {
        a(k++) = 1000 * i.at(number<0>{}) + 10 * i.at(number<1>{}) + j.at(number<1>{});
    });
    return a;
}())
CALL(packs_counted, (4), static_uford<sequence<2, 4>, sequence<1, 2>>::get_num_of_access())
CALL(one_pack_called, (23), [] {
    index_t a = 0;
    static_uford<sequence<2, 4>, sequence<1, 2>>{}(
        [&](auto i, auto j) { a = 10 * i.at(number<1>{}) + j.at(number<1>{}); }, number<1>{});
    return a;
}())

CALL(converted_to_integer, (3), type_convert<index_t>(3.75f))
CALL(converted_to_half, (1.5), type_convert<float>(type_convert<half_t>(1.5f)))
CALL(converted_to_bf16, (1.5, 0x3fc0), type_convert<float>(type_convert<bf16_t>(1.5f)),
     type_convert<bf16_t>(1.5f))
CALL(converted_to_fp8, (1.25, 0x42, 240, -240), type_convert<float>(type_convert<fp8_t>(1.3f)),
     bit_cast<uint8_t>(type_convert<fp8_t>(1.3f)), fp8_to_float(float_to_fp8(300.f)),
     type_convert<float>(numeric<fp8_t>::lowest()))
CALL(converted_to_bf8, (1.25, 0x41, 57344, -57344), type_convert<float>(type_convert<bf8_t>(1.3f)),
     bit_cast<uint8_t>(type_convert<bf8_t>(1.3f)), bf8_to_float(float_to_bf8(60000.f)),
     type_convert<float>(numeric<bf8_t>::lowest()))
CALL(fp8_rounds_ties_to_even, (1, 1.25, 1.5, 0), type_convert<float>(type_convert<fp8_t>(1.0625f)),
     type_convert<float>(type_convert<fp8_t>(1.1875f)),
     type_convert<float>(type_convert<fp8_t>(1.4375f)),
     type_convert<float>(type_convert<fp8_t>(0.00048828125f)))
CALL(fp8_has_no_infinity, (0x80, 0x80, 0),
     bit_cast<uint8_t>(type_convert<fp8_t>(numeric<float>::infinity())),
     bit_cast<uint8_t>(type_convert<bf8_t>(-numeric<float>::infinity())),
     bit_cast<uint8_t>(type_convert<fp8_t>(-0.f)))
CALL(fp8_least, (1, 1, 7), 1024 * type_convert<float>(numeric<fp8_t>::denorm_min()),
     131072 * type_convert<float>(numeric<bf8_t>::denorm_min()),
     bit_cast<uint8_t>(type_convert<fp8_t>(7.f / 1024)))
CALL(half_holds_eleven_bits, (2048), type_convert<float>(type_convert<fp16_t>(2049.f)))
CALL(bits_cast, (1), bit_cast<float>(0x3f800000))
CALL(limits_of_float, (1, 1), numeric<float>::max() > 3e38f, numeric<float>::lowest() < -3e38f)
CALL(limits_of_half, (65504, -65504), type_convert<float>(numeric<half_t>::max()),
     type_convert<float>(numeric<half_t>::lowest()))
CALL(infinity, (1), -numeric<float>::infinity() < numeric<float>::lowest())
CALL(vector_of_floats, (3), [] {
    fp32x4_t v = {1, 2, 3, 4};
    return v[2];
}())
CALL(vector_traits_of_a_vector, (4, 8), ck_tile::vector_traits<fp32x4_t>::vector_size,
     ck_tile::vector_traits<fp16x8_t>::vector_size)
CALL(vector_traits_of_a_buffer, (4, 1),
     ck_tile::vector_traits<thread_buffer<float, 4>>::vector_size,
     ck_tile::vector_traits<float>::vector_size)
CALL(vector_of_a_length, (16), sizeof(ext_vector_t<half_t, 8>))
CALL(square_root, (3), ck_tile::sqrt(9.f))
CALL(absolute, (3), ck_tile::abs(-3.f))
CALL(constness_removed, (1), std::is_same_v<remove_cvref_t<const float&>, float>)
CALL(null_type_is_a_type, (0), std::is_same_v<null_type, float>)
CALL(known_at_compile_time, (1, 1), is_known_at_compile_time<number<4>>::value,
     is_known_at_compile_time<sequence<4, 1>>::value)

}  // namespace
