// refused: A guaranteed vector stride must be the stride of the last dimension
#include <tileproof/descriptor.hpp>

using namespace tileproof;

#ifdef MISTAKE
constexpr auto d =
    make_naive_tensor_descriptor(sequence<8, 8>{}, sequence<24, 2>{}, number<8>{}, number<1>{});
#else
constexpr auto d =
    make_naive_tensor_descriptor(sequence<8, 16>{}, sequence<24, 1>{}, number<8>{}, number<1>{});
#endif
