// refused: The alignment of rows must be at least 1
#include <tileproof/descriptor.hpp>

using namespace tileproof;

#ifdef MISTAKE
constexpr auto d = make_naive_tensor_descriptor_aligned(sequence<4, 5>{}, number<0>{});
#else
constexpr auto d = make_naive_tensor_descriptor_aligned(sequence<4, 5>{}, number<1>{});
#endif
