// SPDX-License-Identifier: MIT
// A kernel of this project, as `check --prove` sees it: packed matrices.
#include <hip/hip_runtime.h>

#include <tileproof/custom_contract.hpp>
#include <tileproof/kernel_test.hpp>

#include "kernels/relayout/tiles.cpp"

// expect own_relayout: tested only, tested only
namespace tileproof::kernels::TILEPROOF_DEVICE {
static void launch_packed(const float* in, float* out, const long* dims) {
    run({dims[0], dims[1]}, 4, in, out, nullptr);
}
}  // namespace tileproof::kernels::TILEPROOF_DEVICE

static const tileproof::kernel_test test =
    tileproof::relayout<float>("own_relayout", {"M", "K"}, "packed [M,K]",
                               "packed [M/16,K/4,16,4] -> {merge: 0,2 -> 0; merge: 1,3 -> 1}")
        .launch([](const float* in, float* out, const long* dims) {
            tileproof::kernels::TILEPROOF_DEVICE::launch_packed(in, out, dims);
        });
