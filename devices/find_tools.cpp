// SPDX-License-Identifier: MIT
#include "devices/find_tools.hpp"

#include <string>

namespace tileproof::kernels {

namespace cpu {
device_tools tools();
}
#if TILEPROOF_BUILT_CPU_CHECKED
namespace cpu_checked {
device_tools tools();
}
#endif
#if TILEPROOF_BUILT_HIP
namespace hip {
device_tools tools();
}
#endif
#if TILEPROOF_BUILT_CUDA
namespace cuda {
device_tools tools();
}
#endif

device_tools find_tools(const device& d) {
    if (d.name() == "cpu") return cpu::tools();
#if TILEPROOF_BUILT_CPU_CHECKED
    if (d.name() == "cpu-checked") return cpu_checked::tools();
#endif
#if TILEPROOF_BUILT_HIP
    if (d.name() == "hip") return hip::tools();
#endif
#if TILEPROOF_BUILT_CUDA
    if (d.name() == "cuda") return cuda::tools();
#endif
    throw device_error("Device " + std::string(d.name()) + " has no tools.");
}

}  // namespace tileproof::kernels
