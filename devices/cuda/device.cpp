// SPDX-License-Identifier: MIT
// The cuda device: an NVIDIA GPU through the CUDA runtime.
#include "devices/gpu/gpu_device.hpp"

#include "kernels/catalogue.hpp"

namespace tileproof::devices {

namespace {

class cuda_device_type final : public gpu_device {
  public:
    std::string_view name() const override { return "cuda"; }
    std::string_view description() const override {
        return "NVIDIA GPUs: the same HIP sources through nvcc";
    }
    const tileproof::kernels::catalogue& kernels() const override {
        return tileproof::kernels::cuda::all_kernels();
    }

  protected:
    // Code for sm_90 also runs on newer GPUs; the oldest architecture in the list decides.
    std::string architecture_of(const hipDeviceProp_t& gpu) const override {
        return std::to_string(10 * gpu.major + gpu.minor);
    }
    std::string lack_of_code(const hipDeviceProp_t& gpu) const override {
        const int own = 10 * gpu.major + gpu.minor;
        if (own >= TILEPROOF_CUDA_OLDEST) return {};
        return " is an sm_" + std::to_string(own) + ", and this build has code for sm_" +
               std::to_string(TILEPROOF_CUDA_OLDEST) +
               " and newer (build with -DTILEPROOF_CUDA_ARCHITECTURES=" + std::to_string(own) + ")";
    }
};

cuda_device_type& only() {
    // Never destroyed: freeing memory after the runtime's own end is an error.
    static cuda_device_type& one = *new cuda_device_type;
    return one;
}

}  // namespace

device& cuda_device() { return only(); }
std::string cuda_architecture() { return only().architecture(); }

}  // namespace tileproof::devices
