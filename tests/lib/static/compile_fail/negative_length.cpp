// refused: A length, stride, pad or position must not be negative
#include <tileproof/descriptor.hpp>

using namespace tileproof;

#ifdef MISTAKE
constexpr auto d = make_naive_tensor_descriptor_packed(make_tuple(number<4>{}, number<-1>{}));
#else
constexpr auto d = make_naive_tensor_descriptor_packed(make_tuple(number<4>{}, number<0>{}));
#endif
