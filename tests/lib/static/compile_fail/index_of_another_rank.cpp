// refused: An index needs one integer for each dimension of the descriptor
#include <tileproof/descriptor.hpp>

using namespace tileproof;

constexpr auto base = make_naive_tensor_descriptor_packed(sequence<8, 6>{});

#ifdef MISTAKE
constexpr auto offset = base.calculate_offset(multi_index<3>{1, 2, 3});
#else
constexpr auto offset = base.calculate_offset(multi_index<2>{1, 2});
#endif
