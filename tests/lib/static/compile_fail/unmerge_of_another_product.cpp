// refused: An unmerge needs lengths whose product is the length of the dimension that it splits
#include <tileproof/descriptor.hpp>

using namespace tileproof;

constexpr auto base = make_naive_tensor_descriptor_packed(sequence<9>{});

#ifdef MISTAKE
constexpr auto d =
    transform_tensor_descriptor(base, make_tuple(make_unmerge_transform(sequence<3, 4>{})),
                                make_tuple(sequence<0>{}), make_tuple(sequence<0, 1>{}));
#else
constexpr auto d =
    transform_tensor_descriptor(base, make_tuple(make_unmerge_transform(sequence<3, 3>{})),
                                make_tuple(sequence<0>{}), make_tuple(sequence<0, 1>{}));
#endif
