// SPDX-License-Identifier: MIT
// A kernel of this project, as `check --prove` sees it: packed matrices.
#include <hip/hip_runtime.h>

#include <tileproof/custom_contract.hpp>
#include <tileproof/kernel_test.hpp>

#include "kernels/transpose/tiled.cpp"

// expect own_tiled: proved, proved
namespace tileproof::kernels::TILEPROOF_DEVICE {
transpose_kernel make_transpose(std::string, std::string,
                                void (*)(const transpose_problem&, const void*, void*, void*)) {
    return {};
}
static void launch_packed(const float* in, float* out, long b, long h, long w) {
    if (b && h && w)
        run({.rows = h,
             .columns = w,
             .batch = b,
             .input_leading = w,
             .output_leading = h,
             .input_batch_stride = h * w,
             .output_batch_stride = h * w,
             .element_bytes = 4},
            in, out, nullptr);
}
}  // namespace tileproof::kernels::TILEPROOF_DEVICE

static const tileproof::kernel_test test =
    tileproof::custom("own_tiled", {"b", "h", "w"})
        .at_most({65535, 1000000, 1000000})  // beyond, it is launched in parts
        .input<float>("in", {"b", "h", "w"})
        .output<float>("out", {"b", "w", "h"})
        .reference([](const tileproof::arrays& a) {
            const long h = a.dim("h"), w = a.dim("w");
            for (long b = 0; b < a.dim("b"); ++b)
                a.out<float>("out").middleRows(b * w, w) =
                    a.in<float>("in").middleRows(b * h, h).transpose();
        })
        .launch([](const tileproof::pointers& p) {
            tileproof::kernels::TILEPROOF_DEVICE::launch_packed(
                p.in<float>("in"), p.out<float>("out"), p.dim("b"), p.dim("h"), p.dim("w"));
        });
