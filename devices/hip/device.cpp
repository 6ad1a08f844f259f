// SPDX-License-Identifier: MIT
// The hip device: an AMD GPU through the HIP runtime.
#include "devices/gpu/gpu_device.hpp"

#include "kernels/catalogue.hpp"

namespace tileproof::devices {

namespace {

// The GPUs that this build has code for: "gfx942, gfx1100".
constexpr const char* built_for = TILEPROOF_HIP_ARCHITECTURES;

class hip_device_type final : public gpu_device {
  public:
    std::string_view name() const override { return "hip"; }
    std::string_view description() const override {
        return "AMD GPUs: " TILEPROOF_HIP_ARCHITECTURES;
    }
    const tileproof::kernels::catalogue& kernels() const override {
        return tileproof::kernels::hip::all_kernels();
    }

  protected:
    // "gfx942:sramecc+:xnack-" runs code objects for gfx942.
    std::string architecture_of(const hipDeviceProp_t& gpu) const override {
        const std::string name = gpu.gcnArchName;
        return name.substr(0, name.find(':'));
    }
    std::string lack_of_code(const hipDeviceProp_t& gpu) const override {
        const std::string name = architecture_of(gpu);
        const std::string built = std::string(" ") + built_for + ",";
        if (built.find(" " + name + ",") != built.npos) return {};
        return " is a " + name + ", and this build has code for " + built_for +
               " only (build with -DTILEPROOF_HIP_ARCHITECTURES=" + name + ")";
    }
};

hip_device_type& only() {
    // Never destroyed: freeing memory after the runtime's own end is an error.
    static hip_device_type& one = *new hip_device_type;
    return one;
}

}  // namespace

device& hip_device() { return only(); }
std::string hip_architecture() { return only().architecture(); }

}  // namespace tileproof::devices
