#include "kernels/timing/find_tools.hpp"

#include <string>

namespace tileproof::kernels {

namespace cpu {
device_tools tools();
}
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
    if (d.name() == "cpu-checked")
        throw device_error(
            "Device cpu-checked has no tools for timing: its times are those of the checks. Use cpu.");
#if TILEPROOF_BUILT_HIP
    if (d.name() == "hip") return hip::tools();
#endif
#if TILEPROOF_BUILT_CUDA
    if (d.name() == "cuda") return cuda::tools();
#endif
    throw device_error("Device " + std::string(d.name()) + " has no tools for timing.");
}

}  // namespace tileproof::kernels
