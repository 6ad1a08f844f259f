// refused: A length does not fit in the descriptor's index type
#include <tileproof/descriptor.hpp>

using namespace tileproof;

constexpr auto base = make_naive_tensor_descriptor_packed(sequence<1>{});
template <int N>
constexpr auto wide() {
    constexpr auto d = transform_tensor_descriptor(
        base,
        make_tuple(make_freeze_transform(number<0>{}),
                   make_replicate_transform(sequence<65536, N>{})),
        make_tuple(sequence<0>{}, sequence<>{}), make_tuple(sequence<>{}, sequence<0, 1>{}));
    return transform_tensor_descriptor(d, make_tuple(make_merge_transform(sequence<65536, N>{})),
                                       make_tuple(sequence<0, 1>{}), make_tuple(sequence<0>{}));
}
#ifdef MISTAKE
constexpr auto d = wide<32768>();
#else
constexpr auto d = wide<32767>();
#endif
