// SPDX-License-Identifier: MIT
#include "kernels/relayout/relayout_problem.hpp"

namespace tileproof::kernels {

const relayout_texts& relayout_text(std::string_view kernel) {
    static constexpr relayout_texts all[] = {
        {"relayout_tiles", "packed [M,K]",
         "packed [M/16,K/4,16,4] -> {merge: 0,2 -> 0; merge: 1,3 -> 1}"}};
    for (const relayout_texts& t : all)
        if (t.kernel == kernel) return t;
    throw std::runtime_error("No layouts are known of a kernel '" + std::string(kernel) + "'.");
}

}  // namespace tileproof::kernels
