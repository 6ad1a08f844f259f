// SPDX-License-Identifier: MIT
// fmt's compiled part, for the command that needs no other library: distributions have it as a shared library
// alone. What the rest of the project calls of it is here, and the linker says so when something is missing.
#include <fmt/format-inl.h>

FMT_BEGIN_NAMESPACE
namespace detail {
template FMT_API thousands_sep_result<char> thousands_sep_impl<char>(locale_ref);
template FMT_API char decimal_point_impl<char>(locale_ref);
}  // namespace detail
FMT_END_NAMESPACE
