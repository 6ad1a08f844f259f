// refused: A stage needs one sequence of lower and one of upper dimension ids for each transform
#include <tileproof/descriptor.hpp>

using namespace tileproof;

constexpr auto base = make_naive_tensor_descriptor_packed(sequence<8, 6>{});

constexpr auto passes =
    make_tuple(make_pass_through_transform(number<8>{}), make_pass_through_transform(number<6>{}));
#ifdef MISTAKE
constexpr auto d = transform_tensor_descriptor(base, passes, make_tuple(sequence<0, 1>{}),
                                               make_tuple(sequence<1>{}, sequence<0>{}));
#else
constexpr auto d =
    transform_tensor_descriptor(base, passes, make_tuple(sequence<0>{}, sequence<1>{}),
                                make_tuple(sequence<1>{}, sequence<0>{}));
#endif
