// SPDX-License-Identifier: MIT
// Calls as programs on classic CK (its include/ck) write them, each with the numbers that it must give.
//
// The same source compiles with CK's own headers, for which every call must give the same numbers:
//   tileproof-hipcc -std=c++20 -DTILEPROOF_CALLS_ON_CK -I<CK>/include -I<CK>/library/include calls.cpp -lgtest
//       -lgtest_main
#include <gtest/gtest.h>

#include <vector>
#if defined(TILEPROOF_CALLS_ON_CK)
#include <hip/hip_runtime.h>
//
#include "ck/ck.hpp"
#include "ck/tensor_description/cluster_descriptor.hpp"
#include "ck/tensor_description/tensor_descriptor_helper.hpp"
#include "ck/tensor_description/tensor_space_filling_curve.hpp"
#include "ck/utility/common_header.hpp"
#else
#include <tileproof/ck_classic.hpp>
#endif

namespace {

using namespace ck;

template <class T>
void add_numbers(std::vector<double>& list, const T& value) {
    if constexpr (requires { T::Size(); })
        static_for<0, T::Size(), 1>{}([&](auto i) { add_numbers(list, value[i]); });
    else
        list.push_back(static_cast<double>(value));
}
template <class... T>
std::vector<double> numbers(const T&... values) {
    std::vector<double> list;
    (add_numbers(list, values), ...);
    return list;
}

// 8e22e1a has no Merge_v4_no_carry yet.
#if defined(TILEPROOF_CALLS_ON_CK)
template <class Lengths>
using merge_of_newer_versions = Merge_v3_division_mod<Lengths>;
#else
template <class Lengths>
using merge_of_newer_versions = Merge_v4_no_carry<Lengths>;
#endif

#define TILEPROOF_LIST(...) __VA_ARGS__
#define CALL(name, expected, ...)                                                        \
    TEST(CkClassicCall, name) {                                                          \
        EXPECT_EQ(numbers(__VA_ARGS__), (std::vector<double>{TILEPROOF_LIST expected})); \
    }

constexpr auto I0 = Number<0>{};
constexpr auto I1 = Number<1>{};
constexpr auto I2 = Number<2>{};

// 256 rows of 128, the rows split in 4 x 64.
auto split_rows() {
    return transform_tensor_descriptor(
        make_naive_tensor_descriptor(make_tuple(256, 128), make_tuple(128, 1)),
        make_tuple(UnMerge<Tuple<int, int>, false>{make_tuple(4, 64)}, PassThrough<int>{128}),
        make_tuple(Sequence<0>{}, Sequence<1>{}), make_tuple(Sequence<0, 1>{}, Sequence<2>{}));
}
const auto split = split_rows();
constexpr auto known = make_naive_tensor_descriptor(make_tuple(Number<3>{}, Number<4>{}),
                                                    make_tuple(Number<8>{}, Number<1>{}));
// A transform on the only dim of nine elements.
auto on_nine(const auto& transform) {
    return transform_tensor_descriptor(make_naive_tensor_descriptor_packed(make_tuple(9)),
                                       make_tuple(transform), make_tuple(Sequence<0>{}),
                                       make_tuple(Sequence<0>{}));
}
// A transform on both dims of 6 x 4.
template <class Upper>
auto on_six_by_four(const auto& transform, Upper upper) {
    return transform_tensor_descriptor(make_naive_tensor_descriptor_packed(make_tuple(6, 4)),
                                       make_tuple(transform), make_tuple(Sequence<0, 1>{}),
                                       make_tuple(upper));
}
auto lower_of(const auto& transform, const auto& upper) {
    auto lower = make_zero_multi_index<1>();
    transform.CalculateLowerIndex(lower, upper);
    return lower;
}
auto padded() { return on_nine(make_pad_transform(9, 1, 2)); }

CALL(sequence_members, (3, 5, 4, 6), Sequence<4, 5, 6>::Size(), Sequence<4, 5, 6>::At(I1),
     Sequence<4, 5, 6>{}.Front(), Sequence<4, 5, 6>{}.Back())
CALL(sequence_turned, (6, 5, 4), Sequence<4, 5, 6>::Reverse())
CALL(sequence_pushed, (3, 4, 5, 6), Sequence<4, 5>::PushFront(I2 + I1).PushBack(Number<6>{}))
CALL(sequence_popped, (5), Sequence<4, 5, 6>::PopFront().PopBack())
CALL(sequence_ordered, (6, 4, 5), Sequence<4, 5, 6>::ReorderGivenNew2Old(Sequence<2, 0, 1>{}))
CALL(sequence_divided, (4, 5, 3), Sequence<16, 10, 9>{} / Sequence<4, 2, 3>{})
CALL(tuple_members, (2, 7, 9), make_tuple(7, Number<9>{}).Size(), make_tuple(7, I0).At(I0),
     make_tuple(7, Number<9>{})[I1])
CALL(index_made, (1, 3, 2), make_multi_index(1, 3, 2))
CALL(index_added, (4, 4), make_multi_index(1, 3) + make_multi_index(3, 1))
CALL(index_subtracted, (-2, 2), make_tuple(1, 3) - make_tuple(3, 1))
CALL(tuple_unrolled, (1, 2, 3), UnrollNestedTuple(make_tuple(make_tuple(1, 2), 3)))
CALL(tuple_turned, (3, 2, 1), TupleReverse(make_tuple(1, 2, 3)))
CALL(tuple_sliced, (2, 3), TupleSlice<1, 3>(make_tuple(1, 2, 3)))
CALL(tuple_reduced, (24),
     TupleReduce<1, 4>([](auto a, auto b) { return a * b; }, make_tuple(7, 2, 3, 4)))
CALL(tuple_nested, (1, 0, 2), IsNestedTuple(make_tuple(1, make_tuple(2))),
     IsNestedTuple(make_tuple(1, 2)), TupleDepth(make_tuple(1, make_tuple(2))))
CALL(ceiling, (3, 12), math::integer_divide_ceil(10, 4), math::integer_least_multiple(10, 4))

CALL(unmerge_by_its_type, (67),
     lower_of(UnMerge<Tuple<int, int>, false>{make_tuple(4, 64)}, make_multi_index(1, 3)))
CALL(unmerge_of_numbers, (67),
     lower_of(UnMerge<Tuple<Number<4>, Number<64>>, false>{make_tuple(Number<4>{}, Number<64>{})},
              make_multi_index(1, 3)))
CALL(pass_by_its_type, (5), lower_of(PassThrough<int>{9}, make_multi_index(5)))
CALL(pad_by_its_type, (4, 12), lower_of(Pad<int, int, int>{9, 1, 2}, make_multi_index(5)),
     Pad<int, int, int>{9, 1, 2}.GetUpperLengths())
CALL(transform_members, (1, 2, 1, 4, 64), UnMerge<Tuple<int, int>, false>::GetNumOfLowerDimension(),
     UnMerge<Tuple<int, int>, false>::GetNumOfUpperDimension(),
     UnMerge<Tuple<int, int>, false>::IsValidUpperIndexAlwaysMappedToValidLowerIndex(),
     UnMerge<Tuple<int, int>, false>{make_tuple(4, 64)}.GetUpperLengths())
CALL(transform_valid, (0, 1, 1, 0),
     Pad<int, int, int>{9, 1, 2}.IsValidUpperIndexMappedToValidLowerIndex(make_multi_index(0)),
     Pad<int, int, int>{9, 1, 2}.IsValidUpperIndexMappedToValidLowerIndex(make_multi_index(1)),
     Pad<int, int, int>{9, 1, 2}.IsValidUpperIndexMappedToValidLowerIndex(make_multi_index(9)),
     Pad<int, int, int>{9, 1, 2}.IsValidUpperIndexMappedToValidLowerIndex(make_multi_index(10)))
CALL(transform_updated, (2, 69), [] {
    const UnMerge<Tuple<int, int>, false> unmerge{make_tuple(4, 64)};
    auto step = make_multi_index(0), lower = make_multi_index(67);
    unmerge.UpdateLowerIndex(step, make_multi_index(0, 2), lower, make_multi_index(1, 5), I0);
    return make_tuple(step[I0], lower[I0]);
}())

CALL(pads, (12, 4, 11, 3, 11, 5), padded().GetLength(I0),
     padded().CalculateOffset(make_multi_index(5)),
     on_nine(make_left_pad_transform(9, 2)).GetLength(I0),
     on_nine(make_left_pad_transform(9, 2)).CalculateOffset(make_multi_index(5)),
     on_nine(make_right_pad_transform(9, 2)).GetLength(I0),
     on_nine(make_right_pad_transform(9, 2)).CalculateOffset(make_multi_index(5)))
CALL(pad_without_check, (1), [] {
    const auto d = on_nine(make_pad_transform(9, 1, 2, integral_constant<bool, true>{}));
    return index_t{coordinate_has_valid_offset(d, make_tensor_coordinate(d, make_multi_index(0)))};
}())
CALL(slice, (6, 7), on_nine(make_slice_transform(9, 2, 8)).GetLength(I0),
     on_nine(make_slice_transform(9, 2, 8)).CalculateOffset(make_multi_index(5)))
CALL(modulo, (12, 2), on_nine(make_modulo_transform(3, 12)).GetLength(I0),
     on_nine(make_modulo_transform(3, 12)).CalculateOffset(make_multi_index(5)))
CALL(vectorize, (3, 6), on_nine(make_vectorize_transform(3, 3)).GetLength(I0),
     on_nine(make_vectorize_transform(3, 3)).CalculateOffset(make_multi_index(2)))
CALL(exclusive_or, (10),
     on_six_by_four(make_xor_with_modulo_transform(make_tuple(6, 4)), Sequence<0, 1>{})
         .CalculateOffset(make_multi_index(2, 0)))
CALL(merges, (24, 13, 13, 13),
     on_six_by_four(make_merge_transform(make_tuple(6, 4)), Sequence<0>{}).GetLength(I0),
     on_six_by_four(make_merge_transform(make_tuple(6, 4)), Sequence<0>{})
         .CalculateOffset(make_multi_index(13)),
     on_six_by_four(make_merge_transform_v1_carry_check(make_tuple(6, 4)), Sequence<0>{})
         .CalculateOffset(make_multi_index(13)),
     on_six_by_four(make_merge_transform_v3_division_mod(make_tuple(6, 4)), Sequence<0>{})
         .CalculateOffset(make_multi_index(13)))
CALL(freeze_and_insert, (2, 5, 4, 11), [] {
    const auto d = transform_tensor_descriptor(
        make_naive_tensor_descriptor_packed(make_tuple(6, 4)),
        make_tuple(make_freeze_transform(2), make_pass_through_transform(4),
                   make_insert_transform(5)),
        make_tuple(Sequence<0>{}, Sequence<1>{}, Sequence<>{}),
        make_tuple(Sequence<>{}, Sequence<1>{}, Sequence<0>{}));
    return make_tuple(d.GetNumOfDimension(), d.GetLength(I0), d.GetLength(I1),
                      d.CalculateOffset(make_multi_index(4, 3)));
}())

CALL(descriptor_lengths, (4, 64, 128, 3, 3), split.GetLength(I0), split.GetLength(I1),
     split.GetLength(I2), split.GetNumOfDimension(), split.GetNumOfVisibleDimension())
CALL(descriptor_offset, (8578, 8578), split.CalculateOffset(make_multi_index(1, 3, 2)),
     split.CalculateOffset(Tuple<int, int, int>{1, 3, 2}))
CALL(descriptor_space, (32768, 20, 24, 29), split.GetElementSpaceSize(),
     known.GetElementSpaceSize(),
     make_naive_tensor_descriptor_packed(make_tuple(6, 4)).GetElementSpaceSize(),
     make_naive_tensor_descriptor_aligned(make_tuple(Number<4>{}, Number<5>{}), Number<8>{})
         .GetElementSpaceSize())
CALL(descriptor_of_numbers, (1, 0), known.IsKnownAtCompileTime(), split.IsKnownAtCompileTime())
CALL(descriptor_ids, (3, 6, 0, 1, 2, 1, 2, 3, 4, 5, 3, 4, 5), split.GetNumOfTransform(),
     split.GetNumOfHiddenDimension(), split.GetLowerDimensionIdss(), split.GetUpperDimensionIdss(),
     split.GetVisibleDimensionIds())
CALL(merged_above_split, (4, 8192, 8578), [] {
    const auto merged = transform_tensor_descriptor(
        split,
        make_tuple(make_pass_through_transform(4),
                   merge_of_newer_versions<Tuple<int, int>>{make_tuple(64, 128)}),
        make_tuple(Sequence<0>{}, Sequence<1, 2>{}), make_tuple(Sequence<0>{}, Sequence<1>{}));
    return make_tuple(merged.GetLength(I0), merged.GetLength(I1),
                      merged.CalculateOffset(make_multi_index(1, 386)));
}())

CALL(coordinate_members, (8578, 1, 3, 2, 8578, 67, 2, 1, 3, 2),
     make_tensor_coordinate(split, make_multi_index(1, 3, 2)).GetOffset(),
     make_tensor_coordinate(split, make_multi_index(1, 3, 2)).GetIndex(),
     make_tensor_coordinate(split, make_multi_index(1, 3, 2)).GetHiddenIndex())
CALL(coordinate_moved, (16771, 2, 3, 3), [] {
    auto at = make_tensor_coordinate(split, make_multi_index(1, 3, 2));
    move_tensor_coordinate(split, at,
                           make_tensor_coordinate_step(split, make_multi_index(1, 0, 1)));
    return make_tuple(at.GetOffset(), at.GetIndex());
}())
CALL(coordinate_valid, (0, 1, 0, 1, 1), [] {
    const auto d = padded();
    const auto valid = [&](index_t i) {
        return coordinate_has_valid_offset(d, make_tensor_coordinate(d, make_multi_index(i)));
    };
    return make_tuple(index_t{valid(0)}, index_t{valid(1)}, index_t{valid(12)}, index_t{valid(9)},
                      index_t{coordinate_has_valid_offset_assuming_visible_index_is_valid(
                          d, make_tensor_coordinate(d, make_multi_index(9)))});
}())

CALL(adaptor_members, (1, 2, 2, 1), [] {
    const auto threads =
        make_single_stage_tensor_adaptor(make_tuple(make_merge_transform(make_tuple(4, 8))),
                                         make_tuple(Sequence<0, 1>{}), make_tuple(Sequence<0>{}));
    return make_tuple(threads.GetNumOfTopDimension(), threads.GetNumOfBottomDimension(),
                      threads.CalculateBottomIndex(make_multi_index(17)));
}())
CALL(cluster_in_order, (2, 1, 1, 4),
     make_cluster_descriptor(Sequence<4, 8>{}).CalculateBottomIndex(make_multi_index(17)),
     make_cluster_descriptor(Sequence<4, 8>{}, Sequence<1, 0>{})
         .CalculateBottomIndex(make_multi_index(17)))
CALL(curve_members, (6, 1, 4, 1, 0, 0, -2),
     SpaceFillingCurve<Sequence<2, 6>, Sequence<0, 1>, Sequence<1, 2>>::GetNumOfAccess(),
     SpaceFillingCurve<Sequence<2, 6>, Sequence<0, 1>, Sequence<1, 2>>::GetIndex(Number<3>{}),
     SpaceFillingCurve<Sequence<2, 6>, Sequence<0, 1>, Sequence<1, 2>>::GetForwardStep(I2),
     SpaceFillingCurve<Sequence<2, 6>, Sequence<0, 1>, Sequence<1, 2>>::GetBackwardStep(I1))

CALL(registers_as_vectors, (5, 6, 5), [] {
    vector_type<float, 4> registers;
    registers.template AsType<float>()(Number<2>{}) = 5;
    registers.template AsType<float>()(Number<3>{}) = 6;
    const auto pair = registers.template AsType<vector_type<float, 4>::d2_t>()[I1];
    return make_tuple(pair[0], pair[1], registers.template AsType<float>()[I2]);
}())

#if !defined(TILEPROOF_CALLS_ON_CK)  // CK's buffers are of the device
CALL(buffer_members, (3, 4, 0, 3, 4), [] {
    float memory[8] = {0, 1, 2, 3, 4, 5, 6, 7}, copy[8] = {};
    using pair = vector_type<float, 2>::type;
    const auto from = make_dynamic_buffer<AddressSpaceEnum::Global>(memory, 8);
    const auto to = make_dynamic_buffer<AddressSpaceEnum::Global>(copy, 8);
    const pair two = from.Get<pair>(3, true);
    to.Set<pair>(5, true, two);
    to.Set<pair>(0, false, two);
    return make_tuple(two[0], two[1], copy[0] + from.Get<float>(7, false), copy[5], copy[6]);
}())
#endif

}  // namespace
