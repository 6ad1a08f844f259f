// refused: A descriptor needs one stride for each length
#include <tileproof/descriptor.hpp>

using namespace tileproof;

#ifdef MISTAKE
constexpr auto d = make_naive_tensor_descriptor(sequence<4, 2>{}, sequence<1>{});
#else
constexpr auto d = make_naive_tensor_descriptor(sequence<4, 2>{}, sequence<2, 1>{});
#endif
