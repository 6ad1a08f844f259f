// SPDX-License-Identifier: MIT
#include "kernels/copy/copy.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {

copy_kernel make_copy(std::string name, std::string description,
                      void (*run)(const copy_problem&, const void*, void*, void*)) {
    copy_kernel k;
    k.name = std::move(name);
    k.description = std::move(description);
    k.refusal = copy_refusal;
    k.start = [run](const copy_problem& p, const void* in, void* out, void* stream) {
        if (std::string no = copy_refusal(p); !no.empty()) throw device_error(no);
        if (p.rows > 0 && p.columns > 0) run(p, in, out, stream);
    };
    return k;
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
