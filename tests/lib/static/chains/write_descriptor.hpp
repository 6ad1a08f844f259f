// A layout as C++ that makes the same descriptor in the static form.
//
//   packed [4] -> {pad(1,2): 0 -> 0}      becomes
//
//   inline auto chain_0() {
//       const auto d0 = make_naive_tensor_descriptor_packed<index_t>(make_tuple(number<4>{}));
//       const auto d1 = transform_tensor_descriptor(
//           d0, make_tuple(make_pad_transform(run_time(4), number<1>{}, number<2>{})), ..);
//       return d1;
//   }
//
// Each number is known at compile time or at run time, as is drawn.
#pragma once

#include "properties/draw.hpp"

#include <string>
#include <tileproof/layout_description.hpp>

namespace tileproof::tests {

// Two functions, chain_<n>() and chain_<n>_of_adaptors(), and the line that lists them. Empty when the
// layout has no static twin (its element space does not fit the drawn index type).
struct written_descriptor {
    std::string functions;
    std::string entry;
};

// Requires a description that is a layout.
written_descriptor write_descriptor(int n, const layout_description& layout,
                                    properties::draw& from);

}  // namespace tileproof::tests
