// refused: A buffer is read and written as its element type
#include <tileproof/tensor_view.hpp>

using namespace tileproof;

inline float memory[20] = {};
inline const auto view = make_naive_tensor_view_packed(memory, sequence<4, 5>{});
template <class X>
X read() {
    return view.get_vectorized_elements<X>(
        make_tensor_coordinate(view.get_tensor_descriptor(), multi_index<2>{1, 0}));
}
#ifdef MISTAKE
template array<int, 5> read<array<int, 5>>();
#else
template array<float, 5> read<array<float, 5>>();
#endif
