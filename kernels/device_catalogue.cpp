// SPDX-License-Identifier: MIT
// The catalogue of one device: compiled once for each, like the kernels.
#include "kernels/copy/copy.hpp"
#include "kernels/layout/layout.hpp"
#include "kernels/permute/permute.hpp"
#include "kernels/product/product.hpp"
#include "kernels/relayout/relayout.hpp"
#include "kernels/transpose/transpose.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {

static std::vector<product_kernel> all_products() {
    std::vector<product_kernel> all = fast_products();
    all.insert(all.begin(), tiled_product());
    return all;
}

const catalogue& all_kernels() {
    static const catalogue all{
        .transposes = {read_contiguous_transpose(), write_contiguous_transpose(), tiled_transpose(),
                       register_transpose(), best_transpose(), vector_transpose(),
                       gather_transpose()},
        .copies = {registers_copy(), lds_copy(), elementwise_copy(), wide_copy()},
        .permutes = {elements_permute()},
        .relayouts = {tiles_relayout()},
        .products = all_products(),
        .mlps = {mlp_16()},
        .evaluations = evaluations(),
    };
    return all;
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
