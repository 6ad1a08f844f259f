// refused: The element space does not fit in the descriptor's index type
#include <tileproof/descriptor.hpp>

using namespace tileproof;

#ifdef MISTAKE
constexpr auto d = make_naive_tensor_descriptor_packed(sequence<65536, 32768>{});
#else
constexpr auto d = make_naive_tensor_descriptor_packed(sequence<65535, 32768>{});
#endif
