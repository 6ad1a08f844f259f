// refused: The index type of a descriptor is index_t or long_index_t
#include <tileproof/descriptor.hpp>

using namespace tileproof;

#ifdef MISTAKE
constexpr auto d = make_naive_tensor_descriptor_packed<short>(sequence<4, 5>{});
#else
constexpr auto d = make_naive_tensor_descriptor_packed<index_t>(sequence<4, 5>{});
#endif
