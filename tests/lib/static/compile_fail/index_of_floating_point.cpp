// refused: An index needs one integer for each dimension of the descriptor
#include <tileproof/descriptor.hpp>

using namespace tileproof;

constexpr auto base = make_naive_tensor_descriptor_packed(sequence<8, 6>{});

#ifdef MISTAKE
constexpr auto offset = base.calculate_offset(make_tuple(1, 2.0));
#else
constexpr auto offset = base.calculate_offset(make_tuple(1, 2));
#endif
