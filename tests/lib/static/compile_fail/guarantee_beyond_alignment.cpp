// refused: A guaranteed vector length must divide the offset and every other stride
#include <tileproof/descriptor.hpp>

using namespace tileproof;

#ifdef MISTAKE
constexpr auto d =
    make_naive_tensor_descriptor(sequence<8, 16>{}, sequence<25, 1>{}, number<8>{}, number<1>{});
#else
constexpr auto d =
    make_naive_tensor_descriptor(sequence<8, 16>{}, sequence<24, 1>{}, number<8>{}, number<1>{});
#endif
