// refused: A modulo needs a modulus from 1 to the length of the dimension below
#include <tileproof/descriptor.hpp>

using namespace tileproof;

constexpr auto base = make_naive_tensor_descriptor_packed(sequence<9>{});

#ifdef MISTAKE
constexpr auto d =
    transform_tensor_descriptor(base, make_tuple(make_modulo_transform(number<10>{}, number<20>{})),
                                make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
#else
constexpr auto d =
    transform_tensor_descriptor(base, make_tuple(make_modulo_transform(number<9>{}, number<20>{})),
                                make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
#endif
