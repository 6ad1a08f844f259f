// refused: The second length of an xor must be a power of two
#include <tileproof/descriptor.hpp>

using namespace tileproof;

constexpr auto base = make_naive_tensor_descriptor_packed(sequence<6, 8>{});
constexpr auto turned = make_naive_tensor_descriptor_packed(sequence<8, 6>{});
#ifdef MISTAKE
constexpr auto d = transform_tensor_descriptor(
    turned, make_tuple(make_xor_transform(make_tuple(number<8>{}, number<6>{}))),
    make_tuple(sequence<0, 1>{}), make_tuple(sequence<0, 1>{}));
#else
constexpr auto d = transform_tensor_descriptor(
    base, make_tuple(make_xor_transform(make_tuple(number<6>{}, number<8>{}))),
    make_tuple(sequence<0, 1>{}), make_tuple(sequence<0, 1>{}));
#endif
