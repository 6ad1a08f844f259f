// The catalogue of one device: compiled once for each, like the kernels.
#include "kernels/copy/copy.hpp"
#include "kernels/transpose/transpose.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {

const catalogue& all_kernels() {
    static const catalogue all{
        .transposes = {read_contiguous_transpose(), write_contiguous_transpose(), tiled_transpose(),
                       register_transpose(), best_transpose(), vector_transpose(),
                       gather_transpose()},
        .copies = {registers_copy(), lds_copy(), elementwise_copy(), wide_copy()},
    };
    return all;
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
