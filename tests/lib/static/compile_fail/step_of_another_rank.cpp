// refused: A step needs one integer for each dimension of the descriptor
#include <tileproof/coordinate.hpp>

using namespace tileproof;

constexpr auto base = make_naive_tensor_descriptor_packed(sequence<8, 6>{});
constexpr auto other = make_naive_tensor_descriptor_packed(sequence<2, 8, 3>{});
template <class Start>
constexpr bool moved(Start c, auto step) {
    move_tensor_coordinate(base, c, step);
    return true;
}
#ifdef MISTAKE
static_assert(moved(make_tensor_coordinate(base, multi_index<2>{1, 2}), multi_index<1>{1}));
#else
static_assert(moved(make_tensor_coordinate(base, multi_index<2>{1, 2}), multi_index<2>{1, 0}));
#endif
