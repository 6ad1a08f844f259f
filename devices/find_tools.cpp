// SPDX-License-Identifier: MIT
#include "devices/find_tools.hpp"

#include <string>

namespace tileproof::devices {

kernels::device_tools find_tools(const device& d) {
    if (d.name() == "cpu") return kernels::cpu::tools();
    if (d.name() == "cpu-checked") return kernels::cpu_checked::tools();
#if TILEPROOF_BUILT_HIP
    if (d.name() == "hip") return kernels::hip::tools();
#endif
#if TILEPROOF_BUILT_CUDA
    if (d.name() == "cuda") return kernels::cuda::tools();
#endif
    throw kernels::device_error("Device " + std::string(d.name()) + " has no tools.");
}

}  // namespace tileproof::devices
