// The cuda device: an NVIDIA GPU through the CUDA runtime.
#include "kernels/device/gpu/gpu_device.hpp"

#include "kernels/catalogue.hpp"

namespace tileproof::kernels {

namespace cuda {
const catalogue& all_kernels();  // kernels/device_catalogue.cpp, compiled for this device
}

namespace {

class cuda_device_type final : public gpu_device {
  public:
    std::string_view name() const override { return "cuda"; }
    std::string_view description() const override {
        return "NVIDIA GPUs: the same HIP sources through nvcc";
    }
    const catalogue& kernels() const override { return cuda::all_kernels(); }
};

}  // namespace

device& cuda_device() {
    // Never destroyed: freeing memory after the runtime's own end is an error.
    static device& only = *new cuda_device_type;
    return only;
}

}  // namespace tileproof::kernels
