// SPDX-License-Identifier: MIT
// Mistakes that do not compile: positions and factors of transforms that lie outside.
//
// ctest compiles this file once as it is, which must work, and once with -Dmistake_NAME for each mistake: then
// the first error must be the sentence above it (cmake/TileproofRefused.cmake).
#include <tileproof/descriptor.hpp>

using namespace tileproof;

// refused: A freeze needs a position inside the dimension that it fixes
namespace freeze_outside {
constexpr auto base = make_naive_tensor_descriptor_packed(sequence<9>{});

#ifdef mistake_freeze_outside
constexpr auto d = transform_tensor_descriptor(base, make_tuple(make_freeze_transform(number<9>{})),
                                               make_tuple(sequence<0>{}), make_tuple(sequence<>{}));
#else
constexpr auto d = transform_tensor_descriptor(base, make_tuple(make_freeze_transform(number<8>{})),
                                               make_tuple(sequence<0>{}), make_tuple(sequence<>{}));
#endif
}  // namespace freeze_outside

// refused: The entries of an indexing transform must lie in the dimension below
namespace indexing_entry_outside {
constexpr auto base = make_naive_tensor_descriptor_packed(sequence<9>{});

#ifdef mistake_indexing_entry_outside
constexpr auto d =
    transform_tensor_descriptor(base, make_tuple(make_indexing_transform(sequence<8, 9, 0>{})),
                                make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
#else
constexpr auto d =
    transform_tensor_descriptor(base, make_tuple(make_indexing_transform(sequence<8, 0, 0>{})),
                                make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
#endif
}  // namespace indexing_entry_outside

// refused: A modulo needs a modulus from 1 to the length of the dimension below
namespace modulo_beyond_the_length {
constexpr auto base = make_naive_tensor_descriptor_packed(sequence<9>{});

#ifdef mistake_modulo_beyond_the_length
constexpr auto d =
    transform_tensor_descriptor(base, make_tuple(make_modulo_transform(number<10>{}, number<20>{})),
                                make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
#else
constexpr auto d =
    transform_tensor_descriptor(base, make_tuple(make_modulo_transform(number<9>{}, number<20>{})),
                                make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
#endif
}  // namespace modulo_beyond_the_length

// refused: A modulo needs a modulus from 1 to the length of the dimension below
namespace modulo_of_zero {
constexpr auto base = make_naive_tensor_descriptor_packed(sequence<9>{});

#ifdef mistake_modulo_of_zero
constexpr auto d =
    transform_tensor_descriptor(base, make_tuple(make_modulo_transform(number<0>{}, number<20>{})),
                                make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
#else
constexpr auto d =
    transform_tensor_descriptor(base, make_tuple(make_modulo_transform(number<1>{}, number<20>{})),
                                make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
#endif
}  // namespace modulo_of_zero

// refused: An offset needs a dimension below as long as its length and its distance together
namespace offset_beyond_the_length {
constexpr auto base = make_naive_tensor_descriptor_packed(sequence<9>{});

#ifdef mistake_offset_beyond_the_length
constexpr auto d =
    transform_tensor_descriptor(base, make_tuple(make_offset_transform(number<9>{}, number<1>{})),
                                make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
#else
constexpr auto d =
    transform_tensor_descriptor(base, make_tuple(make_offset_transform(number<0>{}, number<9>{})),
                                make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
#endif
}  // namespace offset_beyond_the_length

// refused: The length given to a transform must be the length of the dimension
namespace pad_of_another_length {
constexpr auto base = make_naive_tensor_descriptor_packed(sequence<9>{});

#ifdef mistake_pad_of_another_length
constexpr auto d = transform_tensor_descriptor(
    base, make_tuple(make_pad_transform(number<10>{}, number<1>{}, number<2>{})),
    make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
#else
constexpr auto d = transform_tensor_descriptor(
    base, make_tuple(make_pad_transform(number<9>{}, number<1>{}, number<2>{})),
    make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
#endif
}  // namespace pad_of_another_length

// refused: A slice needs 0 <= begin <= end <= the length of the dimension below
namespace slice_beyond_the_end {
constexpr auto base = make_naive_tensor_descriptor_packed(sequence<9>{});

#ifdef mistake_slice_beyond_the_end
constexpr auto d = transform_tensor_descriptor(
    base, make_tuple(make_slice_transform(number<9>{}, number<2>{}, number<10>{})),
    make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
#else
constexpr auto d = transform_tensor_descriptor(
    base, make_tuple(make_slice_transform(number<9>{}, number<2>{}, number<9>{})),
    make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
#endif
}  // namespace slice_beyond_the_end

// refused: A slice needs 0 <= begin <= end <= the length of the dimension below
namespace slice_that_ends_before_it_begins {
constexpr auto base = make_naive_tensor_descriptor_packed(sequence<9>{});

#ifdef mistake_slice_that_ends_before_it_begins
constexpr auto d = transform_tensor_descriptor(
    base, make_tuple(make_slice_transform(number<9>{}, number<3>{}, number<2>{})),
    make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
#else
constexpr auto d = transform_tensor_descriptor(
    base, make_tuple(make_slice_transform(number<9>{}, number<2>{}, number<2>{})),
    make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
#endif
}  // namespace slice_that_ends_before_it_begins

// refused: The second length of an xor must be a power of two
namespace xor_of_no_power_of_two {
constexpr auto base = make_naive_tensor_descriptor_packed(sequence<6, 8>{});
constexpr auto turned = make_naive_tensor_descriptor_packed(sequence<8, 6>{});
#ifdef mistake_xor_of_no_power_of_two
constexpr auto d = transform_tensor_descriptor(
    turned, make_tuple(make_xor_transform(make_tuple(number<8>{}, number<6>{}))),
    make_tuple(sequence<0, 1>{}), make_tuple(sequence<0, 1>{}));
#else
constexpr auto d = transform_tensor_descriptor(
    base, make_tuple(make_xor_transform(make_tuple(number<6>{}, number<8>{}))),
    make_tuple(sequence<0, 1>{}), make_tuple(sequence<0, 1>{}));
#endif
}  // namespace xor_of_no_power_of_two
