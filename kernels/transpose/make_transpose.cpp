// SPDX-License-Identifier: MIT
#include "kernels/transpose/transpose.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {

transpose_kernel make_transpose(std::string name, std::string description,
                                void (*run)(const transpose_problem&, const void*, void*, void*)) {
    transpose_kernel k;
    k.name = std::move(name);
    k.description = std::move(description);
    k.refusal = transpose_refusal;
    k.start = [run](const transpose_problem& p, const void* in, void* out, void* stream) {
        if (std::string no = transpose_refusal(p); !no.empty()) throw device_error(no);
        if (p.rows > 0 && p.columns > 0 && p.batch > 0) run(p, in, out, stream);
    };
    return k;
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
