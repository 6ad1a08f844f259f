// SPDX-License-Identifier: MIT
// Mistakes that do not compile: stages and adaptors whose dimensions do not fit together.
//
// ctest compiles this file once as it is, which must work, and once with -Dmistake_NAME for each mistake: then
// the first error must be the sentence above it (cmake/TileproofRefused.cmake).
#include <tileproof/adaptor.hpp>
#include <tileproof/descriptor.hpp>

using namespace tileproof;

// refused: Every visible dimension must be consumed by exactly one transform
namespace a_visible_dimension_consumed_twice {
constexpr auto base = make_naive_tensor_descriptor_packed(sequence<8, 6>{});

constexpr auto passes =
    make_tuple(make_pass_through_transform(number<8>{}), make_pass_through_transform(number<6>{}));
#ifdef mistake_a_visible_dimension_consumed_twice
constexpr auto d =
    transform_tensor_descriptor(base, passes, make_tuple(sequence<0>{}, sequence<0>{}),
                                make_tuple(sequence<1>{}, sequence<0>{}));
#else
constexpr auto d =
    transform_tensor_descriptor(base, passes, make_tuple(sequence<0>{}, sequence<1>{}),
                                make_tuple(sequence<1>{}, sequence<0>{}));
#endif
}  // namespace a_visible_dimension_consumed_twice

