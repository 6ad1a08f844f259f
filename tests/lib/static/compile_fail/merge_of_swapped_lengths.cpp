// refused: The length given to a transform must be the length of the dimension
#include <tileproof/descriptor.hpp>

using namespace tileproof;

constexpr auto base = make_naive_tensor_descriptor_packed(sequence<8, 6>{});

#ifdef MISTAKE
constexpr auto d =
    transform_tensor_descriptor(base, make_tuple(make_merge_transform(sequence<6, 8>{})),
                                make_tuple(sequence<0, 1>{}), make_tuple(sequence<0>{}));
#else
constexpr auto d =
    transform_tensor_descriptor(base, make_tuple(make_merge_transform(sequence<8, 6>{})),
                                make_tuple(sequence<0, 1>{}), make_tuple(sequence<0>{}));
#endif
