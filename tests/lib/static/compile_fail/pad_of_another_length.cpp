// refused: The length given to a transform must be the length of the dimension
#include <tileproof/descriptor.hpp>

using namespace tileproof;

constexpr auto base = make_naive_tensor_descriptor_packed(sequence<9>{});

#ifdef MISTAKE
constexpr auto d = transform_tensor_descriptor(
    base, make_tuple(make_pad_transform(number<10>{}, number<1>{}, number<2>{})),
    make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
#else
constexpr auto d = transform_tensor_descriptor(
    base, make_tuple(make_pad_transform(number<9>{}, number<1>{}, number<2>{})),
    make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
#endif
