// refused: The element space does not fit in the descriptor's index type
#include <tileproof/descriptor.hpp>

using namespace tileproof;

#ifdef MISTAKE
constexpr auto d = make_naive_tensor_descriptor(sequence<65537, 65537>{}, sequence<65537, 1>{});
#else
constexpr auto d =
    make_naive_tensor_descriptor<long_index_t>(sequence<65537, 65537>{}, sequence<65537, 1>{});
#endif
