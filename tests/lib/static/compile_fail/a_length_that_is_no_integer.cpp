// refused: The length of a pass_through is a number<...> or an integer
#include <tileproof/descriptor.hpp>

using namespace tileproof;

#ifdef MISTAKE
constexpr auto t = make_pass_through_transform(4.0);
#else
constexpr auto t = make_pass_through_transform(4);
#endif
