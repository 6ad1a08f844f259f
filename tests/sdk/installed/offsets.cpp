// SPDX-License-Identifier: MIT
#include <tileproof/layout.hpp>

#include <array>

int main() {
    const auto l = tileproof::layout::parse("naive [256,128] strides [128,1]");
    const std::array<tileproof::long_index_t, 2> index{67, 2};
    return l.offset(index) == 67 * 128 + 2 ? 0 : 1;
}
