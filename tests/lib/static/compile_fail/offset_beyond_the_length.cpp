// refused: An offset must not be larger than the length of the dimension below
#include <tileproof/descriptor.hpp>

using namespace tileproof;

constexpr auto base = make_naive_tensor_descriptor_packed(sequence<9>{});

#ifdef MISTAKE
constexpr auto d =
    transform_tensor_descriptor(base, make_tuple(make_offset_transform(number<9>{}, number<10>{})),
                                make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
#else
constexpr auto d =
    transform_tensor_descriptor(base, make_tuple(make_offset_transform(number<9>{}, number<9>{})),
                                make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
#endif