// refused: Every visible dimension must be consumed by exactly one transform
namespace a_visible_dimension_left_out {
constexpr auto base = make_naive_tensor_descriptor_packed(sequence<8, 6>{});

#ifdef mistake_a_visible_dimension_left_out
constexpr auto d =
    transform_tensor_descriptor(base, make_tuple(make_pass_through_transform(number<8>{})),
                                make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
#else
constexpr auto d =
    transform_tensor_descriptor(base, make_tuple(make_merge_transform(sequence<8, 6>{})),
                                make_tuple(sequence<0, 1>{}), make_tuple(sequence<0>{}));
#endif
}  // namespace a_visible_dimension_left_out

// refused: The length given to a transform must be the length of the dimension
namespace adaptors_of_other_lengths {
constexpr auto lower =
    make_single_stage_tensor_adaptor(make_tuple(make_unmerge_transform(sequence<4, 8>{})),
                                     make_tuple(sequence<0>{}), make_tuple(sequence<0, 1>{}));
template <index_t... L>
constexpr auto merging(sequence<L...> lengths, auto ids) {
    return make_single_stage_tensor_adaptor(make_tuple(make_merge_transform(lengths)),
                                            make_tuple(ids), make_tuple(sequence<0>{}));
}
#ifdef mistake_adaptors_of_other_lengths
constexpr auto both = chain_tensor_adaptors(lower, merging(sequence<8, 4>{}, sequence<0, 1>{}));
#else
constexpr auto both = chain_tensor_adaptors(lower, merging(sequence<4, 8>{}, sequence<0, 1>{}));
#endif
}  // namespace adaptors_of_other_lengths

// refused: Chained adaptors must meet
namespace adaptors_that_do_not_meet {
constexpr auto lower =
    make_single_stage_tensor_adaptor(make_tuple(make_unmerge_transform(sequence<4, 8>{})),
                                     make_tuple(sequence<0>{}), make_tuple(sequence<0, 1>{}));
template <index_t... L>
constexpr auto merging(sequence<L...> lengths, auto ids) {
    return make_single_stage_tensor_adaptor(make_tuple(make_merge_transform(lengths)),
                                            make_tuple(ids), make_tuple(sequence<0>{}));
}
#ifdef mistake_adaptors_that_do_not_meet
constexpr auto both = chain_tensor_adaptors(lower, merging(sequence<4>{}, sequence<0>{}));
#else
constexpr auto both = chain_tensor_adaptors(lower, merging(sequence<4, 8>{}, sequence<0, 1>{}));
#endif
}  // namespace adaptors_that_do_not_meet

// refused: A descriptor is made from an adaptor with one bottom dimension
namespace descriptor_from_two_bottom_dimensions {
constexpr auto lower =
    make_single_stage_tensor_adaptor(make_tuple(make_unmerge_transform(sequence<4, 8>{})),
                                     make_tuple(sequence<0>{}), make_tuple(sequence<0, 1>{}));
template <index_t... L>
constexpr auto merging(sequence<L...> lengths, auto ids) {
    return make_single_stage_tensor_adaptor(make_tuple(make_merge_transform(lengths)),
                                            make_tuple(ids), make_tuple(sequence<0>{}));
}
#ifdef mistake_descriptor_from_two_bottom_dimensions
constexpr auto d =
    make_tensor_descriptor_from_adaptor(merging(sequence<4, 8>{}, sequence<0, 1>{}), number<32>{});
#else
constexpr auto d = make_tensor_descriptor_from_adaptor(lower, number<32>{});
#endif
}  // namespace descriptor_from_two_bottom_dimensions

// refused: An unmerge needs lengths whose product is the length of the dimension that it splits
namespace element_space_smaller_than_the_adaptor {
constexpr auto lower =
    make_single_stage_tensor_adaptor(make_tuple(make_unmerge_transform(sequence<4, 8>{})),
                                     make_tuple(sequence<0>{}), make_tuple(sequence<0, 1>{}));
template <index_t... L>
constexpr auto merging(sequence<L...> lengths, auto ids) {
    return make_single_stage_tensor_adaptor(make_tuple(make_merge_transform(lengths)),
                                            make_tuple(ids), make_tuple(sequence<0>{}));
}
#ifdef mistake_element_space_smaller_than_the_adaptor
constexpr auto d = make_tensor_descriptor_from_adaptor(lower, number<31>{});
#else
constexpr auto d = make_tensor_descriptor_from_adaptor(lower, number<32>{});
#endif
}  // namespace element_space_smaller_than_the_adaptor

// refused: A stage needs one sequence of lower and one of upper dimension ids for each transform
namespace fewer_ids_than_transforms {
constexpr auto base = make_naive_tensor_descriptor_packed(sequence<8, 6>{});

constexpr auto passes =
    make_tuple(make_pass_through_transform(number<8>{}), make_pass_through_transform(number<6>{}));
#ifdef mistake_fewer_ids_than_transforms
constexpr auto d = transform_tensor_descriptor(base, passes, make_tuple(sequence<0, 1>{}),
                                               make_tuple(sequence<1>{}, sequence<0>{}));
#else
constexpr auto d =
    transform_tensor_descriptor(base, passes, make_tuple(sequence<0>{}, sequence<1>{}),
                                make_tuple(sequence<1>{}, sequence<0>{}));
#endif
}  // namespace fewer_ids_than_transforms

// refused: A transform needs as many lower and upper dimension ids as it has lower and upper dimensions
namespace ids_that_do_not_fit_the_transform {
constexpr auto base = make_naive_tensor_descriptor_packed(sequence<8, 6>{});

#ifdef mistake_ids_that_do_not_fit_the_transform
constexpr auto d =
    transform_tensor_descriptor(base, make_tuple(make_merge_transform(sequence<8, 6>{})),
                                make_tuple(sequence<0, 1>{}), make_tuple(sequence<0, 1>{}));
#else
constexpr auto d =
    transform_tensor_descriptor(base, make_tuple(make_merge_transform(sequence<8, 6>{})),
                                make_tuple(sequence<0, 1>{}), make_tuple(sequence<0>{}));
#endif
}  // namespace ids_that_do_not_fit_the_transform

// refused: The descriptor has no such dimension
namespace length_of_no_dimension {
constexpr auto base = make_naive_tensor_descriptor_packed(sequence<8, 6>{});

#ifdef mistake_length_of_no_dimension
constexpr auto length = base.get_length<2>();
#else
constexpr auto length = base.get_length<1>();
#endif
}  // namespace length_of_no_dimension

// refused: A stage needs a make_tuple(...) of transforms
namespace transforms_that_are_no_tuple {
constexpr auto base = make_naive_tensor_descriptor_packed(sequence<9>{});

#ifdef mistake_transforms_that_are_no_tuple
constexpr auto d =
    transform_tensor_descriptor(base, make_pass_through_transform(number<9>{}),
                                make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
#else
constexpr auto d =
    transform_tensor_descriptor(base, make_tuple(make_pass_through_transform(number<9>{})),
                                make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
#endif
}  // namespace transforms_that_are_no_tuple

// refused: Every new dimension must have exactly one place
namespace upper_ids_that_are_no_permutation {
constexpr auto base = make_naive_tensor_descriptor_packed(sequence<8, 6>{});

constexpr auto passes =
    make_tuple(make_pass_through_transform(number<8>{}), make_pass_through_transform(number<6>{}));
#ifdef mistake_upper_ids_that_are_no_permutation
constexpr auto d =
    transform_tensor_descriptor(base, passes, make_tuple(sequence<0>{}, sequence<1>{}),
                                make_tuple(sequence<1>{}, sequence<2>{}));
#else
constexpr auto d =
    transform_tensor_descriptor(base, passes, make_tuple(sequence<0>{}, sequence<1>{}),
                                make_tuple(sequence<1>{}, sequence<0>{}));
#endif
}  // namespace upper_ids_that_are_no_permutation
