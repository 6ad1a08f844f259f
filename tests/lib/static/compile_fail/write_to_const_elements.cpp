// refused: A buffer of const elements is not written to
#include <tileproof/tensor_view.hpp>

using namespace tileproof;

inline float memory[20] = {};
template <class T>
void write() {
    const auto view = make_naive_tensor_view_packed(static_cast<T*>(memory), sequence<4, 5>{});
    view.set(make_tensor_coordinate(view.get_tensor_descriptor(), multi_index<2>{1, 2}), 1.0f);
}
#ifdef MISTAKE
template void write<const float>();
#else
template void write<float>();
#endif
