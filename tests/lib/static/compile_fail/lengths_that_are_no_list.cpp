// refused: The lengths of a merge are a make_tuple(...) of number<...> and integers
#include <tileproof/descriptor.hpp>

using namespace tileproof;

#ifdef MISTAKE
constexpr auto t = make_merge_transform(make_tuple(4, 5.0));
#else
constexpr auto t = make_merge_transform(make_tuple(4, 5));
#endif
