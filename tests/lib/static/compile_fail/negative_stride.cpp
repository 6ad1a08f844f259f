// refused: A length, stride, pad or position must not be negative
#include <tileproof/descriptor.hpp>

using namespace tileproof;

#ifdef MISTAKE
constexpr auto d = make_naive_tensor_descriptor(sequence<4, 2>{}, sequence<-1, 4>{});
#else
constexpr auto d = make_naive_tensor_descriptor(sequence<4, 2>{}, sequence<1, 4>{});
#endif
