// SPDX-License-Identifier: MIT
// The list of devices. The build says which GPUs' exist: one TILEPROOF_BUILT_<NAME>=1, or TILEPROOF_ABSENT_<NAME>="why",
// for each.
#include <string>

#include "devices/device.hpp"
#include "devices/gpu/architecture.hpp"
#include "devices/sampled_launches.hpp"

namespace tileproof::devices {

device& cpu_device();
device& cpu_checked_device();
std::unique_ptr<sampled_launches> cpu_checked_sampled_launches(std::uint64_t seed);
#if TILEPROOF_BUILT_HIP
device& hip_device();
std::string hip_architecture();
#endif
#if TILEPROOF_BUILT_CUDA
device& cuda_device();
std::string cuda_architecture();
#endif

namespace {

known_device built(device& d) {
    return {std::string(d.name()), std::string(d.description()), d.status(), &d};
}
[[maybe_unused]] known_device absent(std::string name, std::string description,
                                     std::string reason) {
    return {std::move(name), std::move(description), {false, std::move(reason)}, nullptr};
}

}  // namespace

std::vector<known_device> devices() {
    std::vector<known_device> all;
    all.push_back(built(cpu_device()));
    all.push_back(built(cpu_checked_device()));
#if TILEPROOF_BUILT_HIP
    all.push_back(built(hip_device()));
#else
    all.push_back(absent("hip", "AMD GPUs: gfx942, gfx1100, gfx1201", TILEPROOF_ABSENT_HIP));
#endif
#if TILEPROOF_BUILT_CUDA
    all.push_back(built(cuda_device()));
#else
    all.push_back(
        absent("cuda", "NVIDIA GPUs: the same HIP sources through nvcc", TILEPROOF_ABSENT_CUDA));
#endif
    return all;
}

bool any_gpu_is_built() {
#if TILEPROOF_BUILT_HIP || TILEPROOF_BUILT_CUDA
    return true;
#else
    return false;
#endif
}

std::string gpu_architecture([[maybe_unused]] std::string_view device) {
#if TILEPROOF_BUILT_HIP
    if (device == "hip") return hip_architecture();
#endif
#if TILEPROOF_BUILT_CUDA
    if (device == "cuda") return cuda_architecture();
#endif
    return {};
}

std::unique_ptr<sampled_launches> sample_launches(std::string_view device, std::uint64_t seed) {
    return device == "cpu-checked" ? cpu_checked_sampled_launches(seed) : nullptr;
}

device& find_device(std::string_view name) {
    std::string names;
    for (const known_device& d : devices()) {
        if (d.name == name) {
            if (d.handle && d.status.available) return *d.handle;
            throw kernels::device_error("Device " + d.name +
                                        " is not available: " + d.status.reason);
        }
        names += (names.empty() ? "" : ", ") + d.name;
    }
    throw kernels::device_error("There is no device named '" + std::string(name) +
                                "'; the devices are " + names + ".");
}

}  // namespace tileproof::devices
