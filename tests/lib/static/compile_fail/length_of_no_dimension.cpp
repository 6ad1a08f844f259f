// refused: The descriptor has no such dimension
#include <tileproof/descriptor.hpp>

using namespace tileproof;

constexpr auto base = make_naive_tensor_descriptor_packed(sequence<8, 6>{});

#ifdef MISTAKE
constexpr auto length = base.get_length<2>();
#else
constexpr auto length = base.get_length<1>();
#endif
