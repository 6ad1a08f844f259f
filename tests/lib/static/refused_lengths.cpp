// SPDX-License-Identifier: MIT
// Mistakes that do not compile: lengths given to transforms.
//
// ctest compiles this file once as it is, which must work, and once with -Dmistake_NAME for each mistake: then
// the first error must be the sentence above it (cmake/TileproofRefused.cmake).
#include <tileproof/descriptor.hpp>

using namespace tileproof;

// refused: The length of a pass_through is a number<...> or an integer
namespace a_length_that_is_no_integer {
#ifdef mistake_a_length_that_is_no_integer
constexpr auto t = make_pass_through_transform(4.0);
#else
constexpr auto t = make_pass_through_transform(4);
#endif
}  // namespace a_length_that_is_no_integer

// refused: An embed must not reach outside the dimension that it is laid into
namespace embed_that_reaches_outside {
constexpr auto base = make_naive_tensor_descriptor_packed(sequence<9>{});

#ifdef mistake_embed_that_reaches_outside
constexpr auto d = transform_tensor_descriptor(
    base, make_tuple(make_embed_transform(sequence<2, 3>{}, sequence<5, 2>{})),
    make_tuple(sequence<0>{}), make_tuple(sequence<0, 1>{}));
#else
constexpr auto d = transform_tensor_descriptor(
    base, make_tuple(make_embed_transform(sequence<2, 3>{}, sequence<4, 2>{})),
    make_tuple(sequence<0>{}), make_tuple(sequence<0, 1>{}));
#endif
}  // namespace embed_that_reaches_outside

// refused: The lengths of a merge are a make_tuple(...) of number<...> and integers
namespace lengths_that_are_no_list {
#ifdef mistake_lengths_that_are_no_list
constexpr auto t = make_merge_transform(make_tuple(4, 5.0));
#else
constexpr auto t = make_merge_transform(make_tuple(4, 5));
#endif
}  // namespace lengths_that_are_no_list

// refused: A length does not fit in the descriptor's index type
namespace merge_beyond_32_bits {
constexpr auto base = make_naive_tensor_descriptor_packed(sequence<1>{});
template <int N>
constexpr auto wide() {
    constexpr auto d = transform_tensor_descriptor(
        base,
        make_tuple(make_freeze_transform(number<0>{}),
                   make_replicate_transform(sequence<65536, N>{})),
        make_tuple(sequence<0>{}, sequence<>{}), make_tuple(sequence<>{}, sequence<0, 1>{}));
    return transform_tensor_descriptor(d, make_tuple(make_merge_transform(sequence<65536, N>{})),
                                       make_tuple(sequence<0, 1>{}), make_tuple(sequence<0>{}));
}
#ifdef mistake_merge_beyond_32_bits
constexpr auto d = wide<32768>();
#else
constexpr auto d = wide<32767>();
#endif
}  // namespace merge_beyond_32_bits

// refused: The length given to a transform must be the length of the dimension
namespace merge_of_swapped_lengths {
constexpr auto base = make_naive_tensor_descriptor_packed(sequence<8, 6>{});

#ifdef mistake_merge_of_swapped_lengths
constexpr auto d =
    transform_tensor_descriptor(base, make_tuple(make_merge_transform(sequence<6, 8>{})),
                                make_tuple(sequence<0, 1>{}), make_tuple(sequence<0>{}));
#else
constexpr auto d =
    transform_tensor_descriptor(base, make_tuple(make_merge_transform(sequence<8, 6>{})),
                                make_tuple(sequence<0, 1>{}), make_tuple(sequence<0>{}));
#endif
}  // namespace merge_of_swapped_lengths

// refused: A length, stride, pad or position must not be negative
namespace negative_length {
#ifdef mistake_negative_length
constexpr auto d = make_naive_tensor_descriptor_packed(make_tuple(number<4>{}, number<-1>{}));
#else
constexpr auto d = make_naive_tensor_descriptor_packed(make_tuple(number<4>{}, number<0>{}));
#endif
}  // namespace negative_length

// refused: The length given to a transform must be the length of the dimension
namespace pass_through_of_another_length {
constexpr auto base = make_naive_tensor_descriptor_packed(sequence<9>{});

#ifdef mistake_pass_through_of_another_length
constexpr auto d =
    transform_tensor_descriptor(base, make_tuple(make_pass_through_transform(number<8>{})),
                                make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
#else
constexpr auto d =
    transform_tensor_descriptor(base, make_tuple(make_pass_through_transform(number<9>{})),
                                make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
#endif
}  // namespace pass_through_of_another_length

// refused: An unmerge needs lengths whose product is the length of the dimension that it splits
namespace unmerge_of_another_product {
constexpr auto base = make_naive_tensor_descriptor_packed(sequence<9>{});

#ifdef mistake_unmerge_of_another_product
constexpr auto d =
    transform_tensor_descriptor(base, make_tuple(make_unmerge_transform(sequence<3, 4>{})),
                                make_tuple(sequence<0>{}), make_tuple(sequence<0, 1>{}));
#else
constexpr auto d =
    transform_tensor_descriptor(base, make_tuple(make_unmerge_transform(sequence<3, 3>{})),
                                make_tuple(sequence<0>{}), make_tuple(sequence<0, 1>{}));
#endif
}  // namespace unmerge_of_another_product
