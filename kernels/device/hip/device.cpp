// The hip device: an AMD GPU through the HIP runtime.
#include "kernels/device/gpu/gpu_device.hpp"

#include "kernels/catalogue.hpp"

namespace tileproof::kernels {

namespace hip {
const catalogue& all_kernels();  // kernels/device_catalogue.cpp, compiled for this device
}

namespace {

class hip_device_type final : public gpu_device {
  public:
    std::string_view name() const override { return "hip"; }
    std::string_view description() const override { return "AMD GPUs: gfx942, gfx1100, gfx1201"; }
    const catalogue& kernels() const override { return hip::all_kernels(); }
};

}  // namespace

device& hip_device() {
    // Never destroyed: freeing memory after the runtime's own end is an error.
    static device& only = *new hip_device_type;
    return only;
}

}  // namespace tileproof::kernels
