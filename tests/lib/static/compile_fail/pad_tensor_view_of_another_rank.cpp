// refused: pad_tensor_view needs one tile length and one true or false for each dimension
#include <tileproof/tensor_view.hpp>

using namespace tileproof;

inline float memory[20] = {};
inline const auto view = make_naive_tensor_view_packed(memory, sequence<4, 5>{});
#ifdef MISTAKE
inline const auto padded = pad_tensor_view(view, sequence<2>{}, sequence<true>{});
#else
inline const auto padded = pad_tensor_view(view, sequence<2, 2>{}, sequence<true, true>{});
#endif
