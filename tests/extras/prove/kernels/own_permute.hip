// SPDX-License-Identifier: MIT
// A kernel of this project, as `check --prove` sees it: the last and the first of three dims exchanged.
#include <hip/hip_runtime.h>

#include <tileproof/custom_contract.hpp>
#include <tileproof/kernel_test.hpp>

#include "kernels/permute/permute.cpp"

// expect own_permute: proved, proved
namespace tileproof::kernels {
std::string permute_refusal(const permute_problem&) { return {}; }
}  // namespace tileproof::kernels
namespace tileproof::kernels::TILEPROOF_DEVICE {
static void launch_reversed(const float* in, float* out, long a, long b, long c) {
    run({.lengths = {1, 1, 1, a, b, c},
         .input_strides = {0, 0, 0, b * c, c, 1},
         .output_strides = {0, 0, 0, 1, a, a * b}},
        in, out, nullptr);
}
}  // namespace tileproof::kernels::TILEPROOF_DEVICE

static const tileproof::kernel_test test =
    tileproof::custom("own_permute", {"a", "b", "c"})
        .input<float>("in", {"a", "b", "c"})
        .output<float>("out", {"c", "b", "a"})
        .reference([](const tileproof::arrays& x) {
            const long b = x.dim("b");
            for (long i = 0; i < x.dim("a"); ++i)
                for (long j = 0; j < b; ++j)
                    for (long k = 0; k < x.dim("c"); ++k)
                        x.out<float>("out")(k * b + j, i) = x.in<float>("in")(i * b + j, k);
        })
        .launch([](const tileproof::pointers& p) {
            tileproof::kernels::TILEPROOF_DEVICE::launch_reversed(
                p.in<float>("in"), p.out<float>("out"), p.dim("a"), p.dim("b"), p.dim("c"));
        });
