// refused: An embed must not reach outside the dimension that it is laid into
#include <tileproof/descriptor.hpp>

using namespace tileproof;

constexpr auto base = make_naive_tensor_descriptor_packed(sequence<9>{});

#ifdef MISTAKE
constexpr auto d = transform_tensor_descriptor(
    base, make_tuple(make_embed_transform(sequence<2, 3>{}, sequence<5, 2>{})),
    make_tuple(sequence<0>{}), make_tuple(sequence<0, 1>{}));
#else
constexpr auto d = transform_tensor_descriptor(
    base, make_tuple(make_embed_transform(sequence<2, 3>{}, sequence<4, 2>{})),
    make_tuple(sequence<0>{}), make_tuple(sequence<0, 1>{}));
#endif
