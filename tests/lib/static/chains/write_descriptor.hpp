// SPDX-License-Identifier: MIT
// A random layout as the source of a static descriptor (properties/layout/layout_words.hpp), each number
// known at compile time or at run time, as is drawn: make_pad_transform(run_time(4), number<1>{}, number<2>{}).
#pragma once

#include "properties/draw.hpp"

#include <string>
#include <tileproof/layout_description.hpp>

namespace tileproof::tests {

// Two functions, chain_<n>() and chain_<n>_of_adaptors(), and the line that lists them.
struct written_descriptor {
    std::string functions;
    std::string entry;
};

// Requires a description that is a layout.
written_descriptor write_descriptor(int n, const layout_description& layout,
                                    properties::draw& from);

}  // namespace tileproof::tests
