// refused: The entries of an indexing transform must lie in the dimension below
#include <tileproof/descriptor.hpp>

using namespace tileproof;

constexpr auto base = make_naive_tensor_descriptor_packed(sequence<9>{});

#ifdef MISTAKE
constexpr auto d =
    transform_tensor_descriptor(base, make_tuple(make_indexing_transform(sequence<8, 9, 0>{})),
                                make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
#else
constexpr auto d =
    transform_tensor_descriptor(base, make_tuple(make_indexing_transform(sequence<8, 0, 0>{})),
                                make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
#endif
