// refused: A stride does not fit in the descriptor's index type
#include <tileproof/descriptor.hpp>

using namespace tileproof;

#ifdef MISTAKE
constexpr auto d = make_naive_tensor_descriptor(sequence<1, 2>{}, sequence<4294967296, 1>{});
#else
constexpr auto d = make_naive_tensor_descriptor(sequence<1, 2>{}, sequence<2147483647, 1>{});
#endif
