// SPDX-License-Identifier: MIT
// From one layout to another: each element of `from` moves to its position in `to`. Both are layouts as text, whose
// lengths may be names (layout_text.hpp has the grammar).
//
//   relayout_text("relayout_tiles")
//     from  packed [M,K]
//     to    packed [M/16,K/4,16,4] -> {merge: 0,2 -> 0; merge: 1,3 -> 1}      consecutive tiles of 16 x 4
#pragma once

#include <tileproof/config.hpp>

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::kernels {

struct relayout_texts {
    std::string_view kernel;
    std::string_view from, to;
};

// For a kernel of the catalogue; throws std::runtime_error if there is none of this name.
const relayout_texts& relayout_text(std::string_view kernel);

// `dims`: in the order in which their names first occur in the texts.
struct relayout_kernel {
    std::string name, description;
    std::function<void(const std::vector<long_index_t>& dims, int element_bytes, const void* in,
                       void* out, void* stream)>
        start;
};

}  // namespace tileproof::kernels
