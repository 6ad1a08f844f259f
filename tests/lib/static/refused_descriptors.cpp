// SPDX-License-Identifier: MIT
// Mistakes that do not compile: bases, guarantees and sizes of descriptors.
//
// ctest compiles this file once as it is, which must work, and once with -Dmistake_NAME for each mistake: then
// the first error must be the sentence above it (cmake/TileproofRefused.cmake).
#include <tileproof/descriptor.hpp>

using namespace tileproof;

// refused: The alignment of rows must be at least 1
namespace alignment_of_zero {
#ifdef mistake_alignment_of_zero
constexpr auto d = make_naive_tensor_descriptor_aligned(sequence<4, 5>{}, number<0>{});
#else
constexpr auto d = make_naive_tensor_descriptor_aligned(sequence<4, 5>{}, number<1>{});
#endif
}  // namespace alignment_of_zero

// refused: The element space does not fit in the descriptor's index type
namespace element_space_beyond_32_bits {
#ifdef mistake_element_space_beyond_32_bits
constexpr auto d = make_naive_tensor_descriptor(sequence<65537, 65537>{}, sequence<65537, 1>{});
#else
constexpr auto d =
    make_naive_tensor_descriptor<long_index_t>(sequence<65537, 65537>{}, sequence<65537, 1>{});
#endif
}  // namespace element_space_beyond_32_bits

// refused: A descriptor needs one stride for each length
namespace fewer_strides_than_lengths {
#ifdef mistake_fewer_strides_than_lengths
constexpr auto d = make_naive_tensor_descriptor(sequence<4, 2>{}, sequence<1>{});
#else
constexpr auto d = make_naive_tensor_descriptor(sequence<4, 2>{}, sequence<2, 1>{});
#endif
}  // namespace fewer_strides_than_lengths

// refused: A guaranteed vector length must divide the offset and every other stride
namespace guarantee_beyond_alignment {
#ifdef mistake_guarantee_beyond_alignment
constexpr auto d =
    make_naive_tensor_descriptor(sequence<8, 16>{}, sequence<25, 1>{}, number<8>{}, number<1>{});
#else
constexpr auto d =
    make_naive_tensor_descriptor(sequence<8, 16>{}, sequence<24, 1>{}, number<8>{}, number<1>{});
#endif
}  // namespace guarantee_beyond_alignment

// refused: A guaranteed vector length must divide the length of the last dimension
namespace guarantee_beyond_the_length {
#ifdef mistake_guarantee_beyond_the_length
constexpr auto d =
    make_naive_tensor_descriptor(sequence<8, 12>{}, sequence<24, 1>{}, number<8>{}, number<1>{});
#else
constexpr auto d =
    make_naive_tensor_descriptor(sequence<8, 16>{}, sequence<24, 1>{}, number<8>{}, number<1>{});
#endif
}  // namespace guarantee_beyond_the_length

// refused: A guaranteed vector stride must be the stride of the last dimension
namespace guarantee_of_another_stride {
#ifdef mistake_guarantee_of_another_stride
constexpr auto d =
    make_naive_tensor_descriptor(sequence<8, 8>{}, sequence<24, 2>{}, number<8>{}, number<1>{});
#else
constexpr auto d =
    make_naive_tensor_descriptor(sequence<8, 16>{}, sequence<24, 1>{}, number<8>{}, number<1>{});
#endif
}  // namespace guarantee_of_another_stride

// refused: The index type of a descriptor is index_t or long_index_t
namespace index_type_of_16_bits {
#ifdef mistake_index_type_of_16_bits
constexpr auto d = make_naive_tensor_descriptor_packed<short>(sequence<4, 5>{});
#else
constexpr auto d = make_naive_tensor_descriptor_packed<index_t>(sequence<4, 5>{});
#endif
}  // namespace index_type_of_16_bits

// refused: A length, stride, pad or position must not be negative
namespace negative_stride {
#ifdef mistake_negative_stride
constexpr auto d = make_naive_tensor_descriptor(sequence<4, 2>{}, sequence<-1, 4>{});
#else
constexpr auto d = make_naive_tensor_descriptor(sequence<4, 2>{}, sequence<1, 4>{});
#endif
}  // namespace negative_stride

// refused: The element space does not fit in the descriptor's index type
namespace packed_element_space_beyond_32_bits {
#ifdef mistake_packed_element_space_beyond_32_bits
constexpr auto d = make_naive_tensor_descriptor_packed(sequence<65536, 32768>{});
#else
constexpr auto d = make_naive_tensor_descriptor_packed(sequence<65535, 32768>{});
#endif
}  // namespace packed_element_space_beyond_32_bits

// refused: A stride does not fit in the descriptor's index type
namespace stride_beyond_32_bits {
#ifdef mistake_stride_beyond_32_bits
constexpr auto d = make_naive_tensor_descriptor(make_tuple(number<1>{}, number<2>{}),
                                                make_tuple(long_number<4294967296>{}, number<1>{}));
#else
constexpr auto d = make_naive_tensor_descriptor(sequence<1, 2>{}, sequence<2147483647, 1>{});
#endif
}  // namespace stride_beyond_32_bits
