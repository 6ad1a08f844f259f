// refused: A freeze needs a position inside the dimension that it fixes
#include <tileproof/descriptor.hpp>

using namespace tileproof;

constexpr auto base = make_naive_tensor_descriptor_packed(sequence<9>{});

#ifdef MISTAKE
constexpr auto d = transform_tensor_descriptor(base, make_tuple(make_freeze_transform(number<9>{})),
                                               make_tuple(sequence<0>{}), make_tuple(sequence<>{}));
#else
constexpr auto d = transform_tensor_descriptor(base, make_tuple(make_freeze_transform(number<8>{})),
                                               make_tuple(sequence<0>{}), make_tuple(sequence<>{}));
#endif
