// refused: An index needs one integer for each dimension of the descriptor
#include <tileproof/coordinate.hpp>

using namespace tileproof;

constexpr auto base = make_naive_tensor_descriptor_packed(sequence<8, 6>{});

#ifdef MISTAKE
constexpr auto c = make_tensor_coordinate(base, multi_index<1>{1});
#else
constexpr auto c = make_tensor_coordinate(base, multi_index<2>{1, 2});
#endif
