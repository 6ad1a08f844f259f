// SPDX-License-Identifier: MIT
// The article's descriptor: 256 rows of 128, the rows split in 4 x 64.
#pragma once

#include <tileproof/descriptor.hpp>

namespace tileproof::tests {

inline constexpr auto article_base = make_naive_tensor_descriptor(
    make_tuple(number<256>{}, number<128>{}), make_tuple(number<128>{}, number<1>{}));
inline constexpr auto article = transform_tensor_descriptor(
    article_base,
    make_tuple(make_unmerge_transform(make_tuple(number<4>{}, number<64>{})),
               make_pass_through_transform(number<128>{})),
    make_tuple(sequence<0>{}, sequence<1>{}), make_tuple(sequence<0, 1>{}, sequence<2>{}));

}  // namespace tileproof::tests
