// SPDX-License-Identifier: MIT
// fmt's compiled part, so that the command needs no other library: distributions ship it only as a shared library.
// Lists the functions that the project uses; the linker reports missing ones.
#include <fmt/format-inl.h>

FMT_BEGIN_NAMESPACE
namespace detail {
template FMT_API thousands_sep_result<char> thousands_sep_impl<char>(locale_ref);
template FMT_API char decimal_point_impl<char>(locale_ref);
}  // namespace detail
FMT_END_NAMESPACE
